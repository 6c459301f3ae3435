package org.grcuda.core.expression;

import org.graalvm.shadowed.org.antlr.v4.runtime.Token;
import org.grcuda.core.expression.Expression.FloatLiteral;
import org.grcuda.core.expression.Expression.IntegerLiteral;
import org.grcuda.core.grammar.SyntaxError;

/** The values of numbers. */
final class Literals {

  private Literals() {}

  /**
   * An integer: decimal, or 64 bits in hexadecimal.
   *
   * @param minus the sign before it, null if there is none
   */
  static IntegerLiteral integer(Token minus, Token digits) {
    int start = (minus == null ? digits : minus).getStartIndex();
    int length = digits.getStopIndex() + 1 - start;
    String text = digits.getText();
    try {
      boolean hexadecimal = text.startsWith("0x") || text.startsWith("0X");
      if (!hexadecimal) {
        long value = Long.parseLong(minus == null ? text : "-" + text);
        return new IntegerLiteral(value, start, length);
      }
      long value = Long.parseUnsignedLong(text, 2, text.length(), 16);
      return new IntegerLiteral(minus == null ? value : -value, start, length);
    } catch (NumberFormatException tooLarge) {
      throw new SyntaxError(start, length, "this integer does not fit in 64 bits");
    }
  }

  /** A floating-point number. */
  static FloatLiteral floating(Token digits) {
    int start = digits.getStartIndex();
    int length = digits.getStopIndex() + 1 - start;
    double value = Double.parseDouble(digits.getText());
    if (Double.isInfinite(value)) {
      throw new SyntaxError(start, length, "this number is too large for a double");
    }
    return new FloatLiteral(value, start, length);
  }
}
