package org.grcuda.runtime.sync;

/**
 * How the runtime blocks the calling thread. The language supplies one that makes every wait
 * cancellable by its own means; what that one throws leaves the runtime consistent and reaches the
 * caller of the wait.
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
   * @param <T> type of what is waited for
   */
  @FunctionalInterface
  interface Interruptible<T> {

    /**
     * Returns when {@code subject} is there.
     *
     * @throws InterruptedException if the thread is interrupted; the wait may be started anew
     */
    void await(T subject) throws InterruptedException;
  }

  /** A blocker that waits to the end, and restores the thread's interrupt status afterwards. */
  static Blocker uninterruptible() {
    return UninterruptibleBlocker.INSTANCE;
  }
}
