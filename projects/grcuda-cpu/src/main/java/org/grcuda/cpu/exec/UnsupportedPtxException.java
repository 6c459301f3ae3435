package org.grcuda.cpu.exec;

import org.grcuda.ptx.Position;

/** A kernel, or a variable of its module, uses something that the CPU backend cannot execute. */
public final class UnsupportedPtxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * @param what the instruction or construct, as the PTX text writes it
   * @param position in the PTX text
   */
  public UnsupportedPtxException(String what, Position position) {
    this(position, "the cpu backend does not support '" + what + "'");
  }

  /**
   * @param what the instruction or construct, as the PTX text writes it
   * @param why what the backend lacks for it
   * @param position in the PTX text
   */
  public UnsupportedPtxException(String what, String why, Position position) {
    this(position, "the cpu backend does not support '" + what + "': " + why);
  }

  private UnsupportedPtxException(Position position, String message) {
    super(message + " (" + position + ")");
    this.line = position.line();
    this.column = position.column();
  }

  /**
   * A refusal of text that is not PTX.
   *
   * @param what as the PTX text writes it
   * @param why what is wrong with it, and what was expected
   * @param position in the PTX text
   */
  public static UnsupportedPtxException malformed(String what, String why, Position position) {
    return new UnsupportedPtxException(position, "malformed PTX: '" + what + "': " + why);
  }

  /** Line in the PTX text, from 1. */
  public int line() {
    return line;
  }

  /** Column in the PTX text, from 1. */
  public int column() {
    return column;
  }
}
