package org.grcuda.core.signature;

import org.grcuda.core.grammar.Position;
import org.grcuda.core.text.Quote;

/** A signature that cannot be parsed. The message is one line: place, expected, found. */
public final class SignatureException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;
  private static final int LONGEST_QUOTE = 100;

  private final int line;
  private final int column;

  private SignatureException(Position position, String message) {
    super(message);
    this.line = position.line();
    this.column = position.column();
  }

  /** An error of a signature that the message quotes. */
  static SignatureException inSignature(String text, int offset, String problem) {
    Position position = Position.of(text, offset);
    String line = text.indexOf('\n') < 0 ? "" : "line " + position.line() + ", ";
    return new SignatureException(
        position,
        "signature '%s', %scolumn %d: %s"
            .formatted(Quote.oneLine(text, LONGEST_QUOTE), line, position.column(), problem));
  }

  /** An error of a file. */
  static SignatureException inFile(String fileName, String text, int offset, String problem) {
    Position position = Position.of(text, offset);
    return new SignatureException(
        position,
        "%s, line %d, column %d: %s"
            .formatted(fileName, position.line(), position.column(), problem));
  }

  /** Line of the error, from 1. */
  public int line() {
    return line;
  }

  /** Column of the error in UTF-16 units, from 1. */
  public int column() {
    return column;
  }
}
