package org.grcuda.nvrtc.source;

import java.util.Arrays;

/** The text of a source or header, with its lines. */
final class SourceFile {

  private final String name;
  private final String text;
  private final int[] lineStarts;

  SourceFile(String name, String text) {
    this.name = name;
    this.text = text;
    int[] starts = new int[text.length() + 1];
    int count = 1;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      starts[count++] = at + 1;
    }
    this.lineStarts = Arrays.copyOf(starts, count);
  }

  /** As an include names it, or as messages name the source. */
  String name() {
    return name;
  }

  String text() {
    return text;
  }

  /** The line of a position, from 1. */
  int line(int position) {
    int found = Arrays.binarySearch(lineStarts, position);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
