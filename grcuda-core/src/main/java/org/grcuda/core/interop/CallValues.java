package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import org.grcuda.core.engine.CallArguments;
import org.grcuda.core.guest.Values;
import org.grcuda.types.GrCudaException;

/** Interop values as arguments of kernels and host functions. */
final class CallValues {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private CallValues() {}

  /**
   * Sets argument {@code index} to a device array, an image, a pointer, a number, a truth value, or
   * a null pointer, for which an empty list stands too; false if {@code value} is something else.
   */
  static boolean pack(CallArguments arguments, int index, Object value) {
    if (value instanceof DeviceArray array) {
      arguments.array(index, array.array());
    } else if (arguments.primitive(index, value)) {
      return true;
    } else if (value instanceof ImageObject image) {
      image.image().pack(arguments, index);
    } else if (value instanceof PointerObject pointer) {
      arguments.pointer(index, pointer.session(), pointer.memory());
    } else {
      return packForeign(arguments, index, value);
    }
    return true;
  }

  /** The error for an argument that {@link #pack} does not take. */
  static GrCudaException refusal(CallArguments arguments, int index, Object value) {
    String given = Values.describe(value);
    return Values.isList(value) || INTEROP.hasBufferElements(value)
        ? arguments.hostMemory(index, given, "grcuda.array(...)")
        : arguments.wrongType(index, given);
  }

  /** Whether {@code value} is a handle, whose number is not an address. */
  private static boolean isHandle(Object value) {
    return value instanceof StreamObject || value instanceof EventObject;
  }

  private static boolean packForeign(CallArguments arguments, int index, Object value) {
    try {
      if (INTEROP.fitsInLong(value)) {
        arguments.integer(index, INTEROP.asLong(value));
      } else if (INTEROP.fitsInBigInteger(value)) {
        arguments.integer(index, INTEROP.asBigInteger(value));
      } else if (INTEROP.fitsInDouble(value)) {
        arguments.floating(index, INTEROP.asDouble(value));
      } else if (INTEROP.isBoolean(value)) {
        arguments.bool(index, INTEROP.asBoolean(value));
      } else if (INTEROP.isPointer(value) && !isHandle(value)) {
        arguments.pointer(index, INTEROP.asPointer(value));
      } else if (isNothing(value) && arguments.takesPointer(index)) {
        arguments.nullPointer(index);
      } else {
        return false;
      }
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a number that cannot be read", e);
    }
    return true;
  }

  /** JavaScript's undefined is no null: it comes from a misspelt name. */
  private static boolean isNothing(Object value) throws UnsupportedMessageException {
    return INTEROP.isNull(value)
        ? !Values.isUndefined(value)
        : INTEROP.hasArrayElements(value) && INTEROP.getArraySize(value) == 0;
  }
}
