package org.grcuda.nvrtc.source;

/** A CUDA file that cannot become device code; the message names file and line. */
public final class SourceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SourceException(String message) {
    super(message);
  }

  SourceException(String message, Throwable cause) {
    super(message, cause);
  }

  SourceException(Token where, String problem) {
    this(where.file().name() + "(" + where.line() + "): " + problem);
  }
}
