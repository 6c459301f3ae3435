package org.grcuda.graph.file;

import org.grcuda.types.GrCudaException;

/** Something in a text that is not as expected: where, and what. */
final class TextError extends Exception {

  private static final long serialVersionUID = 1L;

  private final GrCudaException.Kind kind;
  private final long offset;

  /**
   * Bad content.
   *
   * @param offset in bytes from the beginning of the text
   */
  TextError(long offset, String message) {
    this(GrCudaException.Kind.VALUE, offset, message);
  }

  TextError(GrCudaException.Kind kind, long offset, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.offset = offset;
  }

  GrCudaException.Kind kind() {
    return kind;
  }

  long offset() {
    return offset;
  }
}
