package org.grcuda.runtime.sync;

/**
 * For how many waits to block at once, because others have the core: it was taken from a thread
 * that polled, or a thread that slept got it late. Each poll then uses up time that the thread's
 * own work needs. The published threshold is the rest of the time slice (section V). The system
 * tells nobody how long that is, so it is learnt: each such wait doubles the number of waits
 * without polls, and each other one halves it.
 *
 * <p>Safe for threads.
 */
final class Preemptions {

  /**
   * A thread that does not run for so long, though it could, waits for its core; nanoseconds.
   * Interrupts and wake-ups on idle cores take less, the time slices of Linux are 3 ms and longer.
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
   * A thread has polled or slept.
   *
   * @param longest the longest time for which it did not run, though it could; nanoseconds
   */
  synchronized void waited(long longest) {
    if (longest >= GAP) {
      blocking = next;
      next = Math.min(MOST, 2 * next);
    } else {
      next = Math.max(1, next / 2);
    }
  }
}
