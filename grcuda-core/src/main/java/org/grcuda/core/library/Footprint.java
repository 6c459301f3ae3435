package org.grcuda.core.library;

import java.util.Arrays;
import org.grcuda.runtime.computation.Region;

/**
 * The exact memory of a vector, a matrix or a batch of matrices, without the gaps between columns.
 *
 * @param region the memory from its first byte on
 * @param run bytes of a column
 * @param columns columns of a matrix
 * @param stride bytes from one column to the next
 * @param batches matrices
 * @param batchStride bytes from one matrix to the next
 */
record Footprint(
    Region region, long run, long columns, long stride, long batches, long batchStride) {

  private static final long MOST_BATCHED_COLUMNS = 1 << 24;

  /**
   * Elements from the first to the last of {@code batches} matrices, inclusive; {@link
   * Long#MAX_VALUE} if that does not fit in 64 bits. All values are at least 0.
   */
  static long elements(long rows, long columns, long ld, long batches, long batchStride) {
    if (rows == 0 || columns == 0 || batches == 0) {
      return 0;
    }
    return plus(plus(times(columns - 1, ld), rows), times(batches - 1, batchStride));
  }

  private static long times(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  private static long plus(long a, long b) {
    return a + b < 0 ? Long.MAX_VALUE : a + b;
  }

  private boolean isEmpty() {
    return run == 0 || columns == 0 || batches == 0;
  }

  private long hull() {
    return (batches - 1) * batchStride + (columns - 1) * stride + run;
  }

  /**
   * Whether both have a byte in common. This is exact, except for interleaved batches of more than
   * 2^24 columns in all, which count as overlapping.
   */
  boolean overlaps(Footprint other) {
    if (isEmpty() || other.isEmpty() || region.allocation() != other.region.allocation()) {
      return false;
    }
    long distance = other.region.offset() - region.offset();
    if (distance >= hull() || -distance >= other.hull()) {
      return false;
    }
    if (isMatrix() && other.isMatrix() && stride == other.stride) {
      return columnsOverlap(distance, other);
    }
    if (isTooMany() || other.isTooMany()) {
      return true;
    }
    return columnsOverlap(starts(), run, other.starts(), other.run);
  }

  private boolean isMatrix() {
    return batches == 1 || batchStride == 0;
  }

  private boolean isTooMany() {
    return times(columns, batches) > MOST_BATCHED_COLUMNS;
  }

  /** With equal strides, two columns overlap if columns of some number of strides apart do. */
  private boolean columnsOverlap(long distance, Footprint other) {
    long least = Math.floorDiv(distance - run, stride) + 1;
    long most = Math.ceilDiv(distance + other.run, stride) - 1;
    return Math.max(least, 1 - other.columns) <= Math.min(most, columns - 1);
  }

  private static boolean columnsOverlap(long[] some, long run, long[] others, long otherRun) {
    int i = 0;
    int j = 0;
    while (i < some.length && j < others.length) {
      if (some[i] + run <= others[j]) {
        i++;
      } else if (others[j] + otherRun <= some[i]) {
        j++;
      } else {
        return true;
      }
    }
    return false;
  }

  /** Whether two of its matrices have a byte in common; exact as {@link #overlaps}. */
  boolean overlapsItself() {
    if (isEmpty() || batches == 1 || batchStride >= (columns - 1) * stride + run) {
      return false;
    }
    if (batchStride == 0 || isTooMany()) {
      return true;
    }
    long[] starts = starts();
    for (int i = 1; i < starts.length; i++) {
      if (starts[i] < starts[i - 1] + run) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is the same memory in the same arrangement. */
  boolean isSameAs(Footprint other) {
    return region.allocation() == other.region.allocation()
        && region.offset() == other.region.offset()
        && run == other.run
        && columns == other.columns
        && stride == other.stride
        && batches == other.batches
        && batchStride == other.batchStride;
  }

  /** The offsets of all columns in the allocation, in ascending order. */
  private long[] starts() {
    int distinct = isMatrix() ? 1 : (int) batches;
    long[] starts = new long[(int) columns * distinct];
    for (int batch = 0; batch < distinct; batch++) {
      for (int column = 0; column < columns; column++) {
        starts[batch * (int) columns + column] =
            region.offset() + batch * batchStride + column * stride;
      }
    }
    Arrays.sort(starts);
    return starts;
  }
}
