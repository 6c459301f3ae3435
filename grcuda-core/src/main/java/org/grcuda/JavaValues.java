package org.grcuda;

import java.math.BigInteger;
import org.grcuda.core.engine.CallArguments;
import org.grcuda.types.GrCudaException;

/** Java values as arguments of kernels and host functions. */
final class JavaValues {

  private JavaValues() {}

  /**
   * Sets argument {@code index} to a device array, a number or a truth value; false if {@code
   * value} is something else.
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
        return false;
      }
    }
    return true;
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
