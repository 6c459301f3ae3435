package org.grcuda.core.map;

import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnknownKeyException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Values;
import org.grcuda.types.GrCudaException;

/** Interop messages to the values of terms; a refusal names the term. */
final class Foreign {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private Foreign() {}

  /** The error of a mapped function: its arguments are not what its terms expect. */
  static GuestException error(String message) {
    return GuestException.of(GrCudaException.Kind.TYPE, message);
  }

  /** The number of elements of an array. */
  static long size(Term term, Object value) {
    try {
      return INTEROP.getArraySize(value);
    } catch (UnsupportedMessageException e) {
      throw Values.expected("size of " + term.text(), "an array", value);
    }
  }

  /** Whether {@link #member} finds a member of that name. */
  static boolean hasMember(Object value, String name) {
    return INTEROP.isHashEntryReadable(value, name) || INTEROP.isMemberReadable(value, name);
  }

  /** A member of an object; an entry of a dictionary, as those of Python are. */
  static Object member(String what, Object value, String name) {
    try {
      return INTEROP.isHashEntryReadable(value, name)
          ? INTEROP.readHashValue(value, name)
          : INTEROP.readMember(value, name);
    } catch (UnsupportedMessageException | UnknownIdentifierException | UnknownKeyException e) {
      throw error(what + ": " + Values.describe(value) + " has no member '" + name + "'");
    }
  }

  /** An element of an array; {@code what} is named in errors. */
  static Object element(String what, Object value, long index) {
    if (!INTEROP.hasArrayElements(value)) {
      throw Values.expected(what, "an array", value);
    }
    try {
      if (INTEROP.isArrayElementReadable(value, index)) {
        return INTEROP.readArrayElement(value, index);
      }
    } catch (UnsupportedMessageException | InvalidArrayIndexException e) {
      throw refused(what, e);
    }
    throw error(what + ": " + Values.describe(value) + " has no element " + index);
  }

  /** Calls a function of any language. */
  static Object execute(Term term, Object function, Object... arguments) {
    try {
      return INTEROP.execute(function, arguments);
    } catch (ArityException | UnsupportedTypeException | UnsupportedMessageException e) {
      throw refused(term.text(), e);
    }
  }

  /** The error for a call that {@code what} refused. */
  static GuestException refused(String what, InteropException refusal) {
    return error(what + ": " + refusal.getMessage());
  }

  /** Refuses what cannot be called. */
  static Object function(String what, Object value) {
    if (INTEROP.isExecutable(value)) {
      return value;
    }
    throw Values.expected(what, "a function", value);
  }
}
