package org.grcuda.runtime.computation;

import java.util.Arrays;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;

/**
 * A partition of the bytes of an allocation into intervals, each with a value. It starts as one
 * interval, which is the fast path and needs no arrays. Intervals are split where a region begins
 * or ends, and merged where neighbours have become alike.
 *
 * <p>Finding is logarithmic in the number of intervals; splitting moves the intervals above.
 * Merging is tried when the number of intervals has doubled, so its cost per split is constant. Not
 * thread-safe.
 *
 * @param <T> the value of an interval; mutable values are copied by a split
 */
public final class IntervalMap<T> {

  private static final int MIN_MERGE = 16;
  private static final int FIRST_ROOM = 4;

  private final long bytes;
  private T whole;
  // Null until the first split.
  private long[] starts;
  private Object[] values;
  private int count = 1;
  private int mergeAt = MIN_MERGE;

  /** One interval of {@code bytes} bytes. */
  public IntervalMap(long bytes, T value) {
    this.bytes = bytes;
    this.whole = value;
  }

  /** Number of intervals, at least 1. */
  public int count() {
    return count;
  }

  /** First byte of interval {@code index}. */
  public long start(int index) {
    return index == 0 ? 0 : starts[index];
  }

  /** First byte after interval {@code index}. */
  public long end(int index) {
    return index + 1 < count ? starts[index + 1] : bytes;
  }

  /** Value of interval {@code index}. */
  @SuppressWarnings("unchecked")
  public T value(int index) {
    return values == null ? whole : (T) values[index];
  }

  /** Index of the interval that has byte {@code offset}. */
  public int find(long offset) {
    if (count == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(starts, 0, count, offset);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Makes an interval start at byte {@code offset}, and returns its index; {@link #count} if {@code
   * offset} is the end of the last interval.
   *
   * @param copy of the value, for the upper of the two halves
   */
  public int split(long offset, UnaryOperator<T> copy) {
    if (offset == 0) {
      return 0;
    }
    if (offset == bytes) {
      return count;
    }
    int index = find(offset);
    if (start(index) == offset) {
      return index;
    }
    T upper = copy.apply(value(index));
    if (starts == null) {
      starts = new long[FIRST_ROOM];
      values = new Object[FIRST_ROOM];
      values[0] = whole;
      whole = null;
    } else if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
    }
    System.arraycopy(starts, index + 1, starts, index + 2, count - index - 1);
    System.arraycopy(values, index + 1, values, index + 2, count - index - 1);
    starts[index + 1] = offset;
    values[index + 1] = upper;
    count++;
    return index + 1;
  }

  /** Joins the intervals from {@code first} to before {@code last} into one with {@code value}. */
  public void replace(int first, int last, T value) {
    if (values == null) {
      whole = value;
      return;
    }
    int removed = last - first - 1;
    System.arraycopy(starts, last, starts, first + 1, count - last);
    System.arraycopy(values, last, values, first + 1, count - last);
    Arrays.fill(values, count - removed, count, null);
    count -= removed;
    values[first] = value;
  }

  /** Merges neighbours that are {@code alike}, if the number of intervals has doubled since. */
  public void mergeIfGrown(BiPredicate<T, T> alike) {
    if (count < mergeAt) {
      return;
    }
    int kept = 0;
    for (int i = 1; i < count; i++) {
      if (!alike.test(value(kept), value(i))) {
        kept++;
        starts[kept] = starts[i];
        values[kept] = values[i];
      }
    }
    Arrays.fill(values, kept + 1, count, null);
    count = kept + 1;
    mergeAt = Math.max(MIN_MERGE, 2 * count);
  }
}
