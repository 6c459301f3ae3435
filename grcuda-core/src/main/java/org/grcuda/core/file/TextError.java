package org.grcuda.core.file;

import org.grcuda.types.GrCudaException;

/** Something in a text file that is not as expected: where, and what. */
final class TextError extends Exception {

  private static final long serialVersionUID = 1L;

  private final long line;
  private final int column;

  /**
   * @param line from 1
   * @param column the field, from 1; 0 for the line as a whole
   */
  TextError(long line, int column, String message) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** The error for the user, about the file that {@code what} names. */
  GrCudaException located(String what) {
    String field = column == 0 ? "" : ", column " + column;
    return new GrCudaException(
        GrCudaException.Kind.VALUE, what + ", line " + line + field + ": " + getMessage());
  }
}
