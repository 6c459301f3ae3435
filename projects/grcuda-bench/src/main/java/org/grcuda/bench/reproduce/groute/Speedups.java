package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;
import org.grcuda.worklist.Settings;

/** How much faster several devices are than one. */
final class Speedups implements Evaluation.Section {

  @Override
  public int steps(GrouteSettings settings) {
    return settings.graphs().size() * settings.programs().size() + 1;
  }

  @Override
  public Report of(Evaluation evaluation) throws IOException {
    GrouteSettings settings = evaluation.settings();
    Report report = Evaluation.report("Speed-up over one device");
    List<String> columns = new ArrayList<>(List.of("program", "graph", "1, ms"));
    settings.devices().forEach(count -> columns.add("" + count));
    columns.add("edges on " + settings.most() + " / on 1");
    Table table = Table.of("Asynchronous, on m60-8: times as fast as one device", columns);
    Map<String, Map<String, Double>> bars = new LinkedHashMap<>();
    for (Problem problem : evaluation.problems()) {
      add(evaluation, problem, table, bars);
      evaluation.step();
    }
    addFilter(evaluation, table, bars);
    report.tables().add(table);
    report.add(
        new BarChart(
            "groute-speedup",
            "Speed-up over one device (simulated)",
            settings.devices().stream().map(String::valueOf).toList(),
            bars));
    double best =
        bars.values().stream()
            .flatMap(each -> each.values().stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElseThrow();
    report.note(
        "Published: up to %s times, on 8 devices; of which program, on which graph and which devices, our extract does not tell. Best here: %.2f."
            .formatted(Claims.PUBLISHED, best));
    report.note(
        "The filter scatters packets of 1 MB to the devices and gathers what a sine above 0.5"
            + " leaves. The host waits for each result that it reads, as what comes to it lies on"
            + " the device until then.");
    return report;
  }

  private static void add(
      Evaluation evaluation, Problem problem, Table table, Map<String, Map<String, Double>> bars)
      throws IOException {
    Outcome one = evaluation.run(problem, 1, Settings.Schedule.AUTOMATIC);
    List<Object> row =
        new ArrayList<>(
            List.of(Evaluation.program(problem), problem.graphName(), one.seconds() * 1e3));
    Map<String, Double> values = new LinkedHashMap<>();
    Outcome outcome = one;
    for (int count : evaluation.settings().devices()) {
      outcome = evaluation.run(problem, count, Settings.Schedule.AUTOMATIC);
      double speedUp = factor(evaluation, problem, count);
      values.put("" + count, speedUp);
      row.add(speedUp);
    }
    row.add((double) outcome.statistics().edges() / one.statistics().edges());
    table.add(row);
    bars.put(problem.name(), values);
  }

  /** How many times as fast a program is as on one device. */
  static double factor(Evaluation evaluation, Problem problem, int devices) throws IOException {
    Settings.Schedule schedule = Settings.Schedule.AUTOMATIC;
    return evaluation.run(problem, 1, schedule).seconds()
        / evaluation.run(problem, devices, schedule).seconds();
  }

  private static void addFilter(
      Evaluation evaluation, Table table, Map<String, Map<String, Double>> bars)
      throws IOException {
    FilterRuns filter = new FilterRuns(evaluation.simulator());
    long bytes = evaluation.settings().bytes();
    double one = filter.seconds(1, bytes);
    List<Object> row = new ArrayList<>(List.of("filter", (bytes >> 20) + " MB", one * 1e3));
    Map<String, Double> values = new LinkedHashMap<>();
    for (int count : evaluation.settings().devices()) {
      double speedUp = one / filter.seconds(count, bytes);
      values.put("" + count, speedUp);
      row.add(speedUp);
    }
    row.add(null);
    table.add(row);
    bars.put("filter", values);
    evaluation.step();
  }
}
