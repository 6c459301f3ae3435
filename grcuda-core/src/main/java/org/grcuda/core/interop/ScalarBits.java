package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.math.BigInteger;
import org.grcuda.core.guest.Values;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** Interop numbers as the bits of an element. */
final class ScalarBits {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private ScalarBits() {}

  /**
   * The bits of {@code value} as an element of {@code type}, which is not a complex type.
   *
   * @param what names the value in messages
   */
  static long of(String what, ElementType type, Object value) {
    try {
      if (INTEROP.isBoolean(value)) {
        return ofInteger(what, type, INTEROP.asBoolean(value) ? 1 : 0);
      }
      if (INTEROP.fitsInLong(value)) {
        return ofInteger(what, type, INTEROP.asLong(value));
      }
      if (INTEROP.fitsInDouble(value)) {
        return ofDouble(what, type, INTEROP.asDouble(value));
      }
      if (INTEROP.fitsInBigInteger(value)) {
        return ofBigInteger(what, type, INTEROP.asBigInteger(value));
      }
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a number that cannot be read", e);
    }
    throw Values.expected(what, "a number", value);
  }

  private static long ofInteger(String what, ElementType type, long value) {
    if (!type.fits(value)) {
      throw rejected(what, type, value);
    }
    return type.kind() == ElementType.Kind.FLOATING ? type.floatingBits(value) : value;
  }

  private static long ofDouble(String what, ElementType type, double value) {
    if (type.kind() == ElementType.Kind.FLOATING) {
      return type.floatingBits(value);
    }
    if (!type.fits(value)) {
      throw rejected(what, type, value);
    }
    return ElementType.integerBits(value);
  }

  private static long ofBigInteger(String what, ElementType type, BigInteger value) {
    if (!type.fits(value)) {
      throw rejected(what, type, value);
    }
    return type.kind() == ElementType.Kind.FLOATING
        ? type.floatingBits(value.doubleValue())
        : value.longValue();
  }

  private static GrCudaException rejected(String what, ElementType type, Number value) {
    return new GrCudaException(GrCudaException.Kind.VALUE, what + ": " + type.rejection(value));
  }
}
