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

  /** Taken where sleeps seem to be too late for any: it shows whether they still are. */
  private static final long SHORTEST_SLEEP = 1_000;

  private static final WaitPlan BLOCK = new WaitPlan(0, 0);

  /**
   * The plan where nothing is known: a short poll, which catches short work, then block. Polling
   * for as long as a wake-up takes costs at most twice what the better of both would have.
   */
  static WaitPlan unknown(long threshold) {
    return new WaitPlan(0, threshold);
  }

  /**
   * The plan for work of which something is known. Poll all the time if it ends within {@code
   * most}; else sleep so that nine of ten sleeps are over, late as sleeps are, shortly before the
   * predicted end, but polls take {@code threshold} at most on average. If the end is too uncertain
   * for polling to be worth its while, block.
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
   * The plan where the prediction has not been put to the test for long: as much polling around the
   * predicted end as tells when the end really is, though it may not be worth its while this time.
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
