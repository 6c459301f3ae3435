package org.grcuda.nvrtc;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the directives that make a C++ text read other files (C++17, [lex.phases], [cpp.include];
 * C++20, [cpp.import]), by {@code #} or its digraph or trigraph, across spliced lines and comments,
 * also spelt with universal character names. In doubt it counts a directive: one in a comment, a
 * string or a branch not taken counts too.
 */
final class IncludeScanner {

  private static final Set<String> DIRECTIVES =
      Set.of("include", "include_next", "import", "embed");

  /** The directive without an introducer, which imports a header unit or a module. */
  private static final String IMPORT = "import";

  private static final Pattern UNIVERSAL = Pattern.compile("\\\\(?:u|U0000)00([0-7]\\p{XDigit})");

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
    String whole = plain(text);
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
      } else if (isImport(at)) {
        return Optional.of(("import " + headerAt(skipBlank(at + IMPORT.length()))).strip());
      }
    }
    return Optional.empty();
  }

  /**
   * Whether a C++20 import may stand there: the word first in a line, or after a comment or {@code
   * export}, before a header, a name or a partition. A macro cannot make one. Elsewhere the word is
   * an identifier.
   */
  private boolean isImport(int at) {
    int end = at + IMPORT.length();
    if (!text.startsWith(IMPORT, at) || end < text.length() && isNamePart(text.charAt(end))) {
      return false;
    }
    int before = at - 1;
    while (before >= 0 && text.charAt(before) != '\n' && isBlank(text.charAt(before))) {
      before--;
    }
    boolean first = before < 0 || text.charAt(before) == '\n';
    boolean comment = before > 0 && text.startsWith("*/", before - 1);
    if (!first && !comment && !endsWithExport(before, at)) {
      return false;
    }
    int next = skipBlank(end);
    return next < text.length()
        && (isNamePart(text.charAt(next)) || "\"<:%?\\".indexOf(text.charAt(next)) >= 0);
  }

  private boolean endsWithExport(int last, int at) {
    int start = last - "export".length() + 1;
    return last < at - 1 && start >= 0 && text.startsWith("export", start);
  }

  private static boolean isNamePart(char c) {
    return Character.isJavaIdentifierPart(c) || c > 0x7f;
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || c == '\u000b';
  }

  /** The text without splices and universal names of basic characters. */
  static String plain(String text) {
    return withoutUniversalNames(withoutSplices(text));
  }

  /** Names of basic characters are not allowed outside of literals; compilers only warn of some. */
  private static String withoutUniversalNames(String text) {
    return text.indexOf('\\') < 0
        ? text
        : UNIVERSAL
            .matcher(text)
            .replaceAll(
                m -> {
                  char named = (char) Integer.parseInt(m.group(1), 16);
                  return Matcher.quoteReplacement(String.valueOf(named));
                });
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

  /** Joins lines that end in a backslash, also one with blanks after it, as some compilers do. */
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
