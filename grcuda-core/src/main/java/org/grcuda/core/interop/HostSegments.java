package org.grcuda.core.interop;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.grcuda.core.memory.HostBuffers;
import org.grcuda.types.ElementType;

/** Java arrays, buffers and memory segments of a host program, as memory. */
final class HostSegments {

  private HostSegments() {}

  /**
   * The memory of host object {@code value} if it can hold elements of {@code type} as they are: an
   * array of that type or of its bits, a buffer, or a segment. Null for everything else.
   *
   * @param method the method that copies, for messages
   * @throws org.grcuda.types.GrCudaException for a buffer of other elements
   */
  static MemorySegment of(GuestContext context, String method, Object value, ElementType type) {
    return switch (context.asHostObject(value)) {
      case byte[] array when type.sizeBytes() == 1 -> MemorySegment.ofArray(array);
      case short[] array when isInteger(type, Short.BYTES) -> MemorySegment.ofArray(array);
      case char[] array when type == ElementType.USHORT -> MemorySegment.ofArray(array);
      case int[] array when isInteger(type, Integer.BYTES) -> MemorySegment.ofArray(array);
      case long[] array when isInteger(type, Long.BYTES) -> MemorySegment.ofArray(array);
      case float[] array when type.componentType() == ElementType.FLOAT ->
          MemorySegment.ofArray(array);
      case double[] array when type.componentType() == ElementType.DOUBLE ->
          MemorySegment.ofArray(array);
      case Buffer buffer -> HostBuffers.segment(method, buffer, type);
      case MemorySegment segment -> segment;
      case null, default -> null;
    };
  }

  /** Whether Java's integers of this size hold the bits of an element. */
  private static boolean isInteger(ElementType type, int bytes) {
    return type.isInteger() && type.sizeBytes() == bytes;
  }
}
