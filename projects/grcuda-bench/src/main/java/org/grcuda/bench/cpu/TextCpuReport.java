package org.grcuda.bench.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A report as a text table. */
final class TextCpuReport implements CpuReport {

  private final String unit;
  private final List<Row> rows = new ArrayList<>();
  private List<String> peers = List.of();

  TextCpuReport(CpuSettings settings) {
    unit = settings.isProcessorTime() ? "ms of processor time" : "ms";
  }

  @Override
  public void begin(List<String> sides) {
    peers = sides.subList(1, sides.size());
    System.out.printf("medians, %s; ratio: how many times as long as grcuda%n", unit);
    System.out.printf("%-20s %10s", "", sides.getFirst());
    peers.forEach(peer -> System.out.printf(" %10s %7s", peer, "ratio"));
    System.out.printf("  %s%n", "problem");
  }

  @Override
  public void add(Row row) {
    rows.add(row);
    System.out.printf("%-20s %s", row.entry().name(), time(row.millis().get(CpuBenchmark.SUBJECT)));
    for (String peer : peers) {
      System.out.printf(" %s %7.2f", time(row.millis().get(peer)), row.ratio(peer));
    }
    System.out.printf("  %s%n", row.entry().definition());
  }

  /** Formats a time. A time below 1 ms gets four decimals, so that microseconds show. */
  private static String time(double millis) {
    return (millis < 1 ? "%10.4f" : "%10.1f").formatted(millis);
  }

  @Override
  public void finish(Map<String, String> notes) {
    if (rows.stream().anyMatch(row -> !row.entry().isLatency())) {
      System.out.printf("%-20s %10s", "geometric mean", "");
      peers.forEach(peer -> System.out.printf(" %10s %7.2f", "", Ratios.mean(rows, peer)));
      System.out.println();
    }
    notes.forEach((side, note) -> System.out.printf("%s: %s%n", side, note));
  }
}
