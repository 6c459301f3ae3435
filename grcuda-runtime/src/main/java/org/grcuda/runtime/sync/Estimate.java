package org.grcuda.runtime.sync;

import java.util.Arrays;

/**
 * A moving average of durations and of their distance from it. It learns from intervals, since all
 * that is known of a duration may be that it was over at one time and was not at another. So the
 * delay of a wake-up does not creep in.
 *
 * <p>Not safe for threads.
 */
final class Estimate {

  private static final double WEIGHT = 0.25;

  /**
   * Of an interval that holds the average and is wider than the deviation: it says little. It draws
   * the average towards its middle while there is nothing better to go by.
   */
  private static final double WEAK_WEIGHT = 1.0 / 8;

  /** How many observations count more, while little is known. */
  private static final int FIRST = 4;

  private static final double FIRST_WEIGHT = 0.5;

  /** A distance counts for at most so many deviations: one outlier changes little, several much. */
  private static final double OUTLIER = 8;

  /** The deviation that an outlier is held against, where there was hardly any; nanoseconds. */
  private static final double LEAST_DEVIATION = 500;

  /** Intervals up to this width are as good as a duration; nanoseconds. */
  private static final double EXACT = 3_000;

  /** Of so many distances the deviation is taken... */
  private static final int KEPT = 16;

  /** ...as one that so many of them do not exceed: rare outliers do not count. */
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
