package org.grcuda.runtime.history;

import java.io.IOException;

/** A file does not hold a history of kernels. The message says what is wrong, and where. */
public final class HistoryFormatException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * @param message what is wrong, on one line
   * @param cause the error of the JSON parser; may be null
   */
  HistoryFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
