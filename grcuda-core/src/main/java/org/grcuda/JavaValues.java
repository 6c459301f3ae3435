package org.grcuda;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.List;
import org.grcuda.core.engine.CallArguments;
import org.grcuda.types.GrCudaException;

/** Java values as arguments of kernels and host functions. */
final class JavaValues {

  private JavaValues() {}

  /**
   * Sets argument {@code index} to a device array, a number, a truth value, or a null pointer, for
   * which an empty list or Java array stands too; false if {@code value} is something else.
   */
  static boolean pack(CallArguments arguments, int index, Object value) {
    switch (value) {
      case DeviceArray array -> arguments.array(index, array.array());
      case Integer number -> arguments.integer(index, number);
      case Long number -> arguments.integer(index, number);
      case BigInteger number -> arguments.integer(index, number);
      case Short number -> arguments.integer(index, number);
      case Byte number -> arguments.integer(index, number);
      case Float number -> arguments.floating(index, number);
      case Double number -> arguments.floating(index, number);
      case Boolean truth -> arguments.bool(index, truth);
      case null, default -> {
        if (!isNothing(value) || !arguments.takesPointer(index)) {
          return false;
        }
        arguments.nullPointer(index);
      }
    }
    return true;
  }

  private static boolean isNothing(Object value) {
    return value == null
        || value instanceof List<?> list && list.isEmpty()
        || value.getClass().isArray() && Array.getLength(value) == 0;
  }

  /** The error for an argument that {@link #pack} does not take. */
  static GrCudaException refusal(CallArguments arguments, int index, Object value) {
    return value != null && value.getClass().isArray()
        ? arguments.hostMemory(index, describe(value), "GrCuda.array(...)")
        : arguments.wrongType(index, describe(value));
  }

  /** How a message describes a value of another type. */
  static String describe(Object value) {
    return value == null ? "null" : "a " + value.getClass().getTypeName();
  }
}
