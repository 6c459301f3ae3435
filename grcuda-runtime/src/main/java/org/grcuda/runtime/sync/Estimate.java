package org.grcuda.runtime.sync;

/**
 * A moving average of durations and of their distance from it. It learns from intervals, since all
 * that is known of a duration may be that it was over at one time and was not at another: an
 * interval that holds the average leaves it where it is, so the delay of a wake-up never creeps in.
 *
 * <p>Not safe for threads.
 */
final class Estimate {

  private static final double WEIGHT = 0.25;

  /** Of an interval that holds the average and is wider than the deviation: it says little. */
  private static final double WEAK_WEIGHT = 1.0 / 16;

  /** How many observations count more, while little is known. */
  private static final int FIRST = 4;

  private static final double FIRST_WEIGHT = 0.5;

  /** A distance counts for at most so many deviations: one outlier changes little, several much. */
  private static final double OUTLIER = 8;

  /** The deviation that an outlier is held against, where there was hardly any; nanoseconds. */
  private static final double LEAST_DEVIATION = 500;

  private double mean;
  private double deviation;
  private long count;

  /** Observations so far. */
  long count() {
    return count;
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
    mean += weight * counted;
    if (weak) {
      mean += WEAK_WEIGHT * ((lower + upper) / 2 - mean);
    }
    deviation += weight * (Math.abs(counted) - deviation);
  }

  /** Nothing was learnt this time: trusts it a little more, so that it is tried again some day. */
  void relax() {
    deviation *= 1 - WEAK_WEIGHT;
  }
}
