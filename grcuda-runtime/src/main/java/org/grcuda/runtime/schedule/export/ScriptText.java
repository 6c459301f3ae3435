package org.grcuda.runtime.schedule.export;

import java.io.IOException;
import java.io.Writer;

/**
 * Passes JSON on so that it can stand in a {@code script} element of HTML and in a file of any
 * encoding of Unicode. It escapes {@code <}, which only occurs in strings, so that nothing ends the
 * element or begins a comment. It also escapes unpaired surrogates.
 */
final class ScriptText extends Writer {

  private final Appendable out;
  private char high;

  ScriptText(Appendable out) {
    this.out = out;
  }

  @Override
  public void write(int character) throws IOException {
    char c = (char) character;
    if (high != 0) {
      char first = high;
      high = 0;
      if (Character.isLowSurrogate(c)) {
        out.append(first).append(c);
        return;
      }
      escape(first);
    }
    if (Character.isHighSurrogate(c)) {
      high = c;
    } else if (c == '<' || Character.isLowSurrogate(c)) {
      escape(c);
    } else {
      out.append(c);
    }
  }

  @Override
  public void write(char[] characters, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      write(characters[i]);
    }
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      write(text.charAt(i));
    }
  }

  private void escape(char c) throws IOException {
    out.append("\\u%04x".formatted((int) c));
  }

  /**
   * Only half a surrogate pair is buffered; in JSON the other half always comes before the quote.
   */
  @Override
  public void flush() {}

  @Override
  public void close() {}
}
