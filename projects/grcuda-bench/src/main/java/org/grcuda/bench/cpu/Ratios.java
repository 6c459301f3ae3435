package org.grcuda.bench.cpu;

import java.util.List;

/** Means over the rows. */
final class Ratios {

  private Ratios() {}

  /**
   * The geometric mean of the ratios to {@code side}, without the latency of a launch; NaN if there
   * are no ratios.
   */
  static double mean(List<Row> rows, String side) {
    double logarithms = 0;
    int count = 0;
    for (Row row : rows) {
      double ratio = row.ratio(side);
      if (!row.entry().isLatency() && !Double.isNaN(ratio)) {
        logarithms += Math.log(ratio);
        count++;
      }
    }
    return count == 0 ? Double.NaN : Math.exp(logarithms / count);
  }
}
