package org.grcuda.world.array;

import java.util.List;

/**
 * A box of elements as kernels take it: up to three axes, and a run of elements behind them that
 * lie side by side.
 */
final class BoxLayout {

  /**
   * The struct, and the number of element {@code i} of a box in its array. A box has {@code count}
   * elements, {@code n1} and {@code n2} along its second and third axis; neighbours along an axis
   * are {@code s0}, {@code s1} and {@code s2} elements apart.
   */
  static final String SOURCE =
      """
      struct Box { long long count, first, n1, n2, run, s0, s1, s2; };
      static __device__ long long place(Box b, long long i) {
        long long r = i / b.run, p = r / b.n2, q = p / b.n1;
        return b.first + q * b.s0 + (p - q * b.n1) * b.s1 + (r - p * b.n2) * b.s2
            + (i - r * b.run);
      }
      """;

  /** The type of the parameter. */
  static final String SIGNATURE =
      "struct {count: sint64, first: sint64, n1: sint64, n2: sint64, run: sint64, s0: sint64,"
          + " s1: sint64, s2: sint64}";

  private static final int AXES = 3;

  private BoxLayout() {}

  /** The members of the struct, in order. */
  static List<Long> of(Boxed boxed) {
    long[] outer = boxed.array().shape();
    long[] shape = boxed.box().shape();
    long[] extents = {1, 1, 1};
    long[] strides = new long[AXES];
    long run = 1;
    long stride = 1;
    for (int d = outer.length - 1; d >= 0; d--) {
      if (d < AXES) {
        extents[d] = shape[d];
        strides[d] = stride;
      } else {
        run *= shape[d];
      }
      stride *= outer[d];
    }
    return List.of(
        boxed.box().count(),
        boxed.box().offsetIn(outer),
        extents[1],
        extents[2],
        run,
        strides[0],
        strides[1],
        strides[2]);
  }
}
