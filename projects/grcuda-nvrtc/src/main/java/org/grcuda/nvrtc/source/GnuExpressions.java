package org.grcuda.nvrtc.source;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Expressions that gcc and so nvcc take in C++, too, and NVRTC does not. Of a compound literal of
 * C, {@code (float2){x, y}}, the brackets around the type go. A statement expression, {@code ({ int
 * y = f(x); y * y; })}, becomes the call of a lambda expression, which returns the value of the
 * last statement. NVRTC still refuses a statement expression that a jump leaves.
 */
final class GnuExpressions {

  /** What may stand before an expression, and not before the head of a statement's brackets. */
  private static final Set<String> BEFORE =
      Set.of("=", "(", ",", "{", "return", "?", ":", "+", "-", "*", "/", "&", "|");

  /** Words that begin statements without a value. */
  private static final Set<String> NO_VALUE =
      Set.of("if", "for", "while", "do", "switch", "asm", "typedef", "static_assert", "using");

  private static final Set<String> JUMPS = Set.of("return", "goto", "break", "continue");

  /** Words of statements that {@code break} or {@code continue} may be for. */
  private static final Set<String> AROUND_JUMPS = Set.of("for", "while", "do", "switch");

  private final List<Token> tokens;
  private final Brackets brackets;

  GnuExpressions(List<Token> tokens) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens);
  }

  /** Writes them as NVRTC takes them. */
  void rewrite(Edits edits) {
    dropTypeBrackets(edits);
    for (int at = 0; at < tokens.size(); at++) {
      if (Prelude.TYPE_OF.contains(tokens.get(at).text()) && brackets.is(at + 1, "(")) {
        deduce(at, edits);
      }
    }
    for (int open = 1; open < tokens.size(); open++) {
      if (tokens.get(open).is("{") && tokens.get(open - 1).is("(")) {
        int close = brackets.close(open, tokens.size());
        if (close > 0 && brackets.is(close + 1, ")")) {
          statements(open, close, edits);
        }
      }
    }
  }

  /** Has a variable whose type is that of a statement expression take it from its value. */
  private void deduce(int at, Edits edits) {
    int close = brackets.close(at + 1, tokens.size());
    if (close < 0 || !brackets.is(close + 2, "=")) {
      return;
    }
    for (int i = at + 1; i < close; i++) {
      if (tokens.get(i).is("(") && tokens.get(i + 1).is("{")) {
        IntStream.rangeClosed(at, close).forEach(edits::drop);
        edits.insertIfKept(close + 1, "auto ");
        return;
      }
    }
  }

  /** What is between brackets may be a statement expression, or a list of values. */
  private void statements(int open, int close, Edits edits) {
    int last = -1;
    int next = open + 1;
    boolean found = NO_VALUE.contains(tokens.get(next).text());
    for (int at = open + 1; at < close; at++) {
      if (tokens.get(at).is("(") || tokens.get(at).is("[") || tokens.get(at).is("{")) {
        boolean block = tokens.get(at).is("{");
        int end = brackets.close(at, close);
        if (end < 0) {
          return;
        }
        at = end;
        // A block ends its statement, an initialiser does not.
        next = block && !isGoingOn(at + 1) ? at + 1 : next;
      } else if (tokens.get(at).is(";")) {
        found = true;
        last = at + 1 == close ? next : -1;
        next = at + 1;
      }
    }
    if (found && !jumps(open, close)) {
      edits.insertIfKept(open, "[&]");
      edits.insertIfKept(close + 1, "()");
      if (last >= 0 && hasValue(last)) {
        edits.insertIfKept(last, "return ");
      }
    }
  }

  /** Whether the statement of a bracket before {@code at} goes on. */
  private boolean isGoingOn(int at) {
    Token next = tokens.get(at);
    return next.kind() == Token.Kind.PUNCTUATION && !next.is("}") && !next.is("*") && !next.is("(");
  }

  private boolean jumps(int open, int close) {
    boolean within = false;
    for (int at = open; at < close; at++) {
      String text = tokens.get(at).text();
      within |= AROUND_JUMPS.contains(text);
      if (JUMPS.contains(text) && !(within && (text.equals("break") || text.equals("continue")))) {
        return true;
      }
    }
    return false;
  }

  /** Whether an expression begins at {@code at}: two names in a row begin a declaration. */
  private boolean hasValue(int at) {
    Token first = tokens.get(at);
    return !first.is(";")
        && !NO_VALUE.contains(first.text())
        && !(first.isName() && tokens.get(at + 1).isName() && !first.is("sizeof"));
  }

  private void dropTypeBrackets(Edits edits) {
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
