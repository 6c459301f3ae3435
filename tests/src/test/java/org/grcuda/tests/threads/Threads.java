package org.grcuda.tests.threads;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** What the threads of a program do. */
public final class Threads {

  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private Threads() {}

  /**
   * Returns once {@code thread} runs, or waits in, code of a package or class, or has ended.
   *
   * @param code the beginning of the names of classes
   * @throws AssertionError if it does not come there within a minute
   */
  public static void awaitIn(Thread thread, String code) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (thread.isAlive() && !isIn(thread, code)) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            thread + " did not come to " + code + ": " + Arrays.toString(thread.getStackTrace()));
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static boolean isIn(Thread thread, String code) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().startsWith(code));
  }
}
