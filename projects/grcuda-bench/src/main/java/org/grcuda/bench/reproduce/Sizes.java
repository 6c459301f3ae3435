package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/**
 * The figure of the time relative to the version scheduled by hand, by the share of a device's
 * memory in use.
 */
final class Sizes implements Figure {

  private static final List<Double> SHARES = List.of(0.1, 0.3, 0.5, 0.7, 0.9);

  @Override
  public String name() {
    return "sizes";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Sizes of the inputs");
    experiment.each(machine -> machine(experiment, machine, report));
    report.note(
        "Published: the same results at every size, in a picture without numbers. The suite's"
            + " VEC and B&S have at most 999,999,999 elements, 16 GB.");
    return report;
  }

  private static void machine(Experiment experiment, Machine machine, Report report)
      throws IOException {
    int most = experiment.most(machine);
    List<String> series = SHARES.stream().map(Sizes::label).toList();
    List<String> columns = new ArrayList<>(List.of("benchmark", "policy"));
    columns.addAll(series);
    columns.add("GB at " + series.getLast());
    Table table =
        Table.of(
            "Time relative to by hand, %d devices of %s".formatted(most, machine.topology()),
            columns);
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    for (Workload workload : experiment.published()) {
      for (String policy : List.of(Experiment.PUBLISHED_BEST, "auto")) {
        Map<String, Double> bars = new LinkedHashMap<>();
        for (double share : SHARES) {
          Run run = experiment.run(machine, workload, share);
          bars.put(label(share), experiment.speedUp(run.on(most, policy), run.byHand(most)));
        }
        groups.put(workload.label() + (policy.equals("auto") ? " auto" : ""), bars);
        List<Object> row = new ArrayList<>(List.of(workload.label(), policy));
        row.addAll(bars.values());
        int largest = experiment.run(machine, workload, SHARES.getLast()).size();
        row.add(workload.bytes(largest) / 1e9);
        table.add(row);
      }
    }
    report.tables().add(table);
    report.add(
        new BarChart(
            "sizes-" + machine.topology(),
            "Time relative to by hand by share of a device's memory, %d devices of %s, simulated"
                .formatted(most, machine.topology()),
            series,
            groups));
  }

  private static String label(double share) {
    return Math.round(100 * share) + " %";
  }
}
