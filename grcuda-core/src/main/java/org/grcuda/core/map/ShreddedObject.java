package org.grcuda.core.map;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.LanguageObject;
import org.grcuda.core.guest.Values;

/**
 * An array of objects seen as an object of arrays: member {@code m} is the array of the elements'
 * members {@code m}. A member that the object itself has is read from it, so an object of arrays
 * stays unchanged.
 */
@ExportLibrary(InteropLibrary.class)
public final class ShreddedObject extends LanguageObject {

  final Object delegate;

  ShreddedObject(Object delegate) {
    this.delegate = delegate;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "shred(" + Values.display(delegate, allowSideEffects) + ")";
  }

  @ExportMessage
  boolean hasMembers() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  Object getMembers(boolean includeInternal) {
    InteropLibrary interop = InteropLibrary.getUncached();
    try {
      if (interop.hasArrayElements(delegate) && interop.getArraySize(delegate) > 0) {
        Object first = interop.readArrayElement(delegate, 0);
        return interop.hasMembers(first)
            ? interop.getMembers(first, includeInternal)
            : new GuestList();
      }
      return interop.hasMembers(delegate)
          ? interop.getMembers(delegate, includeInternal)
          : new GuestList();
    } catch (UnsupportedMessageException | InvalidArrayIndexException e) {
      throw Foreign.refused("members of " + display(false), e);
    }
  }

  @ExportMessage
  boolean isMemberReadable(String name, @CachedLibrary("this.delegate") InteropLibrary interop) {
    return interop.isMemberReadable(delegate, name) || isElementMember(name);
  }

  /** Whether the elements have such a member, as the first one says; any if there are none. */
  @TruffleBoundary
  private boolean isElementMember(String name) {
    InteropLibrary interop = InteropLibrary.getUncached();
    try {
      return interop.hasArrayElements(delegate)
          && (interop.getArraySize(delegate) == 0
              || Foreign.hasMember(interop.readArrayElement(delegate, 0), name));
    } catch (UnsupportedMessageException | InvalidArrayIndexException e) {
      throw Foreign.refused("member '" + name + "' of " + display(false), e);
    }
  }

  @ExportMessage
  Object readMember(String name, @CachedLibrary("this.delegate") InteropLibrary interop)
      throws UnknownIdentifierException, UnsupportedMessageException {
    if (interop.isMemberReadable(delegate, name)) {
      return interop.readMember(delegate, name);
    }
    if (isElementMember(name)) {
      return new ShreddedMember(delegate, name);
    }
    throw UnknownIdentifierException.create(name);
  }

  @ExportMessage
  boolean isMemberInvocable(String name, @CachedLibrary("this.delegate") InteropLibrary interop) {
    return interop.isMemberInvocable(delegate, name);
  }

  @ExportMessage
  Object invokeMember(
      String name, Object[] arguments, @CachedLibrary("this.delegate") InteropLibrary interop)
      throws UnknownIdentifierException,
          UnsupportedMessageException,
          UnsupportedTypeException,
          ArityException {
    if (!interop.isMemberInvocable(delegate, name)) {
      throw UnknownIdentifierException.create(name);
    }
    return interop.invokeMember(delegate, name, arguments);
  }
}
