package org.grcuda;

/** How the dimensions of an array lie in memory. */
public enum Order {
  /** Row-major: the last index varies fastest. */
  C,
  /** Column-major: the first index varies fastest. */
  F;

  /** The strides, in elements, of a dense array of this order. */
  public long[] strides(long[] shape) {
    long[] strides = new long[shape.length];
    long stride = 1;
    for (int i = 0; i < shape.length; i++) {
      int d = this == C ? shape.length - 1 - i : i;
      strides[d] = stride;
      stride *= shape[d];
    }
    return strides;
  }
}
