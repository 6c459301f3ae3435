package org.grcuda.core.grammar;

/**
 * A place in a text.
 *
 * @param line counted from 1
 * @param column counted from 1, in UTF-16 units
 */
public record Position(int line, int column) {

  /** The place of an offset in UTF-16 units. Lines end with {@code \n}. */
  public static Position of(String text, int offset) {
    int line = 1;
    int lineStart = 0;
    for (int at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
      line++;
      lineStart = at + 1;
    }
    return new Position(line, offset - lineStart + 1);
  }
}
