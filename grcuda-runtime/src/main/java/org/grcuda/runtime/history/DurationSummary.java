package org.grcuda.runtime.history;

/**
 * Figures about a number of durations, in nanoseconds.
 *
 * @param count how many
 * @param meanNanos their mean
 * @param varianceNanos their sample variance, in square nanoseconds; 0 of fewer than two
 * @param minNanos the shortest
 * @param lastNanos the latest
 * @param averageNanos a moving average over about the latest eight: the expected next duration
 */
public record DurationSummary(
    long count,
    double meanNanos,
    double varianceNanos,
    long minNanos,
    long lastNanos,
    double averageNanos) {

  /** Of no durations. */
  public static final DurationSummary NONE = new DurationSummary(0, 0, 0, 0, 0, -1);

  /** After this many durations the moving average forgets older ones at a constant rate. */
  static final int WINDOW = 8;

  /** The standard deviation, in nanoseconds. */
  public double deviationNanos() {
    return Math.sqrt(varianceNanos);
  }

  /** The figures about these durations and those of {@code later}, which come after them. */
  public DurationSummary followedBy(DurationSummary later) {
    if (count == 0 || later.count == 0) {
      return count == 0 ? later : this;
    }
    long all = count + later.count;
    double distance = later.meanNanos - meanNanos;
    double squares =
        varianceNanos * (count - 1)
            + later.varianceNanos * (later.count - 1)
            + distance * distance * count * later.count / all;
    double weight = Math.min(1, (double) later.count / WINDOW);
    return new DurationSummary(
        all,
        (meanNanos * count + later.meanNanos * later.count) / all,
        squares / (all - 1),
        Math.min(minNanos, later.minNanos),
        later.lastNanos,
        (1 - weight) * averageNanos + weight * later.averageNanos);
  }
}
