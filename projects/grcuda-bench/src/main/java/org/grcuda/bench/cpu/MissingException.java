package org.grcuda.bench.cpu;

/** A side cannot be run here. The message says what to install. */
final class MissingException extends Exception {

  private static final long serialVersionUID = 1L;

  MissingException(String reason) {
    super(reason);
  }
}
