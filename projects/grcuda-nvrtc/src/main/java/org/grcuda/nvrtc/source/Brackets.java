package org.grcuda.nvrtc.source;

import java.util.List;

/** Finds the ends of brackets in a list of tokens. */
final class Brackets {

  private final List<Token> tokens;

  Brackets(List<Token> tokens) {
    this.tokens = tokens;
  }

  boolean is(int at, String text) {
    return at >= 0 && at < tokens.size() && tokens.get(at).is(text);
  }

  /** The bracket that closes the one at {@code open}; -1 if there is none before {@code to}. */
  int close(int open, int to) {
    String opening = tokens.get(open).text();
    String closing = opening.equals("(") ? ")" : opening.equals("{") ? "}" : "]";
    int depth = 0;
    for (int at = open; at < to; at++) {
      if (tokens.get(at).is(opening)) {
        depth++;
      } else if (tokens.get(at).is(closing) && --depth == 0) {
        return at;
      }
    }
    return -1;
  }

  /**
   * The {@code >} that closes the {@code <} of a template's list at {@code open}; -1 if it is none.
   */
  int closeAngle(int open, int to) {
    int depth = 0;
    for (int at = open; at < to; at++) {
      Token token = tokens.get(at);
      if (token.is("<")) {
        depth++;
      } else if (token.is(">") && --depth == 0) {
        return at;
      } else if (token.is("(") || token.is("[") || token.is("{")) {
        at = close(at, to);
        if (at < 0) {
          return -1;
        }
      } else if (token.is(";") || token.is(")") || token.is("}")) {
        return -1;
      }
    }
    return -1;
  }

  /** The {@code <} that opens the template's list that ends at {@code close}; -1 if it is none. */
  int openAngle(int close, int from) {
    int depth = 0;
    int parentheses = 0;
    for (int at = close; at >= from; at--) {
      Token token = tokens.get(at);
      parentheses += token.is(")") ? 1 : token.is("(") ? -1 : 0;
      if (parentheses > 0) {
        continue;
      }
      if (token.is(">")) {
        depth++;
      } else if (token.is("<") && --depth == 0) {
        return at;
      } else if (parentheses < 0) {
        return -1;
      } else if (token.is(";") || token.is("{") || token.is("}")) {
        return -1;
      }
    }
    return -1;
  }

  /** Whether the {@code <<<} of a launch begins here. */
  boolean isLaunch(int at) {
    return is(at, "<") && is(at + 1, "<") && is(at + 2, "<") && joined(at) && joined(at + 1);
  }

  private boolean joined(int at) {
    Token one = tokens.get(at);
    Token next = tokens.get(at + 1);
    return one.touches(next) || one.file() == next.file() && one.start() == next.start();
  }
}
