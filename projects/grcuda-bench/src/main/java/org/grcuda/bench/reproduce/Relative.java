package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/**
 * The figure of how fast the automatic policies are, relative to the version that is scheduled by
 * hand.
 */
final class Relative implements Figure {

  private static final List<String> POLICIES =
      List.of(Experiment.PUBLISHED_BEST, "completion-time", "lookahead", "auto");

  @Override
  public String name() {
    return "relative";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Automatic against by hand");
    Table means =
        Table.of(
            "Geometric means over benchmarks and numbers of devices, and the least",
            List.of("machine", "policy", "published, %", "mean, %", "least, %"));
    experiment.each(machine -> machine(experiment, machine, report, means));
    report.tables().add(means);
    report.note(
        "The speed of the version that is scheduled by hand is 100 %; what is above is faster."
            + " Best: the fastest of the project's own policies.");
    return report;
  }

  private static void machine(Experiment experiment, Machine machine, Report report, Table means)
      throws IOException {
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    Map<String, List<Double>> all = new LinkedHashMap<>();
    List<String> columns = new ArrayList<>(List.of("benchmark", "devices", "by hand, ms"));
    columns.addAll(POLICIES);
    columns.addAll(List.of("best", "bound, ms"));
    Table table = Table.of("Speed relative to by hand, %, " + machine.topology(), columns);
    for (Workload workload : experiment.workloads()) {
      for (int devices : experiment.devices(machine)) {
        Run one = experiment.run(machine, workload);
        Map<String, Double> bars = bars(experiment, one, devices);
        groups.put(workload.label() + " " + devices, bars);
        bars.forEach(
            (policy, speed) -> all.computeIfAbsent(policy, key -> new ArrayList<>()).add(speed));
        List<Object> row = new ArrayList<>();
        row.add(workload.label());
        row.add(devices);
        row.add(experiment.millis(one.byHand(devices)));
        bars.values().forEach(speed -> row.add(100 * speed));
        row.add(1e3 * experiment.simulator().bound(one, devices).seconds());
        table.add(row);
      }
    }
    report.tables().add(table);
    all.forEach((policy, speeds) -> means.add(mean(machine, policy, speeds)));
    report.add(
        new BarChart(
            "relative-" + machine.topology(),
            "Speed relative to by hand, %s, simulated (higher is better)"
                .formatted(machine.topology()),
            POLICIES,
            groups));
  }

  private static Map<String, Double> bars(Experiment experiment, Run one, int devices)
      throws IOException {
    Map<String, Double> bars = new LinkedHashMap<>();
    for (String policy : POLICIES) {
      bars.put(policy, experiment.speedUp(one.byHand(devices), one.on(devices, policy)));
    }
    bars.put("best", Experiment.OWN.stream().mapToDouble(bars::get).max().orElseThrow());
    return bars;
  }

  private static List<Object> mean(Machine machine, String policy, List<Double> speeds) {
    boolean isPublished = policy.equals(Experiment.PUBLISHED_BEST);
    Object published =
        switch (isPublished ? machine.topology() : "") {
          case "v100-8" -> 90;
          case "a100-8" -> 80;
          default -> null;
        };
    List<Object> row = new ArrayList<>();
    row.add(machine.topology());
    row.add(policy);
    row.add(published);
    row.add(100 * Means.of(speeds));
    row.add(100 * speeds.stream().mapToDouble(Double::doubleValue).min().orElseThrow());
    return row;
  }
}
