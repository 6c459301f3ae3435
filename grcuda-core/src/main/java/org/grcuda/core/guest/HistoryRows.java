package org.grcuda.core.guest;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.grcuda.runtime.history.DurationSummary;
import org.grcuda.runtime.history.KernelHistory;

/** Durations as guest programs see them: in milliseconds, as cudaEventElapsedTime gives them. */
public final class HistoryRows {

  private static final double NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private HistoryRows() {}

  /** A row for each kernel, device and size. */
  public static GuestList of(KernelHistory history) {
    return new GuestList(history.rows().stream().map(HistoryRows::row).toArray());
  }

  private static Object row(KernelHistory.Row row) {
    DurationSummary durations = row.durations();
    return new Record("a row of the history")
        .with("kernel", row.kernel())
        .with("device", row.device())
        .with("threads", row.threads())
        .with("bytes", row.bytes())
        .with("count", durations.count())
        .with("mean", durations.meanNanos() / NANOS)
        .with("deviation", durations.deviationNanos() / NANOS)
        .with("min", durations.minNanos() / NANOS)
        .with("last", durations.lastNanos() / NANOS)
        .with("expected", durations.averageNanos() / NANOS);
  }

  /** Durations in nanoseconds as a list. */
  public static GuestList times(long[] nanos) {
    return new GuestList(Arrays.stream(nanos).mapToObj(time -> (Object) (time / NANOS)).toArray());
  }
}
