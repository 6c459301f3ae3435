package org.grcuda.core.guest;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.util.ArrayList;
import java.util.List;

/** Generators, sets and other values that only iterate, as lists. */
public final class Iterables {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private Iterables() {}

  /**
   * A list of the first {@code most} elements of {@code value} if it iterates and is neither a list
   * nor a buffer, else {@code value} itself. No more elements are taken from the iterator, which
   * may be endless.
   */
  public static Object toList(Object value, long most) {
    if (!INTEROP.hasIterator(value) && !INTEROP.isIterator(value)
        || INTEROP.hasArrayElements(value)
        || INTEROP.hasBufferElements(value)
        || INTEROP.isString(value)) {
      return value;
    }
    try {
      Object iterator = INTEROP.isIterator(value) ? value : INTEROP.getIterator(value);
      List<Object> elements = new ArrayList<>();
      while (elements.size() < most && INTEROP.hasIteratorNextElement(iterator)) {
        elements.add(INTEROP.getIteratorNextElement(iterator));
      }
      return GuestList.of(elements);
    } catch (UnsupportedMessageException | StopIterationException e) {
      throw GuestException.changed("copyFrom, argument 1: the iterator", e);
    }
  }
}
