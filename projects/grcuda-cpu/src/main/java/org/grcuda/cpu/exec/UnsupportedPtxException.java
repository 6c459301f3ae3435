package org.grcuda.cpu.exec;

/** A kernel, or a variable of its module, uses something that the CPU backend cannot execute. */
public final class UnsupportedPtxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * @param what the instruction or construct, as the PTX text writes it
   * @param line its line in the PTX text, from 1
   */
  public UnsupportedPtxException(String what, int line) {
    this(line, "the cpu backend does not support '" + what + "'");
  }

  /**
   * @param what the instruction or construct, as the PTX text writes it
   * @param why what the backend would have to have
   * @param line its line in the PTX text, from 1
   */
  public UnsupportedPtxException(String what, String why, int line) {
    this(line, "the cpu backend does not support '" + what + "': " + why);
  }

  private UnsupportedPtxException(int line, String message) {
    super(message + " (PTX line " + line + ")");
    this.line = line;
  }

  /**
   * A refusal of what is no PTX.
   *
   * @param what as the PTX text writes it
   * @param why what is wrong with it, and what was expected
   * @param line its line in the PTX text, from 1
   */
  public static UnsupportedPtxException malformed(String what, String why, int line) {
    return new UnsupportedPtxException(line, "malformed PTX: '" + what + "': " + why);
  }

  /** Line in the PTX text, from 1. */
  public int line() {
    return line;
  }
}
