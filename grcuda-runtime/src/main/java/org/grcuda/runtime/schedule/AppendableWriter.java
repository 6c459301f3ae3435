package org.grcuda.runtime.schedule;

import java.io.IOException;
import java.io.Writer;
import java.nio.CharBuffer;

/** Lets the JSON library write to anything that takes characters. */
public final class AppendableWriter extends Writer {

  private final Appendable out;

  /** A writer to {@code out}, which needs neither flushing nor closing. */
  public AppendableWriter(Appendable out) {
    this.out = out;
  }

  @Override
  public void write(int c) throws IOException {
    out.append((char) c);
  }

  @Override
  public void write(char[] buffer, int offset, int length) throws IOException {
    out.append(CharBuffer.wrap(buffer, offset, length));
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    out.append(text, offset, offset + length);
  }

  @Override
  public void write(String text) throws IOException {
    out.append(text);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
