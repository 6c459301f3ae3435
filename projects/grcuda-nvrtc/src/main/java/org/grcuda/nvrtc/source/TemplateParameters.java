package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.List;

/**
 * The parameters of a template, in their order.
 *
 * @param names empty for a parameter without a name
 * @param defaults the tokens of the default arguments; null where there is none
 */
record TemplateParameters(List<String> names, List<Range> defaults) {

  /** Tokens from {@code from} to before {@code to}. */
  record Range(int from, int to) {}

  /**
   * The parameters between {@code <} and {@code >}; null if one is a pack, or the list does not
   * end.
   */
  static TemplateParameters of(List<Token> tokens, int open, int close) {
    if (close < 0) {
      return null;
    }
    List<String> names = new ArrayList<>();
    List<Range> defaults = new ArrayList<>();
    for (Range part : split(tokens, open, close)) {
      String name = "";
      int at = part.from;
      for (; at < part.to && !tokens.get(at).is("="); at++) {
        if (tokens.get(at).is(".")) {
          return null;
        }
        name = tokens.get(at).isName() ? tokens.get(at).text() : name;
      }
      names.add(name);
      defaults.add(at < part.to ? new Range(at + 1, part.to) : null);
    }
    return new TemplateParameters(names, defaults);
  }

  /** The parts between the commas of a list in brackets. */
  static List<Range> split(List<Token> tokens, int open, int close) {
    Brackets brackets = new Brackets(tokens);
    List<Range> parts = new ArrayList<>();
    int from = open + 1;
    for (int at = from; at < close; at++) {
      Token token = tokens.get(at);
      int end = at;
      if (token.is("<")) {
        end = brackets.closeAngle(at, close);
      } else if (token.is("(") || token.is("[") || token.is("{")) {
        end = brackets.close(at, close);
      } else if (token.is(",")) {
        parts.add(new Range(from, at));
        from = at + 1;
      }
      at = Math.max(at, end);
    }
    if (from < close) {
      parts.add(new Range(from, close));
    }
    return parts;
  }
}
