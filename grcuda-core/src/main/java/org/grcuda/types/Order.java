package org.grcuda.types;

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
      int d = dimension(i, shape.length);
      strides[d] = stride;
      stride *= shape[d];
    }
    return strides;
  }

  /** The dimension whose index varies {@code i}-fastest, from 0, of {@code rank} dimensions. */
  public int dimension(int i, int rank) {
    return this == C ? rank - 1 - i : i;
  }
}
