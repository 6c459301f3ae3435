package org.grcuda.runtime.sync;

import java.util.Arrays;

/**
 * How much later than asked a timed sleep ends, by its length: the timer's slack, the way out of
 * the processor's idle state, and the wait for a core all count. Learnt from every sleep.
 *
 * <p>Safe for threads.
 */
class SleepModel {

  /** What is assumed before the first sleep, in nanoseconds: Linux adds 50 us of slack. */
  private static final long GUESS = 60_000;

  /** Sleeps are grouped by length: group n has those up to 2^n microseconds. */
  private static final int LENGTHS = 24;

  private static final int NANOS_BITS = 10;

  private final Lateness[] lengths = new Lateness[LENGTHS];
  private int known;

  /** Whether there were {@code count} sleeps. */
  synchronized boolean isCalibrated(int count) {
    return known >= count;
  }

  /** Median lateness of sleeps of about {@code nanos}, in nanoseconds. */
  synchronized long lateness(long nanos) {
    Lateness nearest = nearest(length(nanos));
    return nearest == null ? GUESS : nearest.median;
  }

  /**
   * How much beyond the median the lateness of nine of ten sleeps of about {@code nanos} reaches at
   * most.
   */
  synchronized long spread(long nanos) {
    Lateness nearest = nearest(length(nanos));
    return nearest == null ? GUESS : nearest.most - nearest.median;
  }

  /**
   * By how much to shorten a sleep of about {@code nanos}, so that nine of ten end in time, but on
   * average no more than {@code early} too early; nanoseconds.
   */
  synchronized long lead(long nanos, long early) {
    Lateness nearest = nearest(length(nanos));
    return nearest == null ? GUESS : Math.min(nearest.most, nearest.meanEarly(early));
  }

  /**
   * Lower quartile of the lateness of the latest sleeps, in nanoseconds: about the processor time
   * of a wake-up, as nothing else delayed these sleeps.
   */
  synchronized long least() {
    long least = GUESS;
    for (Lateness length : lengths) {
      if (length != null) {
        least = Math.min(least, length.little);
      }
    }
    return least;
  }

  /** A sleep of about {@code nanos} ended {@code late} nanoseconds after the time asked for. */
  synchronized void add(long nanos, long late) {
    int length = length(nanos);
    if (lengths[length] == null) {
      lengths[length] = new Lateness();
    }
    known++;
    lengths[length].add(late);
  }

  /** The group of this length, else the nearest group with a sleep, the shorter one first. */
  private Lateness nearest(int length) {
    for (int distance = 0; distance < LENGTHS; distance++) {
      if (length >= distance && lengths[length - distance] != null) {
        return lengths[length - distance];
      }
      if (length + distance < LENGTHS && lengths[length + distance] != null) {
        return lengths[length + distance];
      }
    }
    return null;
  }

  private static int length(long nanos) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, nanos) >>> NANOS_BITS);
    return Math.min(bits, LENGTHS - 1);
  }

  /**
   * Order statistics of the latest sleeps of one length: outliers, however late, move them little.
   */
  private static final class Lateness {
    private static final int KEPT = 16;

    private final long[] latest = new long[KEPT];
    private int count;
    private long[] sorted = {};
    private long little;
    private long median;
    private long most;

    void add(long late) {
      latest[count++ % KEPT] = late;
      sorted = Arrays.copyOf(latest, Math.min(count, KEPT));
      Arrays.sort(sorted);
      int last = sorted.length - 1;
      little = sorted[last / 4];
      median = sorted[last / 2];
      most = sorted[last - last / 10];
    }

    /** The lateness below which the others lie by {@code early}, on average over all sleeps. */
    long meanEarly(long early) {
      long sum = early * sorted.length;
      long lead = 0;
      for (int i = 0; i < sorted.length && (i == 0 || lead > sorted[i]); i++) {
        sum += sorted[i];
        lead = sum / (i + 1);
      }
      return lead;
    }
  }
}
