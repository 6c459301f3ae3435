package org.grcuda.runtime.schedule;

import java.io.IOException;

/** Writes schedules in one format. Stateless. */
public interface ScheduleExporter {

  /** The extension of its files, without the dot: {@code "json"}. */
  String extension();

  /**
   * Writes {@code schedule}.
   *
   * @throws IOException if {@code out} throws it
   */
  void write(Schedule schedule, Appendable out) throws IOException;
}
