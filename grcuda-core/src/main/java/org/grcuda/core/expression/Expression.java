package org.grcuda.core.expression;

import java.util.List;
import org.grcuda.types.ElementType;

/** A node of the syntax tree, with its range in the source: UTF-16 units from its start. */
public sealed interface Expression {

  /** Offset of the first character. */
  int start();

  /** Number of characters. */
  int length();

  /** An integer of 64 bits. */
  record IntegerLiteral(long value, int start, int length) implements Expression {}

  /** A floating-point number. */
  record FloatLiteral(double value, int start, int length) implements Expression {}

  /** A string, its escapes resolved. */
  record StringLiteral(String value, int start, int length) implements Expression {}

  /** A name with its namespaces, outermost first: {@code BLAS::cublasSaxpy}. */
  record Name(List<String> path, int start, int length) implements Expression {

    /** As written: the parts joined by {@code ::}. */
    public String text() {
      return String.join("::", path);
    }
  }

  /** A call of what {@code callee} evaluates to: a name, or a call that returns a function. */
  record Call(Expression callee, List<Expression> arguments, int start, int length)
      implements Expression {}

  /** The allocation of an array in C order: {@code float[28][28]}. No size is negative. */
  record ArrayAllocation(ElementType type, List<Long> shape, int start, int length)
      implements Expression {}

  /** Two operands, at least one of which is not a literal: literals are folded. */
  record Binary(Operator operator, Expression left, Expression right, int start, int length)
      implements Expression {}

  /** The negative of an operand that is not a literal. */
  record Negation(Expression operand, int start, int length) implements Expression {}
}
