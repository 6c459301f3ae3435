package org.grcuda.bench.waiting;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.grcuda.runtime.sync.SyncPolicy;

/** Formats the results as text or as JSON. */
final class WaitingReport {

  private static final List<String> POLICIES =
      List.of(SyncPolicy.values()).stream().map(SyncPolicy::optionName).toList();

  private static final double PER_MICRO = 1e3;
  private static final double PUBLISHED_OVER_SPIN = 4.2;
  private static final double PUBLISHED_OVER_BLOCK = 1.9;

  private WaitingReport() {}

  /** A table for idle cores, a table for contended cores, and the published workload. */
  static String text(List<Cell> cells, List<Rates> rates) {
    StringBuilder out = new StringBuilder();
    out.append(
        "waits for kernels of a device that ends them by the clock; microseconds: latency from the"
            + " end\n"
            + "of the kernel to the return of the wait, median/mean, and processor time of the"
            + " waiting thread\n");
    for (boolean contended : new boolean[] {false, true}) {
      if (cells.isEmpty()) {
        continue;
      }
      out.append(contended ? "\nevery core contended by other processes\n" : "\nidle cores\n");
      out.append("%10s".formatted("kernel"));
      POLICIES.forEach(policy -> out.append("%27s".formatted(policy)));
      out.append("   %s%n".formatted("hybrid: kernel and wait of the best (mean), cpu of block"));
      cells.stream()
          .filter(cell -> cell.contended() == contended)
          .collect(Collectors.groupingBy(Cell::nanos, TreeMap::new, Collectors.toList()))
          .forEach((nanos, row) -> out.append(row(nanos, row)));
    }
    out.append(
        "%n370 launches a second of kernels that vary by 3.5 %%, launches a second reached%n"
            .formatted());
    rates.forEach(one -> out.append(line(one)));
    return out.toString();
  }

  private static String row(long nanos, List<Cell> row) {
    StringBuilder out = new StringBuilder("%10s".formatted(micros(nanos)));
    Map<String, Cell> byPolicy = row.stream().collect(Collectors.toMap(Cell::policy, cell -> cell));
    for (String policy : POLICIES) {
      Cell cell = byPolicy.get(policy);
      out.append(
          String.format(
              Locale.ROOT,
              "%27s",
              String.format(
                  Locale.ROOT,
                  "%.1f/%.1f, cpu %.1f",
                  cell.latency(0.5),
                  cell.meanLatency(),
                  cell.processorMicros())));
    }
    Cell hybrid = byPolicy.get(SyncPolicy.HYBRID.optionName());
    Cell block = byPolicy.get(SyncPolicy.BLOCK.optionName());
    out.append(
        String.format(
            Locale.ROOT,
            "%12.2f x (%.2f x), %.2f x%n",
            overBest(hybrid, row, cell -> cell.latency(0.5)),
            overBest(hybrid, row, Cell::meanLatency),
            hybrid.processorMicros() / block.processorMicros()));
    return out.toString();
  }

  /**
   * The time from the start of the kernel to the return of the wait, divided by the least such time
   * of the row.
   */
  private static double overBest(Cell cell, List<Cell> row, ToDoubleFunction<Cell> latency) {
    double best = row.stream().mapToDouble(latency).min().orElseThrow();
    double kernel = cell.nanos() / PER_MICRO;
    return (kernel + latency.applyAsDouble(cell)) / (kernel + best);
  }

  private static String line(Rates rates) {
    StringBuilder out =
        new StringBuilder("%10s".formatted(rates.contended() ? "contended" : "idle"));
    POLICIES.forEach(
        policy ->
            out.append(
                String.format(
                    Locale.ROOT,
                    "%27s",
                    String.format(Locale.ROOT, "%.0f", rates.perSecond().get(policy)))));
    out.append(
        String.format(
            Locale.ROOT,
            "   hybrid %.2f x spin%s, %.2f x block%s%n",
            rates.gainOver("spin"),
            rates.contended() ? " (published %.1f)".formatted(PUBLISHED_OVER_SPIN) : "",
            rates.gainOver("block"),
            rates.contended() ? " (published %.1f)".formatted(PUBLISHED_OVER_BLOCK) : ""));
    return out.toString();
  }

  private static String micros(long nanos) {
    return nanos < 1_000_000 ? nanos / 1_000 + " us" : nanos / 1_000_000 + " ms";
  }

  /** The results as one JSON object. */
  static String json(List<Cell> cells, List<Rates> rates) {
    String waits = cells.stream().map(WaitingReport::json).collect(Collectors.joining(",\n  "));
    String workload = rates.stream().map(WaitingReport::json).collect(Collectors.joining(",\n  "));
    return "{\"waits\": [\n  %s],%n \"launchesPerSecond\": [%n  %s]}".formatted(waits, workload);
  }

  private static String json(Cell cell) {
    return String.format(
        Locale.ROOT,
        "{\"policy\": \"%s\", \"kernelMicros\": %d, \"contended\": %b, \"waits\": %d,"
            + " \"latencyMicros\": {\"median\": %.3f, \"p90\": %.3f, \"mean\": %.3f},"
            + " \"processorMicros\": %.3f}",
        cell.policy(),
        cell.nanos() / 1_000,
        cell.contended(),
        cell.latency().length,
        cell.latency(0.5),
        cell.latency(0.9),
        cell.meanLatency(),
        cell.processorMicros());
  }

  private static String json(Rates rates) {
    String each =
        POLICIES.stream()
            .map(
                policy ->
                    String.format(
                        Locale.ROOT, "\"%s\": %.1f", policy, rates.perSecond().get(policy)))
            .collect(Collectors.joining(", "));
    return "{\"contended\": %b, %s}".formatted(rates.contended(), each);
  }

  /** Launches per second of the published workload, by policy. */
  record Rates(boolean contended, Map<String, Double> perSecond) {

    double gainOver(String policy) {
      return perSecond.get(SyncPolicy.HYBRID.optionName()) / perSecond.get(policy);
    }
  }
}
