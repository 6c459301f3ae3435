package org.grcuda.runtime.sync;

/**
 * For how many waits to block at once, because the system took the core from a thread that polled.
 * Such a thread has used up its share of the core, which its work needs. The published threshold is
 * the rest of the time slice (section V); the system tells nobody how long that is, so it is
 * learnt: each loss of the core doubles the number of waits without polls, and each poll that went
 * through halves it.
 *
 * <p>Safe for threads.
 */
final class Preemptions {

  /**
   * If so much time passes between two polls, the thread had lost its core; nanoseconds. Interrupts
   * take less, the time slices of Linux are 3 ms and longer.
   */
  static final long GAP = 500_000;

  /** The most waits without polls. */
  static final int MOST = 32;

  private int blocking;
  private int next = 1;

  /** Whether the wait that begins may poll. */
  synchronized boolean mayPoll() {
    if (blocking == 0) {
      return true;
    }
    blocking--;
    return false;
  }

  /**
   * A wait has polled.
   *
   * @param longest the longest time between two polls, in nanoseconds
   */
  synchronized void polled(long longest) {
    if (longest >= GAP) {
      blocking = next;
      next = Math.min(MOST, 2 * next);
    } else {
      next = Math.max(1, next / 2);
    }
  }
}
