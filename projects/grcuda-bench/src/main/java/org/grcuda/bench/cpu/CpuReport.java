package org.grcuda.bench.cpu;

import java.util.List;
import java.util.Map;

/** Where the rows go. */
interface CpuReport {

  /**
   * Called first.
   *
   * @param sides grcuda, then its peers
   */
  void begin(List<String> sides);

  void add(Row row);

  /**
   * Called last.
   *
   * @param notes by side: what ran it, or why nothing did
   */
  void finish(Map<String, String> notes);
}
