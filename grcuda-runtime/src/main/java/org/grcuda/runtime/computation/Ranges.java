package org.grcuda.runtime.computation;

import java.util.Arrays;

/** Ranges of bytes of an allocation, in ascending order; neighbours are joined. */
public final class Ranges {

  private long[] bounds = new long[2];
  private int count;

  /** None. */
  public Ranges() {}

  /** Adds [{@code from}, {@code to}), which comes after all ranges here. */
  public void add(long from, long to) {
    if (count > 0 && bounds[2 * count - 1] == from) {
      bounds[2 * count - 1] = to;
      return;
    }
    if (2 * count == bounds.length) {
      bounds = Arrays.copyOf(bounds, 4 * count);
    }
    bounds[2 * count] = from;
    bounds[2 * count + 1] = to;
    count++;
  }

  /** Bytes of all of them. */
  public long bytes() {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += to(i) - from(i);
    }
    return bytes;
  }

  public int count() {
    return count;
  }

  public long from(int index) {
    return bounds[2 * index];
  }

  public long to(int index) {
    return bounds[2 * index + 1];
  }
}
