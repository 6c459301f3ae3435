package org.grcuda.runtime.sync;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Asks Linux to end the timed sleeps of a thread when they are over, and not up to 50 us later, as
 * it does by default to save wake-ups (prctl(2), PR_SET_TIMERSLACK; here through {@code
 * /proc/PID/timerslack_ns}). Each thread asks once. If the system has no such file, or refuses,
 * sleeps stay as late as before: {@link SleepModel} learns how late that is.
 */
final class TimerSlack {

  private static final Path OWN = Path.of("/proc/thread-self");
  private static final String SHORTEST = "1";

  private final ThreadLocal<Boolean> reduced = new ThreadLocal<>();

  /** For the calling thread. */
  void reduce() {
    if (reduced.get() == null) {
      reduced.set(true);
      if (!Thread.currentThread().isVirtual() && Files.exists(OWN)) {
        write();
      }
    }
  }

  private static void write() {
    try {
      Path thread = Files.readSymbolicLink(OWN).getFileName();
      Path slack = OWN.resolveSibling(thread).resolve("timerslack_ns");
      if (Files.isWritable(slack)) {
        Files.writeString(slack, SHORTEST);
      }
    } catch (IOException e) {
      System.getLogger(TimerSlack.class.getName())
          .log(System.Logger.Level.DEBUG, "timed sleeps stay inexact", e);
    }
  }
}
