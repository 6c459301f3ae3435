package org.grcuda.runtime.sync;

import java.util.function.BooleanSupplier;

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
    return isSleepy(() -> false);
  }

  /**
   * As the other.
   *
   * @param takesCore whether something computes on the cores that this thread would keep busy: then
   *     it does not yield again and again, but sleeps after the first polls. Asked after these
   */
  public boolean isSleepy(BooleanSupplier takesCore) {
    if (idle > POLLS + YIELDS || idle >= POLLS && takesCore.getAsBoolean()) {
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
