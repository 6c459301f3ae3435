package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Dictionaries with which programs pass values by name: a Python dict, a Java or JavaScript Map, a
 * JavaScript object.
 */
public final class GuestDictionary {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private GuestDictionary() {}

  /** Whether the value is a dictionary. */
  @TruffleBoundary
  public static boolean isDictionary(Object value) {
    if (INTEROP.isString(value) || INTEROP.hasArrayElements(value) || INTEROP.isNull(value)) {
      return false;
    }
    return INTEROP.hasHashEntries(value)
        || INTEROP.hasMembers(value)
            && !INTEROP.isExecutable(value)
            && !INTEROP.isNumber(value)
            && !INTEROP.isBoolean(value)
            && !(value instanceof LanguageObject);
  }

  /**
   * The entries of a dictionary, in its order.
   *
   * @param what names the dictionary in messages
   */
  @TruffleBoundary
  public static Map<String, Object> entries(String what, Object dictionary) {
    Map<String, Object> entries = new LinkedHashMap<>();
    try {
      if (INTEROP.hasHashEntries(dictionary)) {
        Object iterator = INTEROP.getHashEntriesIterator(dictionary);
        while (INTEROP.hasIteratorNextElement(iterator)) {
          Object entry = INTEROP.getIteratorNextElement(iterator);
          String key = Values.string(what + ", a key", INTEROP.readArrayElement(entry, 0));
          entries.put(key, INTEROP.readArrayElement(entry, 1));
        }
      } else {
        Object names = INTEROP.getMembers(dictionary);
        for (Object name : Values.list(what, names)) {
          String key = Values.string(what + ", a key", name);
          entries.put(key, INTEROP.readMember(dictionary, key));
        }
      }
    } catch (UnsupportedMessageException
        | UnknownIdentifierException
        | InvalidArrayIndexException
        | StopIterationException e) {
      throw GuestException.changed(what + ": the dictionary", e);
    }
    return entries;
  }
}
