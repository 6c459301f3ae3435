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

  /** Sleeps up to 2^n microseconds are of one length. */
  private static final int LENGTHS = 24;

  private static final int NANOS_BITS = 10;

  private final Lateness[] lengths = new Lateness[LENGTHS];
  private int known;

  /** Whether there were {@code count} sleeps. */
  synchronized boolean isCalibrated(int count) {
    return known >= count;
  }

  /** How late half of the sleeps of about {@code nanos} end at most, in nanoseconds. */
  synchronized long lateness(long nanos) {
    Lateness nearest = nearest(length(nanos));
    return nearest == null ? GUESS : nearest.median;
  }

  /** How much later than that nine of ten sleeps of about {@code nanos} end at most. */
  synchronized long spread(long nanos) {
    Lateness nearest = nearest(length(nanos));
    return nearest == null ? GUESS : nearest.most - nearest.median;
  }

  /**
   * How much earlier than asked for a sleep of about {@code nanos} is to end: so that it ends in
   * time nine times of ten, but no more than {@code early} too early on average; nanoseconds.
   */
  synchronized long lead(long nanos, long early) {
    Lateness nearest = nearest(length(nanos));
    return nearest == null ? GUESS : Math.min(nearest.most, nearest.meanEarly(early));
  }

  /**
   * How late the quarter of the latest sleeps that was least late ended, in nanoseconds: about what
   * a wake-up costs in processor time, as nothing else held these up.
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

  /** Of the length, else of the nearest for which there was a sleep, the shorter first. */
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

    /** The lateness from which those below are {@code early} away, on an average over all. */
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
