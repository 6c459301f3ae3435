package org.grcuda.core.expression;

/**
 * The binary operators. Integers have 64 bits and never wrap around; quotients are truncated and
 * remainders take the sign of the dividend, as in C. If one operand is a floating-point number, the
 * other one is converted.
 */
public enum Operator {
  /** Sum. */
  PLUS("+"),
  /** Difference. */
  MINUS("-"),
  /** Product. */
  TIMES("*"),
  /** Quotient. */
  DIVIDE("/"),
  /** Remainder. */
  MODULO("%");

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /**
   * The result for two integers.
   *
   * @throws ArithmeticException if it does not fit in 64 bits, or the divisor is zero
   */
  public long apply(long left, long right) {
    if (right == 0 && (this == DIVIDE || this == MODULO)) {
      throw new ArithmeticException("division by zero in '" + text(left, right) + "'");
    }
    try {
      return switch (this) {
        case PLUS -> Math.addExact(left, right);
        case MINUS -> Math.subtractExact(left, right);
        case TIMES -> Math.multiplyExact(left, right);
        case DIVIDE -> Math.divideExact(left, right);
        case MODULO -> left % right;
      };
    } catch (ArithmeticException overflow) {
      throw new ArithmeticException(
          "the result of '" + text(left, right) + "' does not fit in 64 bits");
    }
  }

  /** The result for two floating-point numbers (IEEE 754; the remainder is C's {@code fmod}). */
  public double apply(double left, double right) {
    return switch (this) {
      case PLUS -> left + right;
      case MINUS -> left - right;
      case TIMES -> left * right;
      case DIVIDE -> left / right;
      case MODULO -> left % right;
    };
  }

  private String text(long left, long right) {
    return left + " " + symbol + " " + right;
  }

  /** The sign that a user writes. */
  @Override
  public String toString() {
    return symbol;
  }
}
