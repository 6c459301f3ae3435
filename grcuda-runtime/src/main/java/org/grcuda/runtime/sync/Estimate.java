package org.grcuda.runtime.sync;

import java.util.Arrays;

/**
 * A moving average of durations and of their distance from it. It learns from intervals, since
 * often a thread knows only that the work was unfinished at one time and finished at a later one.
 * So the delay of a wake-up does not distort the average.
 *
 * <p>Not safe for threads.
 */
final class Estimate {

  private static final double WEIGHT = 0.25;

  /**
   * Weight of an interval that contains the average and is wider than the deviation. Such an
   * interval says little: it draws the average towards its middle only while there is nothing
   * better.
   */
  private static final double WEAK_WEIGHT = 1.0 / 8;

  /** The first observations count more, while little is known: this many of them. */
  private static final int FIRST = 4;

  private static final double FIRST_WEIGHT = 0.5;

  /**
   * A distance counts for at most this many deviations: one outlier changes little, several change
   * much.
   */
  private static final double OUTLIER = 8;

  /** The least deviation against which outliers are judged; nanoseconds. */
  private static final double LEAST_DEVIATION = 500;

  /** Intervals up to this width are as good as a duration; nanoseconds. */
  private static final double EXACT = 3_000;

  /** The deviation is taken from this many recent distances... */
  private static final int KEPT = 16;

  /** ...as a value that this share of them does not exceed: rare outliers do not count. */
  private static final double SHARE = 0.75;

  private final double[] distances = new double[KEPT];
  private double mean;
  private double deviation;
  private boolean stale;
  private long count;
  private long inexact;
  private boolean anyExact;

  /** Observations so far. */
  long count() {
    return count;
  }

  /** How many of the latest observations were wide intervals. */
  long inexact() {
    return inexact;
  }

  /** The average, in nanoseconds. */
  double mean() {
    return mean;
  }

  /** Three of four recent observations are no further from the average before, in nanoseconds. */
  double deviation() {
    if (stale) {
      double[] sorted = Arrays.copyOf(distances, (int) Math.min(count, KEPT));
      Arrays.sort(sorted);
      deviation = sorted[(int) ((sorted.length - 1) * SHARE)];
      stale = false;
    }
    return deviation;
  }

  /** A duration was {@code nanos}. */
  void add(double nanos) {
    add(nanos, nanos);
  }

  /** A duration was between {@code lower} and {@code upper} nanoseconds. */
  void add(double lower, double upper) {
    double usual = deviation();
    boolean exact = upper - lower <= EXACT;
    boolean first = exact && !anyExact;
    anyExact |= exact;
    inexact = exact ? 0 : inexact + 1;
    if (count == 0) {
      mean = (lower + upper) / 2;
      note((upper - lower) / 8);
      return;
    }
    double distance = mean < lower ? lower - mean : mean > upper ? upper - mean : 0;
    boolean weak = distance == 0 && upper - lower > usual;
    double limit = OUTLIER * Math.max(usual, LEAST_DEVIATION);
    double weight = count < FIRST ? FIRST_WEIGHT : weak ? WEAK_WEIGHT : WEIGHT;
    if (first) {
      mean += distance;
    } else if (!weak) {
      mean += weight * Math.clamp(distance, -limit, limit);
    } else if (!anyExact) {
      mean += weight * ((lower + upper) / 2 - mean);
    }
    note(Math.abs(distance));
  }

  private void note(double distance) {
    distances[(int) (count % KEPT)] = distance;
    count++;
    stale = true;
  }
}
