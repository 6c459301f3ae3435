package org.grcuda.runtime.schedule.export;

/** Escapes text for XML and HTML. */
final class Xml {

  private static final int FIRST_PRINTABLE = 0x20;

  /** Stands for a character that no document may contain. */
  private static final char REPLACEMENT = '\ufffd';

  private Xml() {}

  /** {@code text} for an element or a quoted attribute. */
  static String text(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.appendCodePoint(isAllowed(c) ? c : REPLACEMENT);
      }
    }
    return out.toString();
  }

  /** XML 1.0, section 2.2. */
  private static boolean isAllowed(int c) {
    if (c < FIRST_PRINTABLE) {
      return c == '\t' || c == '\n' || c == '\r';
    }
    return !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
        && c != 0xfffe
        && c != 0xffff;
  }
}
