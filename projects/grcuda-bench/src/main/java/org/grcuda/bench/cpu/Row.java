package org.grcuda.bench.cpu;

import java.util.Map;

/**
 * The times of one problem.
 *
 * @param entry the problem
 * @param millis the median time of each side, in milliseconds; a missing side has no entry
 * @param rounds how often each side ran it
 */
record Row(Entry entry, Map<String, Double> millis, int rounds) {

  /** The time of {@code side} divided by the time of grcuda; NaN if the side is missing. */
  double ratio(String side) {
    Double peer = millis.get(side);
    return peer == null ? Double.NaN : peer / millis.get(CpuBenchmark.SUBJECT);
  }
}
