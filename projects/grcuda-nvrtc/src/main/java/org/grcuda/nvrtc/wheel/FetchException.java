package org.grcuda.nvrtc.wheel;

import java.io.IOException;

/** A wheel could not be fetched; the message is one or several lines for the user. */
public sealed class FetchException extends IOException permits OfflineException {

  private static final long serialVersionUID = 1L;

  /** A failure with a message for the user. */
  public FetchException(String message) {
    super(message);
  }

  FetchException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Why a fetch failed, to be put in a list: further lines are indented. */
  public static String reason(IOException failure) {
    String text = failure instanceof FetchException ? failure.getMessage() : failure.toString();
    return text.replace("\n", "\n    ");
  }
}
