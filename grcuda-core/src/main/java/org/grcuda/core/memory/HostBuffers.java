package org.grcuda.core.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** Java's buffers as the memory between their position and limit. */
public final class HostBuffers {

  private HostBuffers() {}

  /**
   * The memory of {@code buffer}, whose values must be elements of {@code type}, or bytes.
   *
   * @param method the method that copies, for the message
   * @throws GrCudaException if it has values of another type, or in another byte order than the
   *     machine's
   */
  public static MemorySegment segment(String method, Buffer buffer, ElementType type) {
    ElementType values = values(buffer);
    ElementType part = type.componentType();
    if (values != null
        && (values.kind() != part.kind() || values.sizeBytes() != part.sizeBytes())) {
      throw refused(
          method,
          "expected a ByteBuffer or a buffer of " + part + " values, given one of " + values);
    }
    if (values != null && order(buffer) != ByteOrder.nativeOrder()) {
      throw refused(
          method,
          "expected a buffer in " + ByteOrder.nativeOrder() + ", given one in " + order(buffer));
    }
    return MemorySegment.ofBuffer(buffer);
  }

  /** The type of a buffer's values; null for bytes, which may be parts of anything. */
  private static ElementType values(Buffer buffer) {
    return switch (buffer) {
      case ByteBuffer bytes -> null;
      case CharBuffer chars -> ElementType.USHORT;
      case ShortBuffer shorts -> ElementType.SHORT;
      case IntBuffer ints -> ElementType.INT;
      case LongBuffer longs -> ElementType.LONG;
      case FloatBuffer floats -> ElementType.FLOAT;
      case DoubleBuffer doubles -> ElementType.DOUBLE;
      default -> throw new IllegalStateException("a buffer of class " + buffer.getClass());
    };
  }

  private static ByteOrder order(Buffer buffer) {
    return switch (buffer) {
      case CharBuffer chars -> chars.order();
      case ShortBuffer shorts -> shorts.order();
      case IntBuffer ints -> ints.order();
      case LongBuffer longs -> longs.order();
      case FloatBuffer floats -> floats.order();
      case DoubleBuffer doubles -> doubles.order();
      default -> ByteOrder.nativeOrder();
    };
  }

  private static GrCudaException refused(String method, String problem) {
    return new GrCudaException(GrCudaException.Kind.TYPE, method + ", argument 1: " + problem);
  }
}
