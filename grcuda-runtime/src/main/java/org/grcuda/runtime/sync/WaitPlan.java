package org.grcuda.runtime.sync;

/**
 * What a wait does: sleep, then poll, then block. Each part may be empty.
 *
 * @param sleepNanos how long to sleep at first; 0 for not at all
 * @param pollNanos until when to poll, in nanoseconds from the beginning of the wait; at most
 *     {@code sleepNanos} for not at all
 */
record WaitPlan(long sleepNanos, long pollNanos) {

  /** How exact any prediction is: an event is seen about a microsecond after it happened. */
  static final long RESOLUTION = 2_000;

  private static final long PROBE = 2;

  /** Used where every sleep seems to end too late; it shows whether sleeps still do. */
  private static final long SHORTEST_SLEEP = 1_000;

  static final WaitPlan BLOCK = new WaitPlan(0, 0);

  /**
   * The plan where nothing is known: a short poll, which catches short work, then block. Polling
   * for the time of a wake-up costs at most twice as much as the better of polling and blocking
   * would have.
   */
  static WaitPlan unknown(long threshold) {
    return new WaitPlan(0, threshold);
  }

  /**
   * The plan for work of which something is known. Poll all the time if it ends within {@code
   * most}; else sleep so that nine of ten sleeps, late as they are, end shortly before the
   * predicted end, but so that polls take at most {@code threshold} on average. If the end is too
   * uncertain for polling to pay, block.
   *
   * @param remaining nanoseconds until the predicted end; negative if it is over
   * @param deviation how far from the prediction ends are on average
   * @param sleeps how late sleeps end
   * @param threshold longest time to poll around a sleep on average, nanoseconds
   * @param most longest time to poll without a sleep, nanoseconds
   */
  static WaitPlan of(long remaining, long deviation, SleepModel sleeps, long threshold, long most) {
    long margin = 2 * deviation + RESOLUTION;
    long latest = remaining + margin;
    if (latest <= 0) {
      // The prediction has failed.
      return unknown(threshold);
    }
    if (latest <= most) {
      return new WaitPlan(0, latest);
    }
    if (2 * margin > threshold) {
      return BLOCK;
    }
    long sleep = remaining - margin - sleeps.lead(remaining, threshold - margin);
    return new WaitPlan(Math.max(SHORTEST_SLEEP, sleep), latest);
  }

  /**
   * The plan where the prediction has not been tested for long: poll around the predicted end for
   * long enough to see the real end, though that may not pay this time.
   */
  static WaitPlan probe(long remaining, SleepModel sleeps, long threshold) {
    long slack = PROBE * threshold;
    long sleep = remaining - slack - sleeps.lead(remaining, threshold);
    return new WaitPlan(Math.max(0, sleep), Math.max(0, remaining) + slack);
  }

  /** Whether it blocks at once. */
  boolean isBlock() {
    return sleepNanos <= 0 && pollNanos <= 0;
  }
}
