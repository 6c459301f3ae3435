package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;
import org.grcuda.core.language.GrCudaLanguage;

/** A value of this language; so it has a display string. */
@ExportLibrary(InteropLibrary.class)
public abstract class LanguageObject implements TruffleObject {

  /**
   * One line for people: what it is, its shape, its first elements.
   *
   * @param allowSideEffects whether it may wait for computations to show contents
   */
  protected abstract String display(boolean allowSideEffects);

  /** How an error message names it; null for the words used for any value of its kind. */
  protected String describe() {
    return null;
  }

  /** The display string: hosts put it into messages of their own. */
  @Override
  public final String toString() {
    return display(false);
  }

  @ExportMessage
  public final boolean hasLanguage() {
    return true;
  }

  @ExportMessage
  public final Class<? extends TruffleLanguage<?>> getLanguage() {
    return GrCudaLanguage.class;
  }

  @ExportMessage
  @TruffleBoundary
  public final Object toDisplayString(boolean allowSideEffects) {
    return display(allowSideEffects);
  }

  @ExportMessage
  public final TriState isIdenticalOrUndefined(Object other) {
    return TriState.valueOf(this == other);
  }

  @ExportMessage
  @TruffleBoundary
  public final int identityHashCode() {
    return System.identityHashCode(this);
  }
}
