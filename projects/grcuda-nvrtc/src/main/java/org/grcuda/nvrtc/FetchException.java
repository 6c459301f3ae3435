package org.grcuda.nvrtc;

import java.io.IOException;

/** NVRTC could not be fetched; the message is one or several lines for the user. */
final class FetchException extends IOException {

  private static final long serialVersionUID = 1L;

  FetchException(String message) {
    super(message);
  }

  FetchException(String message, Throwable cause) {
    super(message, cause);
  }
}
