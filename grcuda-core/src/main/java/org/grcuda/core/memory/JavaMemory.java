package org.grcuda.core.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.grcuda.types.ElementType;

/** Java objects that are memory: arrays of numbers, buffers, memory segments. */
public final class JavaMemory {

  private JavaMemory() {}

  /** The memory of {@code object}; null if it is not memory. */
  public static MemorySegment of(Object object) {
    return switch (object) {
      case byte[] array -> MemorySegment.ofArray(array);
      case short[] array -> MemorySegment.ofArray(array);
      case char[] array -> MemorySegment.ofArray(array);
      case int[] array -> MemorySegment.ofArray(array);
      case long[] array -> MemorySegment.ofArray(array);
      case float[] array -> MemorySegment.ofArray(array);
      case double[] array -> MemorySegment.ofArray(array);
      case Buffer buffer -> MemorySegment.ofBuffer(buffer);
      case MemorySegment segment -> segment;
      case null, default -> null;
    };
  }

  /**
   * The type of the elements of an array; null for bytes, and for objects without an element type.
   */
  public static ElementType elementType(Object object) {
    return switch (object) {
      case short[] array -> ElementType.SHORT;
      case char[] array -> ElementType.USHORT;
      case int[] array -> ElementType.INT;
      case long[] array -> ElementType.LONG;
      case float[] array -> ElementType.FLOAT;
      case double[] array -> ElementType.DOUBLE;
      case null, default -> null;
    };
  }
}
