package org.grcuda.core.engine;

import java.math.BigInteger;
import org.grcuda.ElementType;
import org.grcuda.GrCudaException;

/** Checks of array shapes. */
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
}
