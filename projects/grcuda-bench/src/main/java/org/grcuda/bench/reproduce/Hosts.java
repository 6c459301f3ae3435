package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/**
 * The figure of the host languages: how the measured host time of Java, JavaScript and Python
 * changes the time of programs.
 */
final class Hosts implements Figure {

  private static final List<Double> SHARES = List.of(0.01, 0.9);

  @Override
  public String name() {
    return "hosts";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Languages of the host program");
    Map<String, Double> micros = new LinkedHashMap<>();
    Table measured =
        Table.of(
            "Microseconds of the host for a computation of VEC, measured on this machine",
            List.of("language", "us"));
    try (HostCosts costs = new HostCosts(experiment.hostIterations())) {
      for (String host : experiment.hosts()) {
        micros.put(host, costs.micros(host));
        measured.add(List.of(host, micros.get(host)));
      }
    }
    report.tables().add(measured);
    experiment.each(machine -> machine(experiment, machine, micros, report));
    report.note(
        "Measured is the program itself in each language, compiled, with the null backend,"
            + " which completes everything at once: all but the driver and the devices. The"
            + " simulated machines' host is then made to take that for each submission."
            + " Published: negligible differences between Python and Java.");
    return report;
  }

  private static void machine(
      Experiment experiment, Machine machine, Map<String, Double> micros, Report report)
      throws IOException {
    int most = experiment.most(machine);
    List<String> columns = new ArrayList<>(List.of("benchmark", "GB", "java, ms"));
    List<String> others = experiment.hosts().subList(1, experiment.hosts().size());
    others.forEach(host -> columns.add(host + " over java"));
    Table table =
        Table.of(
            "Time under `%s`, %d devices of %s"
                .formatted(Experiment.PUBLISHED_BEST, most, machine.topology()),
            columns);
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    for (Workload workload : experiment.published()) {
      for (double share : SHARES) {
        Run run = experiment.run(machine, workload, share).on(most, Experiment.PUBLISHED_BEST);
        Run java = run.at(taking(machine, micros.get(experiment.hosts().getFirst())));
        List<Object> row = new ArrayList<>();
        row.add(workload.label());
        row.add(workload.bytes(run.size()) / 1e9);
        row.add(experiment.millis(java));
        Map<String, Double> bars = new LinkedHashMap<>();
        for (String host : others) {
          bars.put(host, experiment.speedUp(run.at(taking(machine, micros.get(host))), java));
        }
        row.addAll(bars.values());
        table.add(row);
        groups.put("%s %d %%".formatted(workload.label(), Math.round(100 * share)), bars);
      }
    }
    report.tables().add(table);
    report.add(
        new BarChart(
            "hosts-" + machine.topology(),
            "Time relative to Java, %d devices of %s, simulated (lower is better)"
                .formatted(most, machine.topology()),
            others,
            groups));
  }

  /** The machine whose host takes {@code micros} microseconds for a submission. */
  private static Machine taking(Machine machine, double micros) {
    return machine.with("\"host\": {\"submission\": %s}".formatted(micros));
  }
}
