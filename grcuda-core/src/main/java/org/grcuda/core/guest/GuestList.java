package org.grcuda.core.guest;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.Arrays;
import java.util.List;

/** An immutable list of interop values. */
@ExportLibrary(InteropLibrary.class)
public final class GuestList extends LanguageObject {

  public static final MetaObject META = new MetaObject("List", GuestList.class);

  private final Object[] elements;

  /** A list of these, which must be interop values. */
  public GuestList(Object... elements) {
    this.elements = Arrays.stream(elements).map(Values::interop).toArray();
  }

  /** A list of these, which must be interop values. */
  public static GuestList of(List<?> elements) {
    return new GuestList(elements.toArray());
  }

  @ExportMessage
  boolean hasArrayElements() {
    return true;
  }

  @ExportMessage
  long getArraySize() {
    return elements.length;
  }

  @ExportMessage
  boolean isArrayElementReadable(long index) {
    return index >= 0 && index < elements.length;
  }

  @ExportMessage
  Object readArrayElement(long index) throws InvalidArrayIndexException {
    if (!isArrayElementReadable(index)) {
      throw InvalidArrayIndexException.create(index);
    }
    return elements[(int) index];
  }

  @ExportMessage
  boolean hasMetaObject() {
    return true;
  }

  @ExportMessage
  Object getMetaObject() {
    return META;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "["
        + String.join(
            ", ", Arrays.stream(elements).map(e -> Values.display(e, allowSideEffects)).toList())
        + "]";
  }
}
