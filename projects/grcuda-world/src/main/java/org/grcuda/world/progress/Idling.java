package org.grcuda.world.progress;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread that drives passes the time while nothing happens: it polls, then yields, so that
 * another rank on the same core can answer, then sleeps.
 */
final class Idling {

  private static final int POLLS = 30;

  /** Yields before the first sleep: about a millisecond. */
  private static final int YIELDS = 1_000;

  private static final long SLEEP_NANOS = 50_000;

  private int idle;

  void reset() {
    idle = 0;
  }

  /** Passes a little time; whether that was a sleep. */
  boolean idle() {
    idle = Math.min(idle + 1, POLLS + YIELDS + 1);
    if (idle <= POLLS) {
      Thread.onSpinWait();
      return false;
    }
    if (idle <= POLLS + YIELDS) {
      Thread.yield();
      return false;
    }
    LockSupport.parkNanos(SLEEP_NANOS);
    return true;
  }
}
