package org.grcuda.core.map;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import org.grcuda.core.guest.LanguageObject;
import org.grcuda.core.guest.Values;

/** The array of one member of every element of an array. */
@ExportLibrary(InteropLibrary.class)
public final class ShreddedMember extends LanguageObject {

  final Object delegate;
  private final String member;

  ShreddedMember(Object delegate, String member) {
    this.delegate = delegate;
    this.member = member;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "shred(" + Values.display(delegate, allowSideEffects) + ")." + member;
  }

  @ExportMessage
  boolean hasArrayElements() {
    return true;
  }

  @ExportMessage
  long getArraySize(@CachedLibrary("this.delegate") InteropLibrary interop)
      throws UnsupportedMessageException {
    return interop.getArraySize(delegate);
  }

  @ExportMessage
  boolean isArrayElementReadable(
      long index, @CachedLibrary("this.delegate") InteropLibrary interop) {
    return interop.isArrayElementReadable(delegate, index);
  }

  @ExportMessage
  Object readArrayElement(
      long index,
      @CachedLibrary("this.delegate") InteropLibrary interop,
      @CachedLibrary(limit = "3") InteropLibrary elements)
      throws InvalidArrayIndexException, UnsupportedMessageException {
    Object element = interop.readArrayElement(delegate, index);
    try {
      return elements.isMemberReadable(element, member)
          ? elements.readMember(element, member)
          : entry(index, element);
    } catch (UnknownIdentifierException e) {
      throw CompilerDirectives.shouldNotReachHere(e);
    }
  }

  /** The element is a dictionary, or has no such member. */
  @TruffleBoundary
  private Object entry(long index, Object element) {
    return Foreign.member("element " + index + " of a shredded array", element, member);
  }
}
