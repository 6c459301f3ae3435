package org.grcuda.bench.cpu;

import java.util.Map;

/**
 * What one problem took.
 *
 * @param entry the problem
 * @param millis medians, by side; a side that is not there is not among them
 * @param rounds how often each side ran it
 */
record Row(Entry entry, Map<String, Double> millis, int rounds) {

  /** How many times as long as grcuda {@code side} took; NaN where it is not there. */
  double ratio(String side) {
    Double peer = millis.get(side);
    return peer == null ? Double.NaN : peer / millis.get(CpuBenchmark.SUBJECT);
  }
}
