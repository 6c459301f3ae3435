package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * What line 6 of Algorithm 3 compares data by. Equal values have one key, a number from 1, however
 * many data and devices use it. A key that nothing uses is given to other values.
 */
final class Keys {

  /** Where there is no key. */
  static final int NONE = 0;

  private static final int LENGTH = 4;

  private final Numbers numbers = new Numbers();
  private int count;

  /**
   * Of each key the ratio, the size of S0 with that of S1 in the lower half, the priority and the
   * work left; doubles as bits that have the order of the doubles.
   */
  private long[] values = new long[16 * LENGTH];

  private int[] uses = new int[16];

  /** The next key with the same hash. */
  private int[] next = new int[16];

  /** By hash: the first key. */
  private int[] first = new int[16];

  Keys() {
    numbers.take();
  }

  /**
   * The key of these values; has one more use.
   *
   * @param timeRatio time of the transfer over the durations of S0; infinite if that is empty
   * @param freeCount size of S0
   * @param highest the highest priority in S0, or in S1 if S0 is empty
   * @param moreCount size of S1
   * @param workLeft durations of all ready tasks that read the datum
   */
  int of(double timeRatio, int freeCount, double highest, int moreCount, long workLeft) {
    long ratio = Double.doubleToRawLongBits(timeRatio);
    long counts = (long) freeCount << Integer.SIZE | moreCount;
    long priority = sortable(highest);
    int hash = hash(ratio, counts, priority, workLeft);
    int key = first[hash & first.length - 1];
    while (key != NONE) {
      int at = key * LENGTH;
      if (values[at] == ratio
          && values[at + 1] == counts
          && values[at + 2] == priority
          && values[at + 3] == workLeft) {
        uses[key]++;
        return key;
      }
      key = next[key];
    }
    key = add(hash);
    int at = key * LENGTH;
    values[at] = ratio;
    values[at + 1] = counts;
    values[at + 2] = priority;
    values[at + 3] = workLeft;
    uses[key] = 1;
    return key;
  }

  /** A number that is greater for a greater double. */
  private static long sortable(double value) {
    // Adding 0 makes both zeros one.
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return bits ^ bits >> Long.SIZE - 1 & Long.MAX_VALUE;
  }

  private static int hash(long ratio, long counts, long priority, long left) {
    long mixed = (((ratio * 31 + counts) * 31 + priority) * 31 + left) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> Integer.SIZE);
  }

  private int hash(int key) {
    int at = key * LENGTH;
    return hash(values[at], values[at + 1], values[at + 2], values[at + 3]);
  }

  private int add(int hash) {
    int key = numbers.take();
    if (key == uses.length) {
      int capacity = PullData.grown(key);
      values = Arrays.copyOf(values, capacity * LENGTH);
      uses = Arrays.copyOf(uses, capacity);
      next = Arrays.copyOf(next, capacity);
    }
    if (++count > first.length) {
      first = new int[2 * first.length];
      for (int known = 1; known < numbers.end(); known++) {
        if (uses[known] > 0) {
          link(known, hash(known));
        }
      }
    }
    link(key, hash);
    return key;
  }

  private void link(int key, int hash) {
    int at = hash & first.length - 1;
    next[key] = first[at];
    first[at] = key;
  }

  /** A key has one use less. */
  void release(int key) {
    if (--uses[key] > 0) {
      return;
    }
    int at = hash(key) & first.length - 1;
    if (first[at] == key) {
      first[at] = next[key];
    } else {
      int before = first[at];
      while (next[before] != key) {
        before = next[before];
      }
      next[before] = next[key];
    }
    numbers.giveBack(key);
    count--;
  }

  /** The size of S0. */
  int setFree(int key) {
    return (int) (values[key * LENGTH + 1] >>> Integer.SIZE);
  }

  /** Negative if {@code key} is better than {@code other}, 0 if they are equal. */
  int compare(int key, int other) {
    if (key == other) {
      return 0;
    }
    int one = key * LENGTH;
    int two = other * LENGTH;
    if (values[one] != values[two]) {
      return values[one] < values[two] ? -1 : 1;
    }
    if (setFree(key) != setFree(other)) {
      return setFree(key) > setFree(other) ? -1 : 1;
    }
    if (values[one + 2] != values[two + 2]) {
      return values[one + 2] > values[two + 2] ? -1 : 1;
    }
    int order = Long.compare(values[two + 1], values[one + 1]);
    return order != 0 ? order : Long.compare(values[two + 3], values[one + 3]);
  }
}
