package org.grcuda.runtime.sync;

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

  private double mean;
  private double deviation;
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

  /** The average distance of an observation from the average before it, in nanoseconds. */
  double deviation() {
    return deviation;
  }

  /** A duration was {@code nanos}. */
  void add(double nanos) {
    add(nanos, nanos);
  }

  /** A duration was between {@code lower} and {@code upper} nanoseconds. */
  void add(double lower, double upper) {
    count++;
    boolean exact = upper - lower <= EXACT;
    boolean first = exact && !anyExact;
    anyExact |= exact;
    inexact = exact ? 0 : inexact + 1;
    if (count == 1) {
      mean = (lower + upper) / 2;
      deviation = (upper - lower) / 8;
      return;
    }
    double distance = mean < lower ? lower - mean : mean > upper ? upper - mean : 0;
    boolean weak = distance == 0 && upper - lower > deviation;
    double weight = count <= FIRST ? FIRST_WEIGHT : weak ? WEAK_WEIGHT : WEIGHT;
    double limit = OUTLIER * Math.max(deviation, LEAST_DEVIATION);
    double counted = Math.clamp(distance, -limit, limit);
    if (first) {
      mean += distance;
    } else if (!weak) {
      mean += weight * counted;
    } else if (!anyExact) {
      mean += weight * ((lower + upper) / 2 - mean);
    }
    deviation += weight * (Math.abs(counted) - deviation);
  }
}
