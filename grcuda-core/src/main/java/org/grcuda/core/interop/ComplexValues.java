package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Values;
import org.grcuda.types.Complex;

/** Complex numbers as guest programs write them. */
public final class ComplexValues {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
  private static final String EXPECTED = "a list of two numbers, a complex number or a number";

  private ComplexValues() {}

  /**
   * Converts {@code value} to a complex number. It may be a list of the real and the imaginary
   * part, an object with members {@code real} and {@code imag} as in Python, a real number, or
   * Java's {@link Complex}.
   *
   * @param what names the value in messages
   */
  static Complex of(GuestContext context, String what, Object value) {
    try {
      if (INTEROP.isNumber(value)) {
        return new Complex(part(what, value, value), 0);
      }
      if (INTEROP.hasArrayElements(value) && INTEROP.getArraySize(value) == 2) {
        return new Complex(
            part(what, value, INTEROP.readArrayElement(value, 0)),
            part(what, value, INTEROP.readArrayElement(value, 1)));
      }
      Object[] parts = parts(value);
      if (parts != null) {
        return of(what, parts);
      }
    } catch (InteropException e) {
      throw GuestException.changed(what + ": the complex number", e);
    }
    if (context.asHostObject(value) instanceof Complex complex) {
      return complex;
    }
    throw Values.expected(what, EXPECTED, value);
  }

  /** The complex number of a real and an imaginary part. */
  static Complex of(String what, Object[] parts) {
    try {
      return new Complex(part(what, parts[0], parts[0]), part(what, parts[1], parts[1]));
    } catch (UnsupportedMessageException e) {
      throw GuestException.changed(what + ": the complex number", e);
    }
  }

  /**
   * Real and imaginary part of an object that has them as members, as in Python, or of a complex
   * element; null for anything else.
   */
  @TruffleBoundary
  public static Object[] parts(Object value) {
    if (value instanceof DeviceArray array) {
      return array.isComplexElement() ? new Object[] {array.element(0), array.element(1)} : null;
    }
    try {
      return INTEROP.isMemberReadable(value, "real") && INTEROP.isMemberReadable(value, "imag")
          ? new Object[] {INTEROP.readMember(value, "real"), INTEROP.readMember(value, "imag")}
          : null;
    } catch (InteropException e) {
      throw GuestException.changed("the complex number", e);
    }
  }

  private static double part(String what, Object value, Object part)
      throws UnsupportedMessageException {
    if (INTEROP.fitsInDouble(part)) {
      return INTEROP.asDouble(part);
    }
    if (INTEROP.fitsInBigInteger(part)) {
      return INTEROP.asBigInteger(part).doubleValue();
    }
    throw Values.expected(what, EXPECTED, value);
  }
}
