package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/** The results of problems of one kind, each under several strategies, as tables and pictures. */
final class TiledResults {

  private static final double GIGA = 1e9;
  private static final List<String> COLUMNS =
      List.of(
          "tiles",
          "GB",
          "scheduled",
          "GFlop/s",
          "% of peak",
          "loads, GB",
          "from devices, GB",
          "write-backs, GB",
          "loads / least",
          "loads / links");

  private final Experiment experiment;
  private final String caption;
  private final Table table;
  private final Table elapsed;
  private final Map<String, Map<String, TiledOutcome>> outcomes = new LinkedHashMap<>();
  private final Map<String, TiledBounds> bounds = new LinkedHashMap<>();
  private final Map<String, Map<String, Double>> peaks = new LinkedHashMap<>();
  private final Map<String, Map<String, Double>> loads = new LinkedHashMap<>();

  TiledResults(Experiment experiment, String caption, String first) {
    this.experiment = experiment;
    this.caption = caption;
    List<String> columns = new ArrayList<>(COLUMNS);
    columns.addFirst(first);
    table = Table.of(caption, columns);
    elapsed =
        Table.of(
            "Seconds of this machine for the same",
            List.of(first, "tiles", "scheduled", "seconds"));
  }

  /** Runs a problem under a strategy, and adds it as a row with the name {@code name}. */
  void add(String name, TiledCase problem, Strategy strategy) throws IOException {
    TiledOutcome outcome = experiment.tiled().outcome(problem, strategy);
    TiledBounds bound = experiment.tiled().bounds(problem);
    String key = key(name, problem.count());
    outcomes.computeIfAbsent(key, each -> new LinkedHashMap<>()).put(strategy.name(), outcome);
    bounds.put(key, bound);
    double peak = 100 * bound.work() / outcome.seconds();
    String group = name + " " + problem.count();
    peaks.computeIfAbsent(group, each -> new LinkedHashMap<>()).put(strategy.name(), peak);
    loads
        .computeIfAbsent(group, each -> new LinkedHashMap<>())
        .put(strategy.name(), outcome.loads() / GIGA);
    table.add(
        List.of(
            name,
            problem.count(),
            problem.gigabytes(),
            strategy.name(),
            problem.workload().flops(problem.size()) / outcome.seconds() / GIGA,
            peak,
            outcome.loads() / GIGA,
            outcome.peerLoads() / GIGA,
            outcome.writeBacks() / GIGA,
            outcome.loads() / bound.loads(),
            outcome.loads() / bound.busLimit()));
    elapsed.add(List.of(name, problem.count(), strategy.name(), outcome.elapsed()));
    experiment.step();
  }

  private static String key(String name, int count) {
    return name + " " + count;
  }

  /** The results of a problem under a strategy; null if it was not run so. */
  TiledOutcome outcome(String name, int count, String strategy) {
    return outcomes.getOrDefault(key(name, count), Map.of()).get(strategy);
  }

  /** The bounds of a problem; null if the problem was not run. */
  TiledBounds bounds(String name, int count) {
    return bounds.get(key(name, count));
  }

  /**
   * The share of full speed that a strategy reached, in percent; null if the problem was not run
   * so.
   */
  Double peak(String name, int count, String strategy) {
    TiledOutcome outcome = outcome(name, count, strategy);
    return outcome == null ? null : 100 * bounds(name, count).work() / outcome.seconds();
  }

  /**
   * Adds the table, the bounds of each problem, and pictures whose names begin with {@code
   * picture}. Adds nothing if nothing was run.
   */
  void tell(Report report, String picture) {
    if (table.rows().isEmpty()) {
      return;
    }
    report.tables().add(table);
    report.tables().add(bounds());
    report.details().add(elapsed);
    List<String> series =
        peaks.values().stream().flatMap(group -> group.keySet().stream()).distinct().toList();
    report.add(
        new BarChart(
            picture + "-peak",
            caption + ": percent of full speed, simulated (higher is better)",
            series,
            peaks));
    report.add(
        new BarChart(
            picture + "-loads",
            caption + ": GB loaded, simulated (lower is better)",
            series,
            loads));
  }

  private Table bounds() {
    Table known =
        Table.of(
            "Bounds of these",
            List.of(
                table.columns().getFirst() + ", tiles",
                "full speed, s",
                "longest chain, s",
                "each byte once, GB",
                "least loads, GB",
                "links at full speed, GB"));
    bounds.forEach(
        (key, bound) ->
            known.add(
                List.of(
                    key,
                    bound.work(),
                    bound.criticalPath(),
                    bound.compulsory() / GIGA,
                    bound.loads() / GIGA,
                    bound.busLimit() / GIGA)));
    return known;
  }
}
