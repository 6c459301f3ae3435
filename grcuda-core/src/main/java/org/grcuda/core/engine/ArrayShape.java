package org.grcuda.core.engine;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.grcuda.core.memory.Runs;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** Which shapes are legal, and which are views of one another. */
final class ArrayShape {

  private ArrayShape() {}

  /** The bytes of an array; refuses an extent below 1 and sizes beyond 64 bits. */
  static long bytes(ElementType type, long[] shape) {
    long bytes = type.sizeBytes();
    for (long extent : shape) {
      if (extent < 1) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            "array " + describe(type, shape) + ": every dimension needs at least 1 element");
      }
      if (Math.multiplyHigh(bytes, extent) != 0 || bytes * extent < 0) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            "array " + describe(type, shape) + ": the size does not fit in 64 bits");
      }
      bytes *= extent;
    }
    return bytes;
  }

  /** The elements of an array of this shape, as text, since they may not fit in 64 bits. */
  static String elements(long[] shape) {
    BigInteger elements = BigInteger.ONE;
    for (long extent : shape) {
      elements = elements.multiply(BigInteger.valueOf(extent));
    }
    return elements.toString();
  }

  /** As the expression that would make it. */
  static String describe(ElementType type, long[] shape) {
    var text = new StringBuilder(type.typeName());
    for (long extent : shape) {
      text.append('[').append(extent).append(']');
    }
    return text.toString();
  }

  /**
   * The shape that {@code extents} mean, for the elements of {@code array}: an extent of -1 is
   * computed from the others.
   */
  static long[] resolve(NdArray array, long[] extents) {
    long[] shape = extents.clone();
    int open = -1;
    long others = 1;
    for (int d = 0; d < shape.length; d++) {
      if (shape[d] != -1) {
        others = shape[d] < 1 ? 0 : Math.multiplyExact(others, shape[d]);
      } else if (open < 0) {
        open = d;
      } else {
        throw refused(array, shape, "of the shape %s only one extent may be -1");
      }
    }
    if (open >= 0) {
      shape[open] = others > 0 && array.size() % others == 0 ? array.size() / others : 0;
      if (shape[open] == 0) {
        throw refused(array, extents, "the shape %s does not divide them");
      }
    } else if (shape.length == 0 || bytes(array.type(), shape) != array.bytes()) {
      throw refused(array, extents, "the shape %s has " + elements(extents));
    }
    return shape;
  }

  private static GrCudaException refused(NdArray array, long[] shape, String why) {
    return new GrCudaException(
        GrCudaException.Kind.VALUE,
        "reshape: "
            + array.describe()
            + " has "
            + array.size()
            + " elements, "
            + why.formatted(Arrays.toString(shape)));
  }

  /**
   * The strides that give an array the shape {@code to} with its elements in the same sequence;
   * null if there are none. Both shapes have the same number of elements.
   */
  static long[] strides(long[] from, long[] fromStrides, long[] to, Order order) {
    Runs runs = Runs.of(order, from, fromStrides);
    long[] strides = new long[to.length];
    int run = 0;
    long taken = 1;
    for (int i = 0; i < to.length; i++) {
      int d = order.dimension(i, to.length);
      if (to[d] == 1) {
        strides[d] = 1;
        continue;
      }
      if (taken == runs.extent(run)) {
        run++;
        taken = 1;
      }
      if (runs.extent(run) / taken % to[d] != 0) {
        return null;
      }
      strides[d] = runs.stride(0, run) * taken;
      taken *= to[d];
    }
    return strides;
  }

  /** Refuses axes that are not the dimensions of {@code array}, each once. */
  static void checkAxes(NdArray array, long[] axes) {
    long[] sorted = axes.clone();
    Arrays.sort(sorted);
    if (!Arrays.equals(sorted, LongStream.range(0, array.rank()).toArray())) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "transpose of "
              + array.describe()
              + ": expected the dimensions 0 to "
              + (array.rank() - 1)
              + ", each once, given "
              + Arrays.toString(axes));
    }
  }
}
