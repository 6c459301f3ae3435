package org.grcuda.core.text;

import java.util.regex.Pattern;

/** Source text inside messages. */
public final class Quote {

  /** White space of Unicode, its line ends included, and control characters. */
  private static final Pattern BREAKS =
      Pattern.compile("[\\s\\p{Cntrl}]+", Pattern.UNICODE_CHARACTER_CLASS);

  private Quote() {}

  /** The text on one line, of at most {@code longest} UTF-16 units; no character is cut in two. */
  public static String oneLine(String text, int longest) {
    String line = BREAKS.matcher(text).replaceAll(" ");
    if (line.length() <= longest) {
      return line;
    }
    int end = longest - 1;
    return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
