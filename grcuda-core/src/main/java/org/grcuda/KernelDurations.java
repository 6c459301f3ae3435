package org.grcuda;

import java.time.Duration;
import org.grcuda.runtime.history.DurationSummary;
import org.grcuda.runtime.history.KernelHistory;

/**
 * How long the launches of a kernel took on one device, for launches of about the same size.
 *
 * @param kernel its name
 * @param device ordinal of the device
 * @param threads the fewest threads of a launch of this size; others have up to a quarter more
 * @param bytes the fewest bytes of its arguments; others have up to a quarter more
 * @param count how many launches were timed
 * @param mean the mean of their durations
 * @param deviation the standard deviation
 * @param min the shortest
 * @param last the latest
 * @param expected the expected duration of the next launch: a moving average
 */
public record KernelDurations(
    String kernel,
    int device,
    long threads,
    long bytes,
    long count,
    Duration mean,
    Duration deviation,
    Duration min,
    Duration last,
    Duration expected) {

  static KernelDurations of(KernelHistory.Row row) {
    DurationSummary durations = row.durations();
    return new KernelDurations(
        row.kernel(),
        row.device(),
        row.threads(),
        row.bytes(),
        durations.count(),
        nanos(durations.meanNanos()),
        nanos(durations.deviationNanos()),
        nanos(durations.minNanos()),
        nanos(durations.lastNanos()),
        nanos(durations.averageNanos()));
  }

  private static Duration nanos(double nanos) {
    return Duration.ofNanos(Math.round(nanos));
  }
}
