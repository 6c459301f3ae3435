package org.grcuda.nvrtc;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the directives that make a C++ text read other files (C++17, [lex.phases], [cpp.include]),
 * by {@code #} or its digraph or trigraph, across spliced lines and comments. It errs on the side
 * of finding: a directive counts in a comment, a string or a branch not taken too.
 */
final class IncludeScanner {

  private static final Set<String> DIRECTIVES =
      Set.of("include", "include_next", "import", "embed");

  private final String text;
  private final Predicate<String> answered;

  private IncludeScanner(String text, Predicate<String> answered) {
    this.text = text;
    this.answered = answered;
  }

  /**
   * The first directive in {@code text} that may read a file, quoted.
   *
   * @param answered whether a header, given as {@code <name>} or {@code "name"}, is known to come
   *     from elsewhere
   */
  static Optional<String> find(String text, Predicate<String> answered) {
    String whole = withoutSplices(text);
    for (String directive : DIRECTIVES) {
      if (whole.contains(directive)) {
        return new IncludeScanner(whole, answered).find();
      }
    }
    return Optional.empty();
  }

  private Optional<String> find() {
    for (int at = 0; at < text.length(); at++) {
      int introducer = introducerLength(at);
      if (introducer > 0) {
        int from = skipBlank(at + introducer);
        int to = from;
        while (to < text.length() && Character.isJavaIdentifierPart(text.charAt(to))) {
          to++;
        }
        String directive = text.substring(from, to);
        if (DIRECTIVES.contains(directive)) {
          String header = headerAt(skipBlank(to));
          if (header.isEmpty() || !answered.test(header)) {
            return Optional.of(("#" + directive + " " + header).strip());
          }
        }
      }
    }
    return Optional.empty();
  }

  private int introducerLength(int at) {
    return switch (text.charAt(at)) {
      case '#' -> 1;
      case '%' -> text.startsWith("%:", at) ? 2 : 0;
      case '?' -> text.startsWith("??=", at) ? 3 : 0;
      default -> 0;
    };
  }

  /** {@code <name>} or {@code "name"} with its delimiters; empty if something else is there. */
  private String headerAt(int at) {
    if (at >= text.length() || text.charAt(at) != '<' && text.charAt(at) != '"') {
      return "";
    }
    char close = text.charAt(at) == '<' ? '>' : '"';
    int end = text.indexOf(close, at + 1);
    String header = end < 0 ? "" : text.substring(at, end + 1);
    return header.indexOf('\n') < 0 ? header : "";
  }

  private int skipBlank(int from) {
    int at = from;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        at = end < 0 ? text.length() : end + 2;
      } else {
        return at;
      }
    }
    return at;
  }

  /** Joins lines that end in a backslash; blanks after it do not hide it from some compilers. */
  static String withoutSplices(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder whole = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      int end = c == '\\' ? lineEndAfterBlanks(text, at + 1) : -1;
      if (end >= 0) {
        at = end;
      } else {
        whole.append(c);
      }
    }
    return whole.toString();
  }

  private static int lineEndAfterBlanks(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\n') {
        return at;
      }
      if (!Character.isWhitespace(c)) {
        return -1;
      }
    }
    return -1;
  }
}
