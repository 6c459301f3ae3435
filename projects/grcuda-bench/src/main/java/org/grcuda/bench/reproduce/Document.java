package org.grcuda.bench.reproduce;

import java.util.List;
import java.util.stream.Collectors;

/** The document that has all figures. */
final class Document {

  private static final String HEAD =
      """
      # Published results, simulated

      Written by `scripts/grcuda reproduce all --markdown=docs/simulated-results.md`: do not edit. Everything
      here is simulated ([how](guide/simulation.md)): no GPU was there. Published are the results of GrCUDA's
      multi-GPU scheduler on machines with 8 V100 and 8 A100. [Performance](performance.md#simulated-machines)
      says what to make of it.

      """;

  private Document() {}

  static String of(List<Report> reports) {
    return HEAD
        + reports.stream().map(Report::markdown).collect(Collectors.joining()).stripTrailing()
        + "\n";
  }
}
