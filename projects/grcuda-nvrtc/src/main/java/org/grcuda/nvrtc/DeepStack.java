package org.grcuda.nvrtc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Runs a task on a thread of its own with a deep stack. A Java thread's usual 1 MB ends the process
 * when the compiler recurses on, for instance, an expression of some thousand parentheses.
 */
final class DeepStack {

  private static final long BASE_BYTES = 64L << 20;

  /** A level of parentheses, the cheapest to write, takes 2.5 KB of stack. */
  private static final long BYTES_PER_CHARACTER = 4L << 10;

  private DeepStack() {}

  /**
   * The result of {@code task}, or what it threw. Not cut short by an interruption.
   *
   * @param characters of the text that is compiled: decides how deep it can nest. The stack only
   *     reserves address space; memory is taken as it grows
   */
  static <T> T call(String threadName, long characters, Supplier<T> task) {
    long bytes = BASE_BYTES + characters * BYTES_PER_CHARACTER;
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(null, () -> result.completeAsync(task, Runnable::run), threadName, bytes, false);
    thread.setDaemon(true);
    thread.start();
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof NvrtcException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
