package org.grcuda.nvrtc.source;

import java.util.List;

/**
 * A token of C++ ([lex.pptoken]), or a whole preprocessing directive.
 *
 * @param text its spelling, without splices; digraphs are spelled as what they stand for
 * @param file where it is; of a token that a macro made, where the outermost macro was used
 * @param start where it starts there
 * @param end where it ends there
 * @param parts the tokens of a directive behind its {@code #}; else empty
 * @param hidden the macros that may not replace it, as it comes from them
 * @param glued whether it is punctuation that follows other punctuation without a blank
 */
record Token(
    Kind kind,
    String text,
    SourceFile file,
    int start,
    int end,
    List<Token> parts,
    List<String> hidden,
    boolean glued) {

  enum Kind {
    NAME,
    NUMBER,
    STRING,
    CHARACTER,
    PUNCTUATION,
    DIRECTIVE
  }

  Token(Kind kind, String text, SourceFile file, int start, int end) {
    this(kind, text, file, start, end, List.of(), List.of(), false);
  }

  boolean is(String spelling) {
    return kind != Kind.STRING && kind != Kind.CHARACTER && text.equals(spelling);
  }

  boolean isName() {
    return kind == Kind.NAME;
  }

  /** Whether {@code next} follows without a blank. */
  boolean touches(Token next) {
    return file == next.file && end == next.start;
  }

  /** The same token, as part of what a macro that is used at {@code start} to {@code end} made. */
  Token madeAt(SourceFile in, int from, int to, List<String> by) {
    return new Token(kind, text, in, from, to, parts, by, glued);
  }

  /** The same token, glued to the one before it or not. */
  Token glued(boolean toPrevious) {
    return toPrevious == glued
        ? this
        : new Token(kind, text, file, start, end, parts, hidden, toPrevious);
  }

  int line() {
    return file.line(start);
  }

  @Override
  public String toString() {
    return text;
  }
}
