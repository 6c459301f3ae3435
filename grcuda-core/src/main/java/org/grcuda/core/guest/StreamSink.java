package org.grcuda.core.guest;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Text to one of the context's streams: what kernels print, and messages for the user. */
public final class StreamSink implements Consumer<String> {

  private final OutputStream stream;

  public StreamSink(OutputStream stream) {
    this.stream = stream;
  }

  @Override
  public synchronized void accept(String text) {
    try {
      stream.write(text.getBytes(StandardCharsets.UTF_8));
      stream.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
