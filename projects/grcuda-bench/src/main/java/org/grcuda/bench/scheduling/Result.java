package org.grcuda.bench.scheduling;

import java.util.List;

/**
 * One row of a report.
 *
 * @param subject what was measured
 * @param costs the costs, by the number of unfinished computations
 * @param footprint memory; null if it was not measured
 */
record Result(String subject, List<Cost> costs, Rig.Footprint footprint) {

  /**
   * What one of {@code count} computations costs, as medians of some samples.
   *
   * @param submitNanos nanoseconds to submit the computation
   * @param completeNanos nanoseconds from the release of all completions until the host knows of
   *     all, divided by {@code count}
   * @param allocatedBytes bytes that the submission allocates on the heap; NaN if they were not
   *     measured
   */
  record Cost(int count, double submitNanos, double completeNanos, double allocatedBytes) {}

  /** The cost to submit at the largest count, divided by that at the smallest. */
  double growth() {
    return costs.getLast().submitNanos() / costs.getFirst().submitNanos();
  }
}
