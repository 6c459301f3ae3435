package org.grcuda.world.partition;

import java.util.Arrays;

/**
 * A box of elements of an array.
 *
 * @param from the first index along each dimension
 * @param to the index behind the last, along each dimension
 */
public record Box(long[] from, long[] to) {

  /** All elements of an array. */
  public static Box all(long[] shape) {
    return new Box(new long[shape.length], shape);
  }

  /** Elements along each dimension. */
  public long[] shape() {
    long[] shape = new long[from.length];
    Arrays.setAll(shape, d -> to[d] - from[d]);
    return shape;
  }

  /** Elements in all. */
  public long count() {
    long count = 1;
    for (long extent : shape()) {
      count *= extent;
    }
    return count;
  }

  /** The number of its first element, in the order of an array of shape {@code outer}. */
  public long offsetIn(long[] outer) {
    long offset = 0;
    for (int d = 0; d < outer.length; d++) {
      offset = offset * outer[d] + from[d];
    }
    return offset;
  }

  /** Whether its elements lie without gaps in an array of shape {@code outer}. */
  public boolean isDenseIn(long[] outer) {
    int d = 0;
    while (d < outer.length && to[d] - from[d] == 1) {
      d++;
    }
    for (d++; d < outer.length; d++) {
      if (to[d] - from[d] != outer[d]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Box box && Arrays.equals(from, box.from) && Arrays.equals(to, box.to);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
  }

  @Override
  public String toString() {
    return Arrays.toString(from) + " to " + Arrays.toString(to);
  }
}
