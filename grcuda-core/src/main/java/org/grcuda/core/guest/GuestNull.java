package org.grcuda.core.guest;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/** What a call without a result returns: {@code None}, {@code null}. */
@ExportLibrary(InteropLibrary.class)
public final class GuestNull extends LanguageObject {

  /** The only one. */
  public static final GuestNull INSTANCE = new GuestNull();

  private GuestNull() {}

  @ExportMessage
  boolean isNull() {
    return true;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "null";
  }
}
