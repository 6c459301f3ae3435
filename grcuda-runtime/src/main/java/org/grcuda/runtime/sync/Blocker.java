package org.grcuda.runtime.sync;

/**
 * How the runtime blocks the calling thread. The language supplies a blocker that makes every wait
 * cancellable by the language's means. An exception that this blocker throws leaves the runtime
 * consistent, and reaches the caller of the wait.
 */
public interface Blocker {

  /**
   * Calls {@code wait} with {@code subject} until it returns normally. May call it again after an
   * interrupt.
   */
  <T> void block(Interruptible<T> wait, T subject);

  /**
   * A wait that an interrupt ends early.
   *
   * @param <T> type of the subject
   */
  @FunctionalInterface
  interface Interruptible<T> {

    /**
     * Returns when {@code subject} is ready.
     *
     * @throws InterruptedException if the thread is interrupted; the wait may be started again
     */
    void await(T subject) throws InterruptedException;
  }

  /** A blocker that waits to the end, and restores the thread's interrupt status afterwards. */
  static Blocker uninterruptible() {
    return UninterruptibleBlocker.INSTANCE;
  }
}
