package org.grcuda.core.expression;

import java.util.HexFormat;
import org.grcuda.core.grammar.SyntaxError;
import org.grcuda.core.text.Quote;

/** Resolves the escapes of string literals: backslash and one of {@code \ " ' n t r b f 0 u}. */
final class StringEscapes {

  private static final String SHORT = "\\\"'ntrbf0";
  private static final String MEANING = "\\\"'\n\t\r\b\f\0";

  private StringEscapes() {}

  /**
   * The value of a quoted literal.
   *
   * @param offset where the literal starts in the source, for errors
   * @throws SyntaxError at an unknown escape
   */
  static String resolve(String literal, int offset) {
    String body = literal.substring(1, literal.length() - 1);
    int next = body.indexOf('\\');
    if (next < 0) {
      return body;
    }
    StringBuilder value = new StringBuilder(body.length());
    int done = 0;
    for (; next >= 0; next = body.indexOf('\\', done)) {
      value.append(body, done, next);
      int kind = body.codePointAt(next + 1);
      boolean unicode = kind == 'u' && isHex(body, next + 2);
      if (!unicode && SHORT.indexOf(kind) < 0) {
        throw new SyntaxError(offset + 1 + next, 1 + Character.charCount(kind), unknown(kind));
      }
      value.append(unicode ? hex(body, next + 2) : MEANING.charAt(SHORT.indexOf(kind)));
      done = next + (unicode ? 6 : 2);
    }
    return value.append(body, done, body.length()).toString();
  }

  private static boolean isHex(String body, int from) {
    if (from + 4 > body.length()) {
      return false;
    }
    return body.chars().skip(from).limit(4).allMatch(HexFormat::isHexDigit);
  }

  private static char hex(String body, int from) {
    return (char) HexFormat.fromHexDigits(body, from, from + 4);
  }

  private static String unknown(int kind) {
    return kind == 'u'
        ? "'\\u' takes four hexadecimal digits"
        : "unknown escape '\\%s' in a string; legal: \\\\ \\\" \\' \\n \\t \\r \\b \\f \\0 \\uXXXX"
            .formatted(Quote.oneLine(Character.toString(kind), 2));
  }
}
