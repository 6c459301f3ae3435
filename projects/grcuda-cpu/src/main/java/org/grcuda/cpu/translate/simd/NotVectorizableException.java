package org.grcuda.cpu.translate.simd;

/** A kernel has something that there is no vector code for: it runs as scalar bytecode. */
final class NotVectorizableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NotVectorizableException(String what) {
    super(what, null, false, false);
  }
}
