package org.grcuda.core.library;

import java.util.Arrays;
import org.grcuda.runtime.Region;

/**
 * The memory that a vector, a matrix or a batch of matrices lies in, exactly: gaps between columns
 * are no part of it.
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

  /**
   * Elements from the first to the last of {@code batches} matrices, inclusive; {@link
   * Long#MAX_VALUE} where that does not fit in 64 bits. All values are at least 0.
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

  /** Whether both have a byte in common. */
  boolean overlaps(Footprint other) {
    if (isEmpty() || other.isEmpty() || region.allocation() != other.region.allocation()) {
      return false;
    }
    long start = region.offset();
    long otherStart = other.region.offset();
    if (start >= otherStart + other.hull() || otherStart >= start + hull()) {
      return false;
    }
    long[] mine = starts();
    long[] theirs = other.starts();
    int i = 0;
    int j = 0;
    while (i < mine.length && j < theirs.length) {
      if (mine[i] + run <= theirs[j]) {
        i++;
      } else if (theirs[j] + other.run <= mine[i]) {
        j++;
      } else {
        return true;
      }
    }
    return false;
  }

  /** Whether two of its matrices have a byte in common. */
  boolean overlapsItself() {
    if (isEmpty() || batches == 1 || batchStride >= (columns - 1) * stride + run) {
      return false;
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
    long[] starts = new long[Math.toIntExact(columns * batches)];
    for (int batch = 0; batch < batches; batch++) {
      for (int column = 0; column < columns; column++) {
        starts[(int) (batch * columns + column)] =
            region.offset() + batch * batchStride + column * stride;
      }
    }
    Arrays.sort(starts);
    return starts;
  }
}
