package org.grcuda.nvrtc.source;

/**
 * A text with changes.
 *
 * @param text the changed text, with the lines of the original
 * @param origins for each character, where it is from in the original
 */
record Edited(String text, int[] origins) {

  /**
   * The place in the original of a place in this text.
   *
   * @param line from 1
   * @param column from 0
   * @return -1 if there is no such place
   */
  int origin(int line, int column) {
    int start = 0;
    for (int i = 1; i < line && start >= 0; i++) {
      start = text.indexOf('\n', start) + 1;
      start = start == 0 ? -1 : start;
    }
    int at = start + column;
    return start < 0 || column < 0 || at >= origins.length ? -1 : origins[at];
  }
}
