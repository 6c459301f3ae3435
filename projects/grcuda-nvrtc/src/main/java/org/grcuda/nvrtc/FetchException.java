package org.grcuda.nvrtc;

import java.io.IOException;

/** A wheel could not be fetched; the message is one or several lines for the user. */
sealed class FetchException extends IOException permits OfflineException {

  private static final long serialVersionUID = 1L;

  FetchException(String message) {
    super(message);
  }

  FetchException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Why a fetch failed, to be put in a list: further lines are indented. */
  static String reason(IOException failure) {
    String text = failure instanceof FetchException ? failure.getMessage() : failure.toString();
    return text.replace("\n", "\n    ");
  }
}
