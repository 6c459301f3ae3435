package org.grcuda.cpu.check;

import java.util.function.Consumer;

/** Receives traces, block after block; a driver prints at most {@value #MOST_LINES} lines. */
final class TraceSink {

  private static final int MOST_LINES = 1_000_000;

  private final Consumer<String> messages;
  private int lines;

  TraceSink(Consumer<String> messages) {
    this.messages = messages;
  }

  /** Writes some whole lines. */
  synchronized void write(String text, int count) {
    if (lines > MOST_LINES) {
      return;
    }
    messages.accept(text);
    lines += count;
    if (lines > MOST_LINES) {
      messages.accept("grcuda: the trace ends here: " + lines + " lines\n");
    }
  }
}
