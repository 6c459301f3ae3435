package org.grcuda.core.expression;

import org.grcuda.core.expression.Expression.ArrayAllocation;
import org.grcuda.core.expression.Expression.Binary;
import org.grcuda.core.expression.Expression.FloatLiteral;
import org.grcuda.core.expression.Expression.IntegerLiteral;
import org.grcuda.core.expression.Expression.Negation;
import org.grcuda.core.expression.Expression.StringLiteral;
import org.grcuda.core.grammar.SyntaxError;

/** Makes arithmetic nodes, or their value if the operands are literals. */
final class ConstantFolding {

  private ConstantFolding() {}

  /** {@code left operator right}. */
  static Expression binary(Operator operator, Expression left, Expression right) {
    requireNumber(operator, left);
    requireNumber(operator, right);
    int start = left.start();
    int length = right.start() + right.length() - start;
    try {
      if (left instanceof IntegerLiteral a && right instanceof IntegerLiteral b) {
        return new IntegerLiteral(operator.apply(a.value(), b.value()), start, length);
      }
    } catch (ArithmeticException undefined) {
      throw new SyntaxError(start, length, undefined.getMessage());
    }
    if (isLiteral(left) && isLiteral(right)) {
      return new FloatLiteral(operator.apply(toDouble(left), toDouble(right)), start, length);
    }
    return new Binary(operator, left, right, start, length);
  }

  /** {@code -operand} or {@code +operand}, the sign at {@code start}. */
  static Expression sign(boolean negative, Expression operand, int start) {
    Operator operator = negative ? Operator.MINUS : Operator.PLUS;
    requireNumber(operator, operand);
    int length = operand.start() + operand.length() - start;
    if (operand instanceof IntegerLiteral literal) {
      return binary(operator, new IntegerLiteral(0, start, 0), literal);
    }
    if (operand instanceof FloatLiteral(double value, int at, int digits)) {
      return new FloatLiteral(negative ? -value : value, start, length);
    }
    return negative ? new Negation(operand, start, length) : operand;
  }

  private static void requireNumber(Operator operator, Expression operand) {
    String found =
        switch (operand) {
          case StringLiteral string -> "a string";
          case ArrayAllocation array -> "an array";
          default -> null;
        };
    if (found != null) {
      throw new SyntaxError(
          operand.start(), operand.length(), "'" + operator + "' takes numbers, found " + found);
    }
  }

  private static boolean isLiteral(Expression operand) {
    return operand instanceof IntegerLiteral || operand instanceof FloatLiteral;
  }

  private static double toDouble(Expression literal) {
    return literal instanceof IntegerLiteral integer
        ? integer.value()
        : ((FloatLiteral) literal).value();
  }
}
