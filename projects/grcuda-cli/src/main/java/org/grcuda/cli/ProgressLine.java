package org.grcuda.cli;

import java.io.Console;
import java.io.PrintStream;

/**
 * Shows the progress of a command. On a terminal it is a line with a bar, rewritten in place, once
 * the command has taken two seconds. Elsewhere it shows nothing.
 */
final class ProgressLine implements AutoCloseable {

  private static final long QUIET_NANOS = 2_000_000_000L;
  private static final int WIDTH = 24;

  private final String text;
  private final PrintStream out;
  private final boolean isTerminal;
  private final long start;
  private boolean shown;

  ProgressLine(String text, PrintStream out) {
    this(text, out, isTerminal());
  }

  ProgressLine(String text, PrintStream out, boolean isTerminal) {
    this(text, out, isTerminal, System.nanoTime());
  }

  /**
   * @param start when the command began, by System.nanoTime
   */
  ProgressLine(String text, PrintStream out, boolean isTerminal, long start) {
    this.text = text;
    this.out = out;
    this.isTerminal = isTerminal;
    this.start = start;
  }

  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Shows that {@code done} of {@code total} steps are done. */
  void at(int done, int total) {
    at(done, total, System.nanoTime() - start);
  }

  void at(int done, int total, long elapsedNanos) {
    if (isTerminal && elapsedNanos >= QUIET_NANOS) {
      String bar = "=".repeat(WIDTH * done / total);
      out.printf("\r\033[Kgrcuda [%-" + WIDTH + "s] %s", bar, text);
      out.flush();
      shown = true;
    }
  }

  /** Ends the line. Idempotent. */
  @Override
  public void close() {
    if (shown) {
      out.print("\r\033[K");
      out.flush();
      shown = false;
    }
  }
}
