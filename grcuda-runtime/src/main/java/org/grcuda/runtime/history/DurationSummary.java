package org.grcuda.runtime.history;

/**
 * Figures about a number of durations, in nanoseconds.
 *
 * @param count how many
 * @param meanNanos their mean
 * @param varianceNanos their sample variance, in square nanoseconds; 0 of fewer than two
 * @param minNanos the shortest
 * @param lastNanos the latest
 * @param averageNanos a moving average in which the latest eight or so count: what the next one is
 *     expected to be
 */
public record DurationSummary(
    long count,
    double meanNanos,
    double varianceNanos,
    long minNanos,
    long lastNanos,
    double averageNanos) {

  /** The standard deviation, in nanoseconds. */
  public double deviationNanos() {
    return Math.sqrt(varianceNanos);
  }
}
