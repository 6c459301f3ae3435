package org.grcuda.runtime.sync;

/**
 * How much later than asked a timed sleep ends, by its length: the timer's slack, the way out of
 * the processor's idle state, and the wait for a core all count. Learnt from every sleep.
 *
 * <p>Safe for threads.
 */
class SleepModel {

  /** What is assumed before the first sleep, in nanoseconds: Linux adds 50 us of slack. */
  private static final double GUESS = 60_000;

  /** Sleeps up to 2^n microseconds are of one length. */
  private static final int LENGTHS = 24;

  private static final int NANOS_BITS = 10;

  private final Estimate[] lateness = new Estimate[LENGTHS];
  private int known;

  /** Whether there were {@code count} sleeps. */
  synchronized boolean isCalibrated(int count) {
    return known >= count;
  }

  /** How late a sleep of about {@code nanos} is expected to end, in nanoseconds. */
  synchronized long lateness(long nanos) {
    Estimate nearest = nearest(length(nanos));
    return (long) (nearest == null ? GUESS : nearest.mean());
  }

  /** The average distance of the lateness from what is expected, in nanoseconds. */
  synchronized long deviation(long nanos) {
    Estimate nearest = nearest(length(nanos));
    return (long) (nearest == null ? GUESS : nearest.deviation());
  }

  /** A sleep of about {@code nanos} ended {@code late} nanoseconds after the time asked for. */
  synchronized void add(long nanos, long late) {
    int length = length(nanos);
    if (lateness[length] == null) {
      lateness[length] = new Estimate();
    }
    known++;
    lateness[length].add(late);
  }

  /** Of the length, else of the nearest for which there was a sleep, the shorter first. */
  private Estimate nearest(int length) {
    for (int distance = 0; distance < LENGTHS; distance++) {
      if (length >= distance && lateness[length - distance] != null) {
        return lateness[length - distance];
      }
      if (length + distance < LENGTHS && lateness[length + distance] != null) {
        return lateness[length + distance];
      }
    }
    return null;
  }

  private static int length(long nanos) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, nanos) >>> NANOS_BITS);
    return Math.min(bits, LENGTHS - 1);
  }
}
