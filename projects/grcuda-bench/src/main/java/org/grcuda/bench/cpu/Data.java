package org.grcuda.bench.cpu;

import java.lang.foreign.MemorySegment;
import org.grcuda.types.ElementType;

/**
 * An array of a problem.
 *
 * @param name its name in the kernels
 * @param initial its elements before a run, in a {@code float[]}, {@code double[]} or {@code int[]}
 * @param use what the kernels do with it
 */
record Data(String name, Object initial, Use use) {

  /** What the kernels do with an array. */
  enum Use {
    IN,
    OUT,
    /**
     * Read, then written. The array is restored before each run, and restoring it is not measured.
     */
    INOUT
  }

  static Data in(String name, Object elements) {
    return new Data(name, elements, Use.IN);
  }

  /** An output array of the type and length of {@code zeros}, whose elements must be zero. */
  static Data out(String name, Object zeros) {
    return new Data(name, zeros, Use.OUT);
  }

  static Data inout(String name, Object elements) {
    return new Data(name, elements, Use.INOUT);
  }

  MemorySegment segment() {
    return segment(initial);
  }

  ElementType type() {
    return switch (initial) {
      case float[] _ -> ElementType.FLOAT;
      case double[] _ -> ElementType.DOUBLE;
      case int[] _ -> ElementType.INT;
      default -> throw new IllegalArgumentException(name + " is " + initial.getClass());
    };
  }

  long length() {
    return segment().byteSize() / (initial instanceof double[] ? Double.BYTES : Float.BYTES);
  }

  /** The elements of a Java array as a heap segment. */
  static MemorySegment segment(Object elements) {
    return switch (elements) {
      case float[] floats -> MemorySegment.ofArray(floats);
      case double[] doubles -> MemorySegment.ofArray(doubles);
      case int[] ints -> MemorySegment.ofArray(ints);
      default -> throw new IllegalArgumentException("elements in " + elements.getClass());
    };
  }

  /** A new Java array of the type and length of this one, all zero. */
  Object zeros() {
    return switch (initial) {
      case float[] floats -> new float[floats.length];
      case double[] doubles -> new double[doubles.length];
      case int[] ints -> new int[ints.length];
      default -> throw new IllegalArgumentException(name + " is " + initial.getClass());
    };
  }
}
