package org.grcuda.cpu.translate.simd.analysis;

/** A kernel has something without vector code, so it runs as scalar bytecode. */
public final class NotVectorizableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A refusal that names what it is. */
  public NotVectorizableException(String what) {
    super(what, null, false, false);
  }
}
