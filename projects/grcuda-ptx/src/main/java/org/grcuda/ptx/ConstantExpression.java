package org.grcuda.ptx;

import java.util.Map;

/**
 * Evaluates integer constant expressions (PTX ISA 4.6): C operators on 64-bit integers, {@code
 * .s64} and {@code .u64} casts, {@code WARP_SZ}.
 */
final class ConstantExpression {

  /** Nested parentheses and unary operators that are accepted. */
  private static final int MAX_DEPTH = 64;

  private static final Map<String, Integer> PRECEDENCE =
      Map.ofEntries(
          Map.entry("||", 1),
          Map.entry("&&", 2),
          Map.entry("|", 3),
          Map.entry("^", 4),
          Map.entry("&", 5),
          Map.entry("==", 6),
          Map.entry("!=", 6),
          Map.entry("<", 7),
          Map.entry("<=", 7),
          Map.entry(">", 7),
          Map.entry(">=", 7),
          Map.entry("<<", 8),
          Map.entry(">>", 8),
          Map.entry("+", 9),
          Map.entry("-", 9),
          Map.entry("*", 10),
          Map.entry("/", 10),
          Map.entry("%", 10));

  private record Value(long bits, boolean unsigned) {
    Value(boolean truth) {
      this(truth ? 1 : 0, false);
    }
  }

  private final Lexer lexer;
  private int depth;

  private ConstantExpression(Lexer lexer) {
    this.lexer = lexer;
  }

  /** The token may begin an integer constant expression. */
  static boolean startsAt(Lexer lexer) {
    return switch (lexer.kind()) {
      case INTEGER -> true;
      case IDENTIFIER -> lexer.text().equals("WARP_SZ");
      case PUNCTUATION -> lexer.is("-") || lexer.is("+") || lexer.is("~") || lexer.is("(");
      default -> false;
    };
  }

  /** Parses and evaluates the expression that begins at the current token. */
  static long parse(Lexer lexer) {
    return new ConstantExpression(lexer).conditional().bits();
  }

  /** As {@link #parse}, but only products: what may follow {@code symbol +}. */
  static long parseTerm(Lexer lexer) {
    return new ConstantExpression(lexer).binary(10).bits();
  }

  private Value conditional() {
    Value condition = binary(1);
    if (!lexer.accept("?")) {
      return condition;
    }
    enter();
    Value first = conditional();
    lexer.expect(":");
    Value second = conditional();
    depth--;
    return condition.bits() != 0 ? first : second;
  }

  private Value binary(int minimum) {
    Value left = unary();
    while (lexer.kind() == Lexer.Kind.PUNCTUATION) {
      Integer precedence = PRECEDENCE.get(lexer.text());
      if (precedence == null || precedence < minimum) {
        return left;
      }
      String operator = lexer.text();
      PtxSyntaxException zero = null;
      lexer.next();
      if (operator.equals("/") || operator.equals("%")) {
        zero = lexer.error("division by zero in a constant expression");
      }
      enter();
      Value right = binary(precedence + 1);
      depth--;
      if (zero != null && right.bits() == 0) {
        throw zero;
      }
      left = apply(operator, left, right);
    }
    return left;
  }

  private static Value apply(String operator, Value left, Value right) {
    long a = left.bits();
    long b = right.bits();
    boolean unsigned = left.unsigned() || right.unsigned();
    int order = unsigned ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    return switch (operator) {
      case "||" -> new Value(a != 0 || b != 0);
      case "&&" -> new Value(a != 0 && b != 0);
      case "==" -> new Value(a == b);
      case "!=" -> new Value(a != b);
      case "<" -> new Value(order < 0);
      case "<=" -> new Value(order <= 0);
      case ">" -> new Value(order > 0);
      case ">=" -> new Value(order >= 0);
      case "|" -> new Value(a | b, unsigned);
      case "^" -> new Value(a ^ b, unsigned);
      case "&" -> new Value(a & b, unsigned);
      case "<<" -> new Value(a << b, left.unsigned());
      case ">>" -> new Value(left.unsigned() ? a >>> b : a >> b, left.unsigned());
      case "+" -> new Value(a + b, unsigned);
      case "-" -> new Value(a - b, unsigned);
      case "*" -> new Value(a * b, unsigned);
      case "/" -> new Value(unsigned ? Long.divideUnsigned(a, b) : a / b, unsigned);
      case "%" -> new Value(unsigned ? Long.remainderUnsigned(a, b) : a % b, unsigned);
      default -> throw new IllegalStateException(operator);
    };
  }

  private Value unary() {
    enter();
    Value result = unaryOrPrimary();
    depth--;
    return result;
  }

  private Value unaryOrPrimary() {
    if (lexer.accept("-")) {
      Value value = unary();
      return new Value(-value.bits(), value.unsigned());
    }
    if (lexer.accept("+")) {
      return unary();
    }
    if (lexer.accept("~")) {
      Value value = unary();
      return new Value(~value.bits(), value.unsigned());
    }
    if (lexer.accept("!")) {
      return new Value(unary().bits() == 0);
    }
    if (lexer.accept("(")) {
      if (lexer.isDotted("s64") || lexer.isDotted("u64")) {
        boolean unsigned = lexer.text().equals("u64");
        lexer.next();
        lexer.expect(")");
        return new Value(unary().bits(), unsigned);
      }
      Value value = conditional();
      lexer.expect(")");
      return value;
    }
    if (lexer.kind() == Lexer.Kind.IDENTIFIER && lexer.text().equals("WARP_SZ")) {
      lexer.next();
      return new Value(32, false);
    }
    boolean unsigned = lexer.isUnsigned();
    return new Value(lexer.expectInteger("an integer constant"), unsigned);
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw lexer.error("constant expression is nested more than " + MAX_DEPTH + " deep");
    }
  }
}
