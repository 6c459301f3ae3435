package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/** The figure of what changes if links or kernels are 20 % faster or slower than assumed. */
final class Sensitivity implements Figure {

  private static final Map<String, String> VARIATIONS = variations();

  private static Map<String, String> variations() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("as assumed", "");
    all.put("links 20 % slower", "\"scale\": {\"links\": 0.8}");
    all.put("links 20 % faster", "\"scale\": {\"links\": 1.2}");
    all.put("kernels 20 % slower", "\"scale\": {\"kernels\": 1.2}");
    all.put("kernels 20 % faster", "\"scale\": {\"kernels\": 0.8}");
    return all;
  }

  @Override
  public String name() {
    return "sensitivity";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Sensitivity to the assumptions");
    experiment.each(machine -> machine(experiment, machine, report));
    report.note(
        "Speed-ups are under `minmax-transfer-time`; the last columns are geometric means over"
            + " the benchmarks of the speed relative to the version by hand.");
    return report;
  }

  private static void machine(Experiment experiment, Machine machine, Report report)
      throws IOException {
    int most = experiment.most(machine);
    List<String> columns = new ArrayList<>(List.of("machine"));
    experiment.published().forEach(workload -> columns.add(workload.label()));
    columns.addAll(List.of("minmax, % of by hand", "auto, % of by hand"));
    Table table =
        Table.of(
            "Speed-up of %d devices over one, %s".formatted(most, machine.topology()), columns);
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    for (var variation : VARIATIONS.entrySet()) {
      List<Object> row = new ArrayList<>(List.of(variation.getKey()));
      List<Double> minmax = new ArrayList<>();
      List<Double> auto = new ArrayList<>();
      for (Workload workload : experiment.published()) {
        Run one = experiment.run(machine, workload).at(machine.with(variation.getValue()));
        Run several = one.on(most, Experiment.PUBLISHED_BEST);
        double speedUp = experiment.speedUp(one, several);
        row.add(speedUp);
        groups
            .computeIfAbsent(workload.label(), key -> new LinkedHashMap<>())
            .put(variation.getKey(), speedUp);
        minmax.add(experiment.speedUp(one.byHand(most), several));
        auto.add(experiment.speedUp(one.byHand(most), one.on(most, "auto")));
      }
      row.add(100 * Means.of(minmax));
      row.add(100 * Means.of(auto));
      table.add(row);
    }
    report.tables().add(table);
    report.add(
        new BarChart(
            "sensitivity-" + machine.topology(),
            "Speed-up of %d devices over one, %s, simulated".formatted(most, machine.topology()),
            List.copyOf(VARIATIONS.keySet()),
            groups));
  }
}
