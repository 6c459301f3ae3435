package org.grcuda.bench.cpu;

import java.util.List;
import java.util.Map;

/** A report that receives the rows. */
interface CpuReport {

  /**
   * Begins the report. Called first.
   *
   * @param sides grcuda, then its peers
   */
  void begin(List<String> sides);

  /** Adds a row. */
  void add(Row row);

  /**
   * Ends the report. Called last.
   *
   * @param notes for each side, what ran it, or why it is missing
   */
  void finish(Map<String, String> notes);
}
