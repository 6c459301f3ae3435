package org.grcuda.core.expression;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.core.grammar.SyntaxError;

/** Parses expressions. Thread-safe: it has no state. */
public final class ExpressionParser {

  private ExpressionParser() {}

  /**
   * The syntax tree of an expression.
   *
   * @throws ExpressionSyntaxException if it cannot be parsed, or goes beyond 100 levels of brackets
   *     or 1,000 words and signs
   */
  public static Expression parse(String source) {
    // Most programs evaluate only one name, and loading ANTLR takes longer than everything else
    // here.
    Expression name = parseName(source);
    try {
      return name == null ? SyntaxTreeBuilder.build(source) : name;
    } catch (SyntaxError error) {
      throw new ExpressionSyntaxException(
          source, error.offset(), error.length(), error.getMessage());
    }
  }

  /** The name that the source consists of; null if there is anything else, a comment included. */
  private static Expression.Name parseName(String source) {
    List<String> path = new ArrayList<>();
    int start = skipSpace(source, 0);
    for (int at = start; ; at = skipSpace(source, at + 2)) {
      int end = skipWord(source, at);
      if (end == at) {
        return null;
      }
      path.add(source.substring(at, end));
      at = skipSpace(source, end);
      if (at == source.length()) {
        return new Expression.Name(List.copyOf(path), start, end - start);
      }
      if (!source.startsWith("::", at)) {
        return null;
      }
    }
  }

  private static int skipSpace(String source, int from) {
    int at = from;
    while (at < source.length() && " \t\r\n\f".indexOf(source.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static int skipWord(String source, int from) {
    int at = from;
    while (at < source.length() && isWordPart(source.charAt(at), at > from)) {
      at++;
    }
    return at;
  }

  private static boolean isWordPart(char c, boolean digitsToo) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c == '_'
        || c == '$'
        || digitsToo && c >= '0' && c <= '9';
  }
}
