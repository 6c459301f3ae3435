package org.grcuda.core.interop;

import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;
import org.grcuda.core.language.GrCudaLanguage;

/** What a call without a result returns: {@code None}, {@code null}. */
@ExportLibrary(InteropLibrary.class)
public final class GuestNull implements TruffleObject {

  /** The only one. */
  public static final GuestNull INSTANCE = new GuestNull();

  private GuestNull() {}

  @ExportMessage
  boolean isNull() {
    return true;
  }

  @ExportMessage
  TriState isIdenticalOrUndefined(Object other) {
    return TriState.valueOf(this == other);
  }

  @ExportMessage
  int identityHashCode() {
    return 0;
  }

  @ExportMessage
  boolean hasLanguage() {
    return true;
  }

  @ExportMessage
  Class<? extends TruffleLanguage<?>> getLanguage() {
    return GrCudaLanguage.class;
  }

  @ExportMessage
  Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
    return "null";
  }
}
