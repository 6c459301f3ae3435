package org.grcuda.bench.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report as one JSON array with an object for each row, printed at the end. */
final class JsonReport implements Report {

  private final List<String> rows = new ArrayList<>();
  private Workload workload;

  @Override
  public void begin(Workload begun, int[] counts) {
    workload = begun;
  }

  @Override
  public void add(Result result) {
    String costs =
        result.costs().stream().map(JsonReport::cost).collect(Collectors.joining(", ", "[", "]"));
    String memory = "";
    if (result.footprint() != null) {
      memory =
          String.format(
              Locale.ROOT,
              ", \"unfinishedBytes\": %.1f, \"retainedBytes\": %.1f",
              result.footprint().unfinishedBytes(),
              result.footprint().retainedBytes());
    }
    rows.add(
        "{\"workload\": \"%s\", \"subject\": \"%s\", \"costs\": %s%s}"
            .formatted(workload.title(), result.subject(), costs, memory));
  }

  private static String cost(Result.Cost cost) {
    return String.format(
        Locale.ROOT,
        "{\"count\": %d, \"submitNanos\": %.1f, \"completeNanos\": %.1f, \"allocatedBytes\": %.1f}",
        cost.count(),
        cost.submitNanos(),
        cost.completeNanos(),
        cost.allocatedBytes());
  }

  @Override
  public void missing(String subject, String reason) {
    rows.add(
        "{\"workload\": \"%s\", \"subject\": \"%s\", \"missing\": \"%s\"}"
            .formatted(workload.title(), subject, reason));
  }

  @Override
  public void end() {}

  @Override
  public void finish() {
    System.out.println(rows.stream().collect(Collectors.joining(",\n ", "[", "]")));
  }
}
