package org.grcuda.nvrtc.source;

import java.util.List;
import java.util.function.Predicate;

/** The value of the condition of an {@code #if} ([cpp.cond]); null where it is not known. */
final class Condition {

  /** A result that is not known. */
  private static final Long UNKNOWN = null;

  private static final List<List<String>> BINARY =
      List.of(
          List.of("||"),
          List.of("&&"),
          List.of("|"),
          List.of("^"),
          List.of("&"),
          List.of("==", "!="),
          List.of("<=", ">=", "<", ">"),
          List.of("<<", ">>"),
          List.of("+", "-"),
          List.of("*", "/", "%"));

  private final List<Token> tokens;
  private final Predicate<String> isUnknown;
  private int at;
  private boolean wrong;

  private Condition(List<Token> tokens, Predicate<String> isUnknown) {
    this.tokens = tokens;
    this.isUnknown = isUnknown;
  }

  /**
   * The value of an expression.
   *
   * @param tokens its tokens, where macros are replaced and {@code defined} is answered
   * @param isUnknown whether the value of a name is not known; other names are 0
   */
  static Long value(List<Token> tokens, Predicate<String> isUnknown) {
    Condition condition = new Condition(tokens, isUnknown);
    Long value = condition.conditional();
    return condition.wrong || condition.at < tokens.size() ? UNKNOWN : value;
  }

  private Long conditional() {
    Long test = binary(0);
    if (!take("?")) {
      return test;
    }
    Long yes = conditional();
    wrong |= !take(":");
    Long no = conditional();
    return test == null ? UNKNOWN : test != 0 ? yes : no;
  }

  private Long binary(int level) {
    if (level == BINARY.size()) {
      return unary();
    }
    Long left = binary(level + 1);
    while (true) {
      String operator = operator(BINARY.get(level));
      if (operator == null) {
        return left;
      }
      left = apply(operator, left, binary(level + 1));
    }
  }

  /** Takes one of these operators, which are one or two tokens, if it comes next. */
  private String operator(List<String> operators) {
    if (at >= tokens.size()) {
      return null;
    }
    String one = tokens.get(at).text();
    boolean joined = at + 1 < tokens.size() && tokens.get(at).touches(tokens.get(at + 1));
    boolean sameMacro = at + 1 < tokens.size() && isMadeWith(at);
    String two = joined || sameMacro ? one + tokens.get(at + 1).text() : "";
    for (List<String> level : BINARY) {
      if (level.contains(two)) {
        at += operators.contains(two) ? 2 : 0;
        return operators.contains(two) ? two : null;
      }
    }
    at += operators.contains(one) ? 1 : 0;
    return operators.contains(one) ? one : null;
  }

  private boolean isMadeWith(int index) {
    Token one = tokens.get(index);
    Token other = tokens.get(index + 1);
    return one.file() == other.file() && one.start() == other.start();
  }

  private static Long apply(String operator, Long a, Long b) {
    if (operator.equals("&&") && (isZero(a) || isZero(b))) {
      return 0L;
    }
    if (operator.equals("||") && (isOne(a) || isOne(b))) {
      return 1L;
    }
    if (a == null || b == null) {
      return UNKNOWN;
    }
    return switch (operator) {
      case "||", "&&" -> operator.equals("&&") ? 1L : 0L;
      case "|" -> a | b;
      case "^" -> a ^ b;
      case "&" -> a & b;
      case "==" -> truth(a.equals(b));
      case "!=" -> truth(!a.equals(b));
      case "<=" -> truth(a <= b);
      case ">=" -> truth(a >= b);
      case "<" -> truth(a < b);
      case ">" -> truth(a > b);
      case "<<" -> a << b;
      case ">>" -> a >> b;
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> b == 0 ? UNKNOWN : Long.valueOf(a / b);
      default -> b == 0 ? UNKNOWN : Long.valueOf(a % b);
    };
  }

  private static boolean isZero(Long value) {
    return value != null && value == 0;
  }

  private static boolean isOne(Long value) {
    return value != null && value != 0;
  }

  private static Long truth(boolean value) {
    return value ? 1L : 0L;
  }

  private Long unary() {
    if (take("!")) {
      Long value = unary();
      return value == null ? UNKNOWN : truth(value == 0);
    }
    if (take("-")) {
      Long value = unary();
      return value == null ? UNKNOWN : Long.valueOf(-value);
    }
    if (take("~")) {
      Long value = unary();
      return value == null ? UNKNOWN : Long.valueOf(~value);
    }
    if (take("+")) {
      return unary();
    }
    if (take("(")) {
      Long value = conditional();
      wrong |= !take(")");
      return value;
    }
    return primary();
  }

  private Long primary() {
    if (at >= tokens.size()) {
      wrong = true;
      return UNKNOWN;
    }
    Token token = tokens.get(at++);
    return switch (token.kind()) {
      case NUMBER -> number(token.text());
      case NAME -> name(token);
      default -> {
        wrong = true;
        yield UNKNOWN;
      }
    };
  }

  private Long name(Token token) {
    boolean called = at < tokens.size() && tokens.get(at).is("(");
    if (called) {
      // __has_include(...) and its like, or a macro of a header that was not scanned.
      int depth = 0;
      do {
        depth += tokens.get(at).is("(") ? 1 : tokens.get(at).is(")") ? -1 : 0;
        at++;
      } while (depth > 0 && at < tokens.size());
      return UNKNOWN;
    }
    if (token.is("true")) {
      return 1L;
    }
    return isUnknown.test(token.text()) ? UNKNOWN : Long.valueOf(0);
  }

  private static Long number(String text) {
    String digits = text.replace("'", "").replaceAll("[uUlL]+$", "");
    try {
      return digits.startsWith("0b") || digits.startsWith("0B")
          ? Long.valueOf(Long.parseUnsignedLong(digits.substring(2), 2))
          : digits.startsWith("0x") || digits.startsWith("0X")
              ? Long.valueOf(Long.parseUnsignedLong(digits.substring(2), 16))
              : Long.decode(digits);
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }

  private boolean take(String text) {
    if (at < tokens.size() && tokens.get(at).is(text)) {
      at++;
      return true;
    }
    return false;
  }
}
