package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.EncapsulatingNodeReference;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.SourceSection;
import org.grcuda.core.language.GrCudaLanguage;
import org.grcuda.driver.DriverException;
import org.grcuda.types.GrCudaException;

/** Every error as guest programs see it. The single place where one is built. */
@ExportLibrary(InteropLibrary.class)
public final class GuestException extends AbstractTruffleException {

  private static final long serialVersionUID = 1L;

  private final transient SourceSection section;
  private final GrCudaException.Kind kind;

  private GuestException(
      String message,
      Throwable cause,
      Node location,
      SourceSection section,
      GrCudaException.Kind kind) {
    super(message, cause, UNLIMITED_STACK_TRACE, location);
    this.section = section;
    this.kind = kind;
  }

  /** An error of the engine, raised at {@code location} (may be null). */
  @TruffleBoundary
  public static GuestException of(GrCudaException error, Node location) {
    return new GuestException(error.getMessage(), error, location, null, error.kind());
  }

  /** An error of the driver, raised at {@code location} (may be null). */
  public static GuestException of(DriverException error, Node location) {
    return of(GrCudaException.of(error), location);
  }

  /** An error that only guest programs can cause. */
  @TruffleBoundary
  public static GuestException of(GrCudaException.Kind kind, String message) {
    return new GuestException(message, null, null, null, kind);
  }

  /**
   * The error for a value that contradicts itself, such as a list that shrinks while it is read.
   *
   * @param what the value, for the message
   */
  @TruffleBoundary
  public static GuestException changed(String what, Exception cause) {
    return of(
        new GrCudaException(GrCudaException.Kind.STATE, what + " changed while it was used", cause),
        null);
  }

  /** An expression that does not parse, or does not mean anything, at {@code section}. */
  public static GuestException syntax(String message, SourceSection section) {
    return new GuestException(message, null, null, section, null);
  }

  /**
   * This error with a location: {@code node}, or its caller if {@code node} is in no tree. The
   * error itself if it has a location already.
   */
  @TruffleBoundary
  public GuestException at(Node node) {
    if (getLocation() != null || section != null) {
      return this;
    }
    Node location =
        node != null && node.getRootNode() != null
            ? node
            : EncapsulatingNodeReference.getCurrent().get();
    return location == null
        ? this
        : new GuestException(getMessage(), getCause(), location, null, kind);
  }

  /** What went wrong; null for a syntax error. */
  public GrCudaException.Kind kind() {
    return kind;
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
    return getMessage();
  }

  @ExportMessage
  boolean hasMetaObject() {
    return true;
  }

  @ExportMessage
  Object getMetaObject() {
    return ErrorTypes.of(kind);
  }

  @ExportMessage
  ExceptionType getExceptionType() {
    return kind == null ? ExceptionType.PARSE_ERROR : ExceptionType.RUNTIME_ERROR;
  }

  @ExportMessage
  @TruffleBoundary
  boolean hasSourceLocation() {
    return section != null || locationSection() != null;
  }

  @ExportMessage(name = "getSourceLocation")
  @TruffleBoundary
  SourceSection sourceLocation() throws UnsupportedMessageException {
    SourceSection found = section != null ? section : locationSection();
    if (found == null) {
      throw UnsupportedMessageException.create();
    }
    return found;
  }

  private SourceSection locationSection() {
    return getLocation() == null ? null : getLocation().getEncapsulatingSourceSection();
  }
}
