package org.grcuda.runtime.pull;

import java.util.Arrays;

/**
 * The data that a device lacks and ready tasks read, with what Algorithm 3 compares them by: the
 * tasks that each sets free (S0), those that it sets free with one more (S1), their highest
 * priority, and the work that reads it.
 */
final class Candidates {

  private final PullData data;
  private int[] found = new int[16];
  private int count;
  private boolean[] isFound = new boolean[0];
  private int[] free = new int[0];
  private long[] freeNanos = new long[0];
  private double[] freePriority = new double[0];
  private int[] oneMore = new int[0];
  private double[] oneMorePriority = new double[0];
  private long[] left = new long[0];

  Candidates(PullData data) {
    this.data = data;
  }

  /** How many tasks {@code datum}, one of those last compared, sets free: the size of S0. */
  int setFree(int datum) {
    return free[datum];
  }

  /** How many tasks {@code datum}, one of those last compared, sets free with one more: of S1. */
  int withOneMore(int datum) {
    return oneMore[datum];
  }

  /**
   * The datum to load first (lines 2 to 6 of Algorithm 3).
   *
   * @param ready at least one task, each of which lacks a datum on {@code device}
   */
  int best(TaskHeap ready, int device) {
    clear();
    for (int i = 0; i < ready.size(); i++) {
      add(ready.get(i), device);
    }
    int best = found[0];
    for (int i = 1; i < count; i++) {
      if (precedes(found[i], best, device)) {
        best = found[i];
      }
    }
    return best;
  }

  private void clear() {
    for (int i = 0; i < count; i++) {
      isFound[found[i]] = false;
    }
    count = 0;
    int end = data.dataEnd();
    if (end > isFound.length) {
      int capacity = PullData.grown(end);
      isFound = new boolean[capacity];
      free = new int[capacity];
      freeNanos = new long[capacity];
      freePriority = new double[capacity];
      oneMore = new int[capacity];
      oneMorePriority = new double[capacity];
      left = new long[capacity];
    }
  }

  private void add(int task, int device) {
    int missing = data.missing(task, device);
    for (int datum : data.inputs(task)) {
      if (data.isHere(datum, device)) {
        continue;
      }
      if (!isFound[datum]) {
        start(datum);
      }
      left[datum] += data.nanos(task);
      if (missing == 1) {
        free[datum]++;
        freeNanos[datum] += data.nanos(task);
        freePriority[datum] = Math.max(freePriority[datum], data.priority(task));
      } else if (missing == 2) {
        oneMore[datum]++;
        oneMorePriority[datum] = Math.max(oneMorePriority[datum], data.priority(task));
      }
    }
  }

  private void start(int datum) {
    if (count == found.length) {
      found = Arrays.copyOf(found, 2 * count);
    }
    found[count++] = datum;
    isFound[datum] = true;
    free[datum] = 0;
    freeNanos[datum] = 0;
    freePriority[datum] = Double.NEGATIVE_INFINITY;
    oneMore[datum] = 0;
    oneMorePriority[datum] = Double.NEGATIVE_INFINITY;
    left[datum] = 0;
  }

  /** Line 6 of Algorithm 3; the lower number where all is equal. */
  private boolean precedes(int datum, int other, int device) {
    int order = Double.compare(ratio(datum, device), ratio(other, device));
    if (order == 0) {
      order = Integer.compare(free[other], free[datum]);
    }
    if (order == 0) {
      order = Double.compare(priority(other), priority(datum));
    }
    if (order == 0) {
      order = Integer.compare(oneMore[other], oneMore[datum]);
    }
    if (order == 0) {
      order = Long.compare(left[other], left[datum]);
    }
    return order < 0 || order == 0 && datum < other;
  }

  /** Transfer over work set free. Equal fractions of whole nanoseconds give equal numbers. */
  private double ratio(int datum, int device) {
    return free[datum] == 0
        ? Double.POSITIVE_INFINITY
        : (double) data.transferNanos(datum, device) / freeNanos[datum];
  }

  private double priority(int datum) {
    return free[datum] > 0 ? freePriority[datum] : oneMorePriority[datum];
  }
}
