package org.grcuda.core.expression;

import org.grcuda.core.grammar.Position;

/** An expression that cannot be parsed. The message is one line: place, expected, found. */
public final class ExpressionSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;
  private final int offset;
  private final int length;

  ExpressionSyntaxException(String source, int offset, int length, String problem) {
    this(Position.of(source, offset), offset, length, problem);
  }

  private ExpressionSyntaxException(Position position, int offset, int length, String problem) {
    super("line %d, column %d: %s".formatted(position.line(), position.column(), problem));
    this.line = position.line();
    this.column = position.column();
    this.offset = offset;
    this.length = length;
  }

  /** Line of the error, from 1. */
  public int line() {
    return line;
  }

  /** Column of the error in UTF-16 units, from 1. */
  public int column() {
    return column;
  }

  /** Offset of the error in the source in UTF-16 units, from 0. */
  public int offset() {
    return offset;
  }

  /** Length of the wrong text in UTF-16 units, 0 at the end of the source. */
  public int length() {
    return length;
  }
}
