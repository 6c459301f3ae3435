package org.grcuda.runtime.schedule.export;

import java.io.IOException;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleExporter;

/**
 * Writes a schedule as JSON in the Trace Event Format, which ui.perfetto.dev and chrome://tracing
 * show: a process for the host and one for each device, a thread for each stream, a slice for each
 * computation that has times, arrows from its submission on the host and along dependencies, and
 * counters of running computations and of bytes being transferred. Times are microseconds, with
 * fractions.
 */
public final class TraceExporter implements ScheduleExporter {

  /** Makes an exporter; it has no state. */
  public TraceExporter() {}

  @Override
  public String extension() {
    return "json";
  }

  @Override
  public void write(Schedule schedule, Appendable out) throws IOException {
    try (TraceWriter writer = new TraceWriter(schedule, out)) {
      writer.write();
    }
  }
}
