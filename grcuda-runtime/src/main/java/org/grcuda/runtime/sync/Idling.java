package org.grcuda.runtime.sync;

/**
 * How a thread that looks for news passes the time while there is none: it polls for a moment, then
 * yields, so that another process on the same core can answer, then sleeps.
 */
public final class Idling {

  /** How long each sleep is to take. */
  public static final long SLEEP_NANOS = 50_000;

  private static final int POLLS = 30;

  /** Yields before the first sleep: about a millisecond. */
  private static final int YIELDS = 1_000;

  private int idle;

  /** There is no news yet. */
  public Idling() {}

  /** There was news. */
  public void reset() {
    idle = 0;
  }

  /** Whether it is time to sleep; if not, has passed a little time. */
  public boolean isSleepy() {
    if (idle > POLLS + YIELDS) {
      return true;
    }
    if (++idle <= POLLS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
    return false;
  }
}
