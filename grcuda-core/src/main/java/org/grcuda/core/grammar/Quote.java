package org.grcuda.core.grammar;

/** Source text inside of messages. */
public final class Quote {

  private Quote() {}

  /** The text on one line, of at most {@code longest} UTF-16 units. */
  public static String oneLine(String text, int longest) {
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ");
    return line.length() <= longest ? line : line.substring(0, longest - 1) + "…";
  }
}
