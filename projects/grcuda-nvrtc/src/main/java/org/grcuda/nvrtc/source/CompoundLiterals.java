package org.grcuda.nvrtc.source;

import java.util.List;
import java.util.Set;

/**
 * Compound literals of C, {@code (float2){x, y}}, which gcc and so nvcc take in C++, too. NVRTC
 * takes the same without the brackets around the type.
 */
final class CompoundLiterals {

  /** What may stand before an expression, and not before the head of a statement's brackets. */
  private static final Set<String> BEFORE =
      Set.of("=", "(", ",", "{", "return", "?", ":", "+", "-", "*", "/", "&", "|");

  private final List<Token> tokens;
  private final Brackets brackets;

  CompoundLiterals(List<Token> tokens) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens);
  }

  /** Drops the brackets around the types. */
  void drop(Edits edits) {
    for (int open = 1; open < tokens.size(); open++) {
      if (tokens.get(open).is("(") && BEFORE.contains(tokens.get(open - 1).text())) {
        int close = endOfType(open);
        if (close >= 0 && brackets.is(close + 1, "{")) {
          edits.drop(open);
          edits.drop(close);
        }
      }
    }
  }

  /** The bracket behind a class's name, which may have namespaces; -1 if that is not there. */
  private int endOfType(int open) {
    int at = open + (brackets.is(open + 1, "struct") ? 2 : 1);
    while (at + 1 < tokens.size() && tokens.get(at).isName() && brackets.is(at + 1, "::")) {
      at += 2;
    }
    boolean named = at + 1 < tokens.size() && tokens.get(at).isName();
    return named && brackets.is(at + 1, ")") ? at + 1 : -1;
  }
}
