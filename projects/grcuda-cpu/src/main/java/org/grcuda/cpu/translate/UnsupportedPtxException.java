package org.grcuda.cpu.translate;

/** A kernel, or a variable of its module, uses something that the CPU backend cannot execute. */
public final class UnsupportedPtxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * @param what the instruction or construct, as the PTX text writes it
   * @param line its line in the PTX text, from 1
   */
  public UnsupportedPtxException(String what, int line) {
    super("the cpu backend does not support '" + what + "' (PTX line " + line + ")");
    this.line = line;
  }

  /** Line in the PTX text, from 1. */
  public int line() {
    return line;
  }
}
