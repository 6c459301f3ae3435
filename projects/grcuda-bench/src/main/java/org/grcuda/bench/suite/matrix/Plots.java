package org.grcuda.bench.suite.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.grcuda.bench.plot.BarChart;

/**
 * The plots of a matrix: ratios of medians. There is a group of bars for each benchmark, size and
 * number of partitions, and one with the geometric mean of each series.
 */
final class Plots {

  private static final String BASE_POLICY = "single-gpu";

  private final Map<Cell, Double> medians = new LinkedHashMap<>();
  private final String policy;

  private Plots(List<Outcome> outcomes, String policy) {
    this.policy = policy;
    for (Outcome outcome : outcomes) {
      if (outcome.isGood()) {
        medians.put(outcome.cell(), outcome.result().medianSeconds());
      }
    }
  }

  /**
   * The plots that {@code outcomes} have data for, as SVG by file name.
   *
   * @param policy the policy under which devices and languages are compared, and with which other
   *     policies are compared
   */
  static Map<String, String> of(List<Outcome> outcomes, String policy) {
    Plots plots = new Plots(outcomes, policy);
    Map<String, String> all = new LinkedHashMap<>();
    for (BarChart chart : List.of(plots.speedUp(), plots.ablation(), plots.relative())) {
      if (!chart.isEmpty()) {
        all.put(chart.name() + ".svg", chart.svg());
      }
    }
    return all;
  }

  /**
   * The speed-up over one device: that of several devices, and that of one device whose host waits
   * for each launch.
   */
  private BarChart speedUp() {
    String host = first(Cell::host);
    return chart(
        "speedup",
        "Speed-up over 1 device, %s, %s (higher is better)".formatted(policy, host),
        cell ->
            cell.host().equals(host)
                && (cell.devices() == 1 ? isSync(cell) : cell.policy().equals(policy)),
        cell -> cell.devices() + (cell.devices() == 1 ? " device" : " devices") + suffix(cell),
        cell -> async(cell.with(host, BASE_POLICY, 1)));
  }

  /** How fast each policy is, relative to the first, on the most devices. */
  private BarChart ablation() {
    String host = first(Cell::host);
    int devices = medians.keySet().stream().mapToInt(Cell::devices).max().orElse(1);
    return chart(
        "ablation",
        "Speed-up over %s, %d devices, %s (higher is better)".formatted(policy, devices, host),
        cell ->
            cell.host().equals(host)
                && cell.devices() == devices
                && devices > 1
                && !isSync(cell)
                && !cell.policy().equals(policy),
        Cell::policy,
        cell -> cell.with(host, policy, devices));
  }

  /** How long other languages take, relative to the first. */
  private BarChart relative() {
    String host = first(Cell::host);
    return chart(
        "relative",
        "Time relative to %s, %s (lower is better)".formatted(host, policy),
        cell -> !cell.host().equals(host) && !isSync(cell) && isCompared(cell),
        cell -> cell.host() + ", " + cell.devices(),
        cell -> cell.with(host, cell.policy(), cell.devices()),
        false);
  }

  private boolean isCompared(Cell cell) {
    return cell.policy().equals(policy) || cell.devices() == 1;
  }

  private static boolean isSync(Cell cell) {
    return cell.execution().equals("sync");
  }

  private static String suffix(Cell cell) {
    return isSync(cell) ? ", sync" : "";
  }

  private static Cell async(Cell cell) {
    return new Cell(
        cell.benchmark(),
        cell.size(),
        cell.partitions(),
        cell.host(),
        cell.devices(),
        "async",
        cell.policy(),
        cell.arguments(),
        cell.options());
  }

  private String first(Function<Cell, String> part) {
    return medians.keySet().stream().map(part).findFirst().orElse("");
  }

  private BarChart chart(
      String name,
      String title,
      Predicate<Cell> shown,
      Function<Cell, String> series,
      Function<Cell, Cell> base) {
    return chart(name, title, shown, series, base, true);
  }

  private BarChart chart(
      String name,
      String title,
      Predicate<Cell> shown,
      Function<Cell, String> series,
      Function<Cell, Cell> base,
      boolean isSpeedUp) {
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    Set<String> names = new LinkedHashSet<>();
    for (Map.Entry<Cell, Double> entry : medians.entrySet()) {
      Double reference = medians.get(base.apply(entry.getKey()));
      if (shown.test(entry.getKey()) && reference != null) {
        double ratio = isSpeedUp ? reference / entry.getValue() : entry.getValue() / reference;
        String bar = series.apply(entry.getKey());
        names.add(bar);
        groups.computeIfAbsent(label(entry.getKey()), key -> new LinkedHashMap<>()).put(bar, ratio);
      }
    }
    if (groups.size() > 1) {
      groups.put("mean", means(names, groups));
    }
    return new BarChart(name, title, new ArrayList<>(names), groups);
  }

  private static Map<String, Double> means(
      Set<String> series, Map<String, Map<String, Double>> groups) {
    return series.stream()
        .collect(
            Collectors.toMap(
                name -> name,
                name ->
                    Math.exp(
                        groups.values().stream()
                            .filter(group -> group.containsKey(name))
                            .mapToDouble(group -> Math.log(group.get(name)))
                            .average()
                            .orElse(0)),
                (a, b) -> a,
                LinkedHashMap::new));
  }

  /** The name of the benchmark, with its size and partitions if the matrix has several of them. */
  private String label(Cell cell) {
    boolean sizes = several(cell, Cell::size);
    boolean partitions = several(cell, Cell::partitions);
    return cell.benchmark()
        + (sizes ? " " + cell.size() : "")
        + (partitions ? " p" + cell.partitions() : "");
  }

  private boolean several(Cell cell, Function<Cell, Integer> part) {
    return medians.keySet().stream()
            .filter(other -> other.benchmark().equals(cell.benchmark()))
            .map(part)
            .distinct()
            .count()
        > 1;
  }
}
