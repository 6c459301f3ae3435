package org.grcuda.bench.cpu;

import java.lang.foreign.MemorySegment;
import org.grcuda.types.ElementType;

/**
 * An array of a problem.
 *
 * @param name its name in the kernels
 * @param initial its elements before a run: a {@code float[]}, {@code double[]} or {@code int[]}
 * @param use what the kernels do with it
 */
record Data(String name, Object initial, Use use) {

  /** What the kernels do with an array. */
  enum Use {
    IN,
    OUT,
    /** Written after having been read: restored before each run, which is not measured. */
    INOUT
  }

  static Data in(String name, Object elements) {
    return new Data(name, elements, Use.IN);
  }

  /** An array of the kind of {@code zeros}, which must be zero. */
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

  /** The elements of an array as memory of the heap. */
  static MemorySegment segment(Object elements) {
    return switch (elements) {
      case float[] floats -> MemorySegment.ofArray(floats);
      case double[] doubles -> MemorySegment.ofArray(doubles);
      case int[] ints -> MemorySegment.ofArray(ints);
      default -> throw new IllegalArgumentException("elements in " + elements.getClass());
    };
  }

  /** An array of the kind and length of this one, all zero. */
  Object zeros() {
    return switch (initial) {
      case float[] floats -> new float[floats.length];
      case double[] doubles -> new double[doubles.length];
      case int[] ints -> new int[ints.length];
      default -> throw new IllegalArgumentException(name + " is " + initial.getClass());
    };
  }
}
