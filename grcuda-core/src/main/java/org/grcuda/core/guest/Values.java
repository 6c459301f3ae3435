package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.strings.TruffleString;
import org.grcuda.core.type.NumpyType;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.UnknownTypeException;

/** Converts interop values to Java values; refuses others with a message for the user. */
public final class Values {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private static final String UNDEFINED = "undefined";

  /** No list of arguments or options is as long. */
  private static final int LONGEST_LIST = 1 << 16;

  private Values() {}

  /**
   * A value as a host gets it: strings are Truffle's, since GraalPy asserts that no result of its
   * interop functions is a string of Java.
   */
  public static Object interop(Object value) {
    return value instanceof String text
        ? TruffleString.fromJavaStringUncached(text, TruffleString.Encoding.UTF_16)
        : value;
  }

  /** The display string of any interop value. */
  @TruffleBoundary
  public static String display(Object value, boolean allowSideEffects) {
    return asString(INTEROP.toDisplayString(value, allowSideEffects));
  }

  private static String asString(Object string) {
    try {
      return INTEROP.asString(string);
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("not a string: " + string, e);
    }
  }

  /** How an error message names a value: its kind, and the value itself if it is short. */
  @TruffleBoundary
  public static String describe(Object value) {
    if (value instanceof LanguageObject object && object.describe() != null) {
      return object.describe();
    }
    if (INTEROP.isNull(value)) {
      return isUndefined(value) ? UNDEFINED : "null";
    }
    if (INTEROP.isString(value)) {
      String text = asString(value);
      return text.length() <= 40 ? "the string '" + text + "'" : "a string";
    }
    if (INTEROP.isNumber(value) || INTEROP.isBoolean(value)) {
      return display(value, false);
    }
    if (INTEROP.hasArrayElements(value)) {
      return "a list";
    }
    return INTEROP.isExecutable(value) ? "a function" : "an object";
  }

  /** A string. */
  @TruffleBoundary
  public static String string(String what, Object value) {
    if (INTEROP.isString(value)) {
      return asString(value);
    }
    throw expected(what, "a string", value);
  }

  /** The truth value that {@code value} is. */
  @TruffleBoundary
  public static boolean isTrue(String what, Object value) {
    try {
      return INTEROP.asBoolean(value);
    } catch (UnsupportedMessageException e) {
      throw expected(what, "true or false", value);
    }
  }

  /** An integer of 64 bits; a floating-point number is accepted if its value is an integer. */
  @TruffleBoundary
  public static long integer(String what, Object value) {
    try {
      if (INTEROP.fitsInLong(value)) {
        return INTEROP.asLong(value);
      }
      if (INTEROP.fitsInBigInteger(value)) {
        throw expected(what, "an integer of 64 bits", value);
      }
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException(e);
    }
    throw expected(what, "an integer", value);
  }

  /** An integer from {@code least} to {@code most}. */
  @TruffleBoundary
  public static int integer(String what, Object value, int least, int most) {
    long integer = integer(what, value);
    if (integer < least || integer > most) {
      throw GuestException.of(
          GrCudaException.Kind.VALUE,
          what + ": expected " + least + " to " + most + ", given " + integer);
    }
    return (int) integer;
  }

  /** A number that fits in a double. */
  @TruffleBoundary
  public static double number(String what, Object value) {
    try {
      if (INTEROP.fitsInDouble(value)) {
        return INTEROP.asDouble(value);
      }
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException(e);
    }
    throw expected(what, "a number", value);
  }

  /** A number, a truth value or a string as a Java value; null for everything else. */
  @TruffleBoundary
  public static Object plain(Object value) {
    try {
      if (INTEROP.fitsInLong(value)) {
        return INTEROP.asLong(value);
      }
      if (INTEROP.fitsInDouble(value)) {
        return INTEROP.asDouble(value);
      }
      if (INTEROP.fitsInBigInteger(value)) {
        return INTEROP.asBigInteger(value);
      }
      if (INTEROP.isBoolean(value)) {
        return INTEROP.asBoolean(value);
      }
      return INTEROP.isString(value) ? asString(value) : null;
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a value that cannot be read", e);
    }
  }

  /** Whether the value is JavaScript's undefined, which is a null for other languages. */
  @TruffleBoundary
  public static boolean isUndefined(Object value) {
    return INTEROP.isNull(value) && UNDEFINED.equals(asString(INTEROP.toDisplayString(value)));
  }

  /** Whether the value is null, of any language. */
  @TruffleBoundary
  public static boolean isNull(Object value) {
    return INTEROP.isNull(value);
  }

  /** Whether the value is a string. */
  @TruffleBoundary
  public static boolean isString(Object value) {
    return INTEROP.isString(value);
  }

  /** Whether the value is a list of any kind. */
  @TruffleBoundary
  public static boolean isList(Object value) {
    return INTEROP.hasArrayElements(value);
  }

  /**
   * The elements of a list.
   *
   * @param what names it in messages
   * @throws GuestException for one of more than {@value #LONGEST_LIST}
   */
  @TruffleBoundary
  public static Object[] list(String what, Object value) {
    try {
      long size = INTEROP.getArraySize(value);
      if (size > LONGEST_LIST) {
        throw GuestException.of(
            GrCudaException.Kind.VALUE, what + ": a list of " + size + " elements is too long");
      }
      Object[] elements = new Object[(int) size];
      for (int i = 0; i < elements.length; i++) {
        elements[i] = INTEROP.readArrayElement(value, i);
      }
      return elements;
    } catch (UnsupportedMessageException | InvalidArrayIndexException e) {
      throw GuestException.changed(what + ": the list", e);
    }
  }

  /** An element type, by one of its names or of NumPy's codes. */
  @TruffleBoundary
  public static ElementType elementType(String what, Object value) {
    String name = string(what, value);
    NumpyType code = NumpyType.find(name).orElse(null);
    if (code != null && code.isNative()) {
      return code.element();
    }
    try {
      return ElementType.parse(name);
    } catch (UnknownTypeException e) {
      throw GuestException.of(
          new GrCudaException(GrCudaException.Kind.VALUE, what + ": " + e.getMessage(), e), null);
    }
  }

  /** The error for a value of the wrong type. */
  public static GuestException expected(String what, String expected, Object given) {
    return GuestException.of(
        GrCudaException.Kind.TYPE, what + ": expected " + expected + ", given " + describe(given));
  }
}
