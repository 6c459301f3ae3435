package org.grcuda.nvrtc;

import java.util.ArrayList;
import java.util.List;

/** The directives with which a source begins: what of it is headers, for precompiled ones. */
final class LeadingDirectives {

  private final String text;
  private int at;

  private LeadingDirectives(String text) {
    this.text = text;
  }

  /** Those before anything else but blanks and comments, each as it is written. */
  static List<String> of(String source) {
    return new LeadingDirectives(IncludeScanner.withoutSplices(source)).all();
  }

  private List<String> all() {
    List<String> directives = new ArrayList<>();
    skipBlanks();
    while (at < text.length() && text.charAt(at) == '#') {
      int start = at;
      at = end("\n", at, 0);
      directives.add(text.substring(start, at).strip());
      skipBlanks();
    }
    return directives;
  }

  private void skipBlanks() {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("//", at)) {
        at = end("\n", at, 0);
      } else if (text.startsWith("/*", at)) {
        at = end("*/", at + 2, 2);
      } else {
        return;
      }
    }
  }

  /** Where {@code mark} is, or behind so many characters of it; else the end. */
  private int end(String mark, int from, int behind) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + behind;
  }
}
