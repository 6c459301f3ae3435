package org.grcuda.core.kernel;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.GrCudaException;

/**
 * Arithmetic over the numbers that a kernel is called with: {@code + - * /}, signs, parentheses,
 * decimal numbers, and {@code min}, {@code max}, {@code log2}, {@code sqrt}, {@code ceil}. All of
 * it in double precision. {@code array[i]} is by how much an element grows during a launch; only
 * sums and multiples of that can be told.
 */
final class CostExpression {

  private static final List<String> FUNCTIONS = List.of("ceil", "log2", "max", "min", "sqrt");

  private final String subject;
  private final String text;
  private final List<String> names;
  private final List<String> arrays;
  private int at;

  private CostExpression(String subject, String text, List<String> names, List<String> arrays) {
    this.subject = subject;
    this.text = text;
    this.names = names;
    this.arrays = arrays;
  }

  /**
   * The value of {@code text}, given the values of {@code names}, in that order.
   *
   * @param subject the owner of the expression, for messages
   * @param arrays those whose elements may be named
   * @throws GrCudaException if it is not an expression of these names, or not linear in what grows
   */
  static LinearCost parse(String subject, String text, List<String> names, List<String> arrays) {
    CostExpression parser = new CostExpression(subject, text, names, arrays);
    LinearCost sum = parser.sum();
    if (parser.peek() != 0) {
      throw parser.unexpected("an operator or the end");
    }
    return sum;
  }

  private LinearCost sum() {
    LinearCost left = product();
    while (true) {
      if (takes('+')) {
        left = left.plus(product());
      } else if (takes('-')) {
        left = left.plus(product().negated());
      } else {
        return left;
      }
    }
  }

  private LinearCost product() {
    LinearCost left = factor();
    while (true) {
      if (takes('*')) {
        LinearCost right = factor();
        left = left.isFixed() ? right.times(left.fixed()) : left.times(fixed(right));
      } else if (takes('/')) {
        left = left.over(fixed(factor()));
      } else {
        return left;
      }
    }
  }

  private LinearCost factor() {
    if (takes('-')) {
      return factor().negated();
    }
    if (takes('+')) {
      return factor();
    }
    if (takes('(')) {
      LinearCost inner = sum();
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

  /** The value, which must not depend on growth. */
  private ToDoubleFunction<double[]> fixed(LinearCost value) {
    if (!value.isFixed()) {
      throw refused(
          value.slopes().keySet().iterator().next()
              + " can be added, and multiplied with and divided by numbers, nothing else",
          null);
    }
    return value.fixed();
  }

  private LinearCost number() {
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
      return LinearCost.of(v -> value);
    } catch (NumberFormatException e) {
      throw refused("'" + digits + "' is not a number", e);
    }
  }

  private LinearCost named() {
    int begin = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    String name = text.substring(begin, at);
    if (takes('(')) {
      return LinearCost.of(call(name));
    }
    if (takes('[')) {
      return element(name);
    }
    int index = names.indexOf(name);
    if (index < 0) {
      throw unknown("number", name, names);
    }
    return LinearCost.of(v -> v[index]);
  }

  private LinearCost element(String array) {
    if (!arrays.contains(array)) {
      throw unknown("array of 32-bit or 64-bit integers", array, arrays);
    }
    peek();
    int begin = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    String digits = text.substring(begin, at);
    // With at most nine digits it is an int.
    if (digits.isEmpty() || digits.length() > 9) {
      at = begin;
      throw unexpected("the number of an element");
    }
    require(']');
    return LinearCost.growthOf(new LinearCost.Element(array, Integer.parseInt(digits)));
  }

  private GrCudaException unknown(String what, String name, List<String> known) {
    String there = known.isEmpty() ? "none" : String.join(", ", known);
    return refused(
        "there is no "
            + what
            + " '"
            + name
            + "'"
            + Suggestions.didYouMean(name, known, "the kernel is called with", there),
        null);
  }

  private ToDoubleFunction<double[]> call(String name) {
    ToDoubleFunction<double[]> first = fixed(sum());
    ToDoubleFunction<double[]> second = first;
    if (name.equals("min") || name.equals("max")) {
      require(',');
      second = fixed(sum());
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
