package org.grcuda.core.grammar;

import org.graalvm.shadowed.org.antlr.v4.runtime.CharStream;
import org.graalvm.shadowed.org.antlr.v4.runtime.misc.Interval;

/** A string as ANTLR reads it, by UTF-16 units: offsets of tokens are offsets in the string. */
public final class StringCharStream implements CharStream {

  private final String text;
  private int position;

  /** Reads {@code text} from its start. */
  public StringCharStream(String text) {
    this.text = text;
  }

  @Override
  public void consume() {
    position++;
  }

  @Override
  public int LA(int offset) {
    int index = position + (offset < 0 ? offset : offset - 1);
    return index < 0 || index >= text.length() ? EOF : text.charAt(index);
  }

  @Override
  public int mark() {
    return 0;
  }

  @Override
  public void release(int marker) {
    // The whole text stays: there is nothing to release.
  }

  @Override
  public int index() {
    return position;
  }

  @Override
  public void seek(int index) {
    position = index;
  }

  @Override
  public int size() {
    return text.length();
  }

  @Override
  public String getSourceName() {
    return UNKNOWN_SOURCE_NAME;
  }

  @Override
  public String getText(Interval interval) {
    return text.substring(
        Math.min(interval.a, text.length()), Math.min(interval.b + 1, text.length()));
  }
}
