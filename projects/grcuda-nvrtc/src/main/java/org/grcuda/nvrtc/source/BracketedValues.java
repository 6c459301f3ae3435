package org.grcuda.nvrtc.source;

import java.util.List;
import java.util.Set;

/** Tells the value of a variable in brackets from a list of parameters ([dcl.ambig.res]). */
final class BracketedValues {

  private static final Set<Token.Kind> LITERALS =
      Set.of(Token.Kind.NUMBER, Token.Kind.STRING, Token.Kind.CHARACTER);

  /** Operators that are in no list of parameters before a default argument. */
  private static final Set<String> OPERATORS = Set.of("+", "-", "/", "%", "!", "~", "?", "|");

  private final List<Token> tokens;
  private final Brackets brackets;

  BracketedValues(List<Token> tokens, Brackets brackets) {
    this.tokens = tokens;
    this.brackets = brackets;
  }

  /** Whether brackets behind a name hold its value, as in {@code int n(2 * 8);}. */
  boolean isValue(int open, int close) {
    for (int i = open + 1; i < close; i++) {
      Token token = tokens.get(i);
      if (token.is("=") || token.is(".")) {
        return false;
      }
      if (LITERALS.contains(token.kind()) || OPERATORS.contains(token.text())) {
        return true;
      }
      if (token.is("(") && i == open + 1) {
        return true;
      }
      int end = token.is("<") ? brackets.closeAngle(i, close) : i;
      end = token.is("[") || token.is("(") ? brackets.close(i, close) : end;
      i = Math.max(i, end);
    }
    return false;
  }

  /** Whether what brackets hold is nothing, or begins with a type, as far as that can be told. */
  boolean mayBeParameters(int open, int close) {
    for (int i = open + 1; i < close; i++) {
      boolean twoNames = tokens.get(i).isName() && tokens.get(i + 1).isName();
      if (twoNames || isTypeWord(tokens.get(i).text())) {
        return true;
      }
    }
    return close == open + 1;
  }

  private static boolean isTypeWord(String word) {
    return Declaration.isArithmetic(word)
        || word.equals("void")
        || word.equals("auto")
        || word.equals("const");
  }
}
