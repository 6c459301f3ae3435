package org.grcuda.bench.scheduling;

import java.util.List;

/**
 * One row of a table.
 *
 * @param subject what was measured
 * @param costs by the number of unfinished computations
 * @param footprint memory; null where it was not measured
 */
record Result(String subject, List<Cost> costs, Rig.Footprint footprint) {

  /**
   * What one of {@code count} computations costs, the median of some samples.
   *
   * @param submitNanos to submit it
   * @param completeNanos from the release of all completions until the host knows of all; of one
   * @param allocatedBytes on the heap, by the submission; NaN where it was not measured
   */
  record Cost(int count, double submitNanos, double completeNanos, double allocatedBytes) {}

  /** Cost of the largest number over that of the smallest. */
  double growth() {
    return costs.getLast().submitNanos() / costs.getFirst().submitNanos();
  }
}
