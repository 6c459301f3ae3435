package org.grcuda.core.kernel;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.GrCudaException;

/**
 * Arithmetic over the numbers that a kernel is called with: {@code + - * /}, signs, parentheses,
 * decimal numbers, and {@code min}, {@code max}, {@code log2}, {@code sqrt}, {@code ceil}. All of
 * it in double precision.
 */
final class CostExpression {

  private static final List<String> FUNCTIONS = List.of("ceil", "log2", "max", "min", "sqrt");

  private final String subject;
  private final String text;
  private final List<String> names;
  private int at;

  private CostExpression(String subject, String text, List<String> names) {
    this.subject = subject;
    this.text = text;
    this.names = names;
  }

  /**
   * The value of {@code text}, given the values of {@code names}, in that order.
   *
   * @param subject the owner of the expression, for messages
   * @throws GrCudaException if it is not an expression of these names
   */
  static ToDoubleFunction<double[]> parse(String subject, String text, List<String> names) {
    CostExpression parser = new CostExpression(subject, text, names);
    ToDoubleFunction<double[]> sum = parser.sum();
    if (parser.peek() != 0) {
      throw parser.unexpected("an operator or the end");
    }
    return sum;
  }

  private ToDoubleFunction<double[]> sum() {
    ToDoubleFunction<double[]> left = product();
    while (true) {
      ToDoubleFunction<double[]> first = left;
      if (takes('+')) {
        ToDoubleFunction<double[]> second = product();
        left = v -> first.applyAsDouble(v) + second.applyAsDouble(v);
      } else if (takes('-')) {
        ToDoubleFunction<double[]> second = product();
        left = v -> first.applyAsDouble(v) - second.applyAsDouble(v);
      } else {
        return left;
      }
    }
  }

  private ToDoubleFunction<double[]> product() {
    ToDoubleFunction<double[]> left = factor();
    while (true) {
      ToDoubleFunction<double[]> first = left;
      if (takes('*')) {
        ToDoubleFunction<double[]> second = factor();
        left = v -> first.applyAsDouble(v) * second.applyAsDouble(v);
      } else if (takes('/')) {
        ToDoubleFunction<double[]> second = factor();
        left = v -> first.applyAsDouble(v) / second.applyAsDouble(v);
      } else {
        return left;
      }
    }
  }

  private ToDoubleFunction<double[]> factor() {
    if (takes('-')) {
      ToDoubleFunction<double[]> negated = factor();
      return v -> -negated.applyAsDouble(v);
    }
    if (takes('+')) {
      return factor();
    }
    if (takes('(')) {
      ToDoubleFunction<double[]> inner = sum();
      require(')');
      return inner;
    }
    char next = peek();
    if (Character.isDigit(next) || next == '.') {
      return number();
    }
    if (Character.isLetter(next) || next == '_') {
      return named();
    }
    throw unexpected("a number, a name or '('");
  }

  private ToDoubleFunction<double[]> number() {
    int begin = at;
    while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      at++;
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
        at++;
      }
      while (at < text.length() && Character.isDigit(text.charAt(at))) {
        at++;
      }
    }
    String digits = text.substring(begin, at);
    try {
      double value = Double.parseDouble(digits);
      return v -> value;
    } catch (NumberFormatException e) {
      throw refused("'" + digits + "' is not a number", e);
    }
  }

  private ToDoubleFunction<double[]> named() {
    int begin = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    String name = text.substring(begin, at);
    if (takes('(')) {
      return call(name);
    }
    int index = names.indexOf(name);
    if (index < 0) {
      String there = names.isEmpty() ? "none" : String.join(", ", names);
      throw refused(
          "there is no number '"
              + name
              + "'"
              + Suggestions.didYouMean(name, names, "the kernel is called with", there),
          null);
    }
    return v -> v[index];
  }

  private ToDoubleFunction<double[]> call(String name) {
    ToDoubleFunction<double[]> first = sum();
    ToDoubleFunction<double[]> second = first;
    if (name.equals("min") || name.equals("max")) {
      require(',');
      second = sum();
    }
    require(')');
    ToDoubleFunction<double[]> other = second;
    return switch (name) {
      case "min" -> v -> Math.min(first.applyAsDouble(v), other.applyAsDouble(v));
      case "max" -> v -> Math.max(first.applyAsDouble(v), other.applyAsDouble(v));
      case "log2" -> v -> Math.log(first.applyAsDouble(v)) / Math.log(2);
      case "sqrt" -> v -> Math.sqrt(first.applyAsDouble(v));
      case "ceil" -> v -> Math.ceil(first.applyAsDouble(v));
      default ->
          throw refused(
              "there is no function '"
                  + name
                  + "'"
                  + Suggestions.didYouMean(
                      name, FUNCTIONS, "there are", String.join(", ", FUNCTIONS)),
              null);
    };
  }

  /** The next character that is not a space; 0 at the end. */
  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean takes(char wanted) {
    if (peek() != wanted) {
      return false;
    }
    at++;
    return true;
  }

  private void require(char wanted) {
    if (!takes(wanted)) {
      throw unexpected("'" + wanted + "'");
    }
  }

  private GrCudaException unexpected(String expected) {
    char next = peek();
    return refused(
        "expected "
            + expected
            + ", given "
            + (next == 0 ? "the end" : "'" + next + "' at character " + (at + 1)),
        null);
  }

  private GrCudaException refused(String problem, Throwable cause) {
    return new GrCudaException(
        GrCudaException.Kind.VALUE, subject + " \"" + text + "\": " + problem, cause);
  }
}
