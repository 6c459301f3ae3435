package org.grcuda.ptx;

/** PTX text that is not PTX, or uses a part of the language that the parser does not know. */
public final class PtxSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * @param line from 1
   * @param column from 1
   * @param detail what was found and what was expected
   */
  public PtxSyntaxException(int line, int column, String detail) {
    this(new Position(line, column), detail);
  }

  /**
   * @param detail what was found and what was expected
   */
  public PtxSyntaxException(Position position, String detail) {
    super(position + ": " + detail);
    this.line = position.line();
    this.column = position.column();
  }

  /** Line in the PTX source, from 1. */
  public int line() {
    return line;
  }

  /** Column in the PTX source, from 1. */
  public int column() {
    return column;
  }
}
