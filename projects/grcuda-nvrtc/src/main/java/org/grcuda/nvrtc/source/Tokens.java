package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.grcuda.nvrtc.source.Token.Kind;

/** Cuts a text into tokens ([lex.phases]): splices, comments, literals, digraphs, directives. */
final class Tokens {

  private static final Set<String> RAW_PREFIXES = Set.of("R", "u8R", "uR", "UR", "LR");
  private static final Set<String> PREFIXES = Set.of("u8", "u", "U", "L");

  private final SourceFile file;
  private final String text;
  private int at;

  private Tokens(SourceFile file) {
    this.file = file;
    this.text = file.text();
  }

  /** The tokens of a file; each directive is one. */
  static List<Token> of(SourceFile file) {
    return new Tokens(file).all();
  }

  private List<Token> all() {
    List<Token> tokens = new ArrayList<>();
    boolean lineStart = true;
    while (true) {
      lineStart |= skipBlank(false);
      if (at >= text.length()) {
        return tokens;
      }
      tokens.add(lineStart && startsDirective() ? directive() : after(tokens, token()));
      lineStart = false;
    }
  }

  private boolean startsDirective() {
    return text.charAt(at) == '#' || text.startsWith("%:", at);
  }

  private Token directive() {
    int start = at;
    at += text.charAt(at) == '#' ? 1 : 2;
    List<Token> parts = new ArrayList<>();
    int end = at;
    while (true) {
      skipBlank(true);
      if (at >= text.length() || text.charAt(at) == '\n') {
        break;
      }
      parts.add(after(parts, token()));
      end = at;
    }
    String name = parts.isEmpty() ? "" : parts.getFirst().text();
    return new Token(Kind.DIRECTIVE, name, file, start, end, parts, List.of(), false);
  }

  /** A token that follows others, glued to the last of them where both are punctuation. */
  private static Token after(List<Token> tokens, Token next) {
    boolean punctuation =
        !tokens.isEmpty()
            && tokens.getLast().kind() == Kind.PUNCTUATION
            && next.kind() == Kind.PUNCTUATION;
    return punctuation && tokens.getLast().touches(next) ? next.glued(true) : next;
  }

  /** Skips blanks, comments and splices; tells whether a line ended. */
  private boolean skipBlank(boolean withinLine) {
    boolean lineEnded = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        if (withinLine) {
          return false;
        }
        lineEnded = true;
        at++;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (spliceLength(at) > 0) {
        at += spliceLength(at);
      } else if (text.startsWith("//", at)) {
        skipLine();
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        at = end < 0 ? text.length() : end + 2;
      } else {
        return lineEnded;
      }
    }
    return lineEnded;
  }

  private void skipLine() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at += Math.max(1, spliceLength(at));
    }
  }

  /** The length of a backslash at the end of a line, with that end; 0 if there is none. */
  private int spliceLength(int from) {
    if (from >= text.length() || text.charAt(from) != '\\') {
      return 0;
    }
    int end = from + 1;
    while (end < text.length()
        && text.charAt(end) != '\n'
        && Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return end < text.length() && text.charAt(end) == '\n' ? end + 1 - from : 0;
  }

  private Token token() {
    int start = at;
    char c = text.charAt(at);
    if (isNameStart(c)) {
      return name(start);
    }
    if (isDigit(c) || c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1))) {
      return number(start);
    }
    if (c == '"' || c == '\'') {
      return literal(start);
    }
    return punctuation(start);
  }

  private Token name(int start) {
    StringBuilder spelling = new StringBuilder();
    while (at < text.length()) {
      int splice = spliceLength(at);
      if (splice > 0 && at + splice < text.length() && isNamePart(text.charAt(at + splice))) {
        at += splice;
      } else if (isNamePart(text.charAt(at))) {
        spelling.append(text.charAt(at++));
      } else {
        break;
      }
    }
    String name = spelling.toString();
    if (at < text.length() && text.charAt(at) == '"' && RAW_PREFIXES.contains(name)) {
      return raw(start);
    }
    boolean literal = at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'');
    if (literal && PREFIXES.contains(name)) {
      return literal(start);
    }
    return made(Kind.NAME, name, start);
  }

  /** A preprocessing number ([lex.ppnumber]), with the separators of digits. */
  private Token number(int start) {
    StringBuilder spelling = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      char before = spelling.isEmpty() ? ' ' : spelling.charAt(spelling.length() - 1);
      boolean sign = (c == '+' || c == '-') && "eEpP".indexOf(before) >= 0;
      boolean separator = c == '\'' && at + 1 < text.length() && isNamePart(text.charAt(at + 1));
      int splice = spliceLength(at);
      if (splice > 0) {
        at += splice;
      } else if (isNamePart(c) || c == '.' || sign || separator) {
        spelling.append(c);
        at++;
      } else {
        break;
      }
    }
    return made(Kind.NUMBER, spelling.toString(), start);
  }

  private Token raw(int start) {
    int open = text.indexOf('(', at);
    String delimiter = open < 0 ? "" : text.substring(at + 1, open);
    int close = open < 0 ? -1 : text.indexOf(")" + delimiter + "\"", open);
    at = close < 0 ? text.length() : close + delimiter.length() + 2;
    return made(Kind.STRING, text.substring(start, at), start);
  }

  /** A literal in quotes; one that does not end ends with its line. */
  private Token literal(int start) {
    char quote = text.charAt(at++);
    while (at < text.length() && text.charAt(at) != '\n') {
      char c = text.charAt(at);
      int splice = spliceLength(at);
      if (splice > 0) {
        at += splice;
      } else if (c == '\\' && at + 1 < text.length()) {
        at += 2;
      } else {
        at++;
        if (c == quote) {
          break;
        }
      }
    }
    at = Math.min(at, text.length());
    Kind kind = quote == '"' ? Kind.STRING : Kind.CHARACTER;
    return made(kind, text.substring(start, at), start);
  }

  private Token punctuation(int start) {
    for (String digraph : new String[] {"<%{", "%>}", "<:[", ":>]", "%:#"}) {
      if (text.startsWith(digraph.substring(0, 2), at) && !isScopeAfterLess()) {
        at += 2;
        return made(Kind.PUNCTUATION, digraph.substring(2), start);
      }
    }
    boolean two = text.startsWith("::", at) || text.startsWith("->", at);
    at += two || text.startsWith("##", at) ? 2 : 1;
    return made(Kind.PUNCTUATION, text.substring(start, at), start);
  }

  /**
   * {@code <::} is {@code <} and {@code ::} unless {@code :} or {@code >} follows ([lex.pptoken]).
   */
  private boolean isScopeAfterLess() {
    if (!text.startsWith("<::", at)) {
      return false;
    }
    char next = at + 3 < text.length() ? text.charAt(at + 3) : ' ';
    return next != ':' && next != '>';
  }

  private Token made(Kind kind, String spelling, int start) {
    return new Token(kind, spelling, file, start, at);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNameStart(char c) {
    return Character.isLetter(c) || c == '_' || c == '$' || c > 0x7f;
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || isDigit(c);
  }
}
