package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/** How much faster several devices are than one, as the scheduler has it and by hand. */
final class Scaling implements Figure {

  private static final String MEAN = "mean";
  private static final double FLAT = 1.1;

  @Override
  public String name() {
    return "scaling";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Speed-up over one device");
    Table published = Table.of("Published", List.of("what", "machine", "published", "here"));
    for (Machine machine : experiment.machines()) {
      machine(experiment, machine, report, published);
      experiment.step();
    }
    if (!published.rows().isEmpty()) {
      report.tables().add(published);
    }
    report
        .notes()
        .add(
            "Asynchronous on one device is 1. The numbered columns are under"
                + " `minmax-transfer-time`, the best of the published policies; bound: no schedule"
                + " can be faster, for the reason beside it.");
    report
        .notes()
        .add(
            "Published are no bars in numbers, only the largest and what the text says about"
                + " shapes: those are the claims above.");
    return report;
  }

  private static void machine(
      Experiment experiment, Machine machine, Report report, Table published) throws IOException {
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    List<Integer> devices = experiment.devices(machine).stream().filter(n -> n > 1).toList();
    int most = experiment.most(machine);
    List<String> series = series(devices, most);
    List<String> columns = new ArrayList<>(List.of("benchmark", "GB", "1 device, ms"));
    columns.addAll(series);
    columns.add("bound by");
    Table table = Table.of("Speed-up on " + machine.topology(), columns);
    for (Workload workload : experiment.published()) {
      Run one = experiment.run(machine, workload);
      Bound bound = experiment.simulator().bound(one, most);
      Map<String, Double> bars = bars(experiment, one, devices, most, bound);
      groups.put(workload.label(), bars);
      List<Object> row = new ArrayList<>();
      row.add(workload.label());
      row.add(workload.bytes(one.size()) / 1e9);
      row.add(experiment.millis(one));
      row.addAll(bars.values());
      row.add(bound.limit());
      table.add(row);
    }
    claims(machine, most, groups, published);
    if (groups.size() > 1) {
      means(series, groups, table);
    }
    report.tables().add(table);
    report.add(
        new BarChart(
            "scaling-" + machine.topology(),
            "Speed-up over 1 device, %s, simulated (higher is better)"
                .formatted(machine.topology()),
            series,
            groups));
  }

  private static List<String> series(List<Integer> devices, int most) {
    List<String> series = new ArrayList<>(List.of("1, sync"));
    devices.forEach(count -> series.add("" + count));
    series.add(most + ", auto");
    series.add(most + ", by hand");
    series.add("bound");
    return series;
  }

  private static Map<String, Double> bars(
      Experiment experiment, Run one, List<Integer> devices, int most, Bound bound)
      throws IOException {
    Map<String, Double> bars = new LinkedHashMap<>();
    bars.put("1, sync", experiment.speedUp(one, one.sync()));
    for (int count : devices) {
      Run several = one.on(count, Experiment.PUBLISHED_BEST);
      bars.put("" + count, experiment.speedUp(one, several));
    }
    bars.put(most + ", auto", experiment.speedUp(one, one.on(most, "auto")));
    bars.put(most + ", by hand", experiment.speedUp(one, one.byHand(most)));
    bars.put("bound", experiment.simulator().seconds(one) / bound.seconds());
    return bars;
  }

  private static void means(
      List<String> series, Map<String, Map<String, Double>> groups, Table table) {
    Map<String, Double> means = new LinkedHashMap<>();
    for (String bar : series) {
      means.put(bar, Means.of(groups.values().stream().map(group -> group.get(bar)).toList()));
    }
    List<Object> row = new ArrayList<>();
    row.add("geometric mean");
    row.add(null);
    row.add(null);
    row.addAll(means.values());
    row.add(null);
    table.add(row);
    groups.put(MEAN, means);
  }

  private static void claims(
      Machine machine, int most, Map<String, Map<String, Double>> groups, Table published) {
    boolean isVolta = machine.topology().equals("v100-8");
    if (!isVolta && !machine.topology().equals("a100-8") || most != 8) {
      return;
    }
    String name = machine.topology();
    double greatest = groups.values().stream().mapToDouble(bars -> bars.get("8")).max().orElse(0);
    published.add(List.of("greatest speed-up on 8", name, isVolta ? 4.7 : 4.6, greatest));
    double byHand =
        groups.values().stream().mapToDouble(bars -> bars.get("8, by hand")).max().orElse(0);
    published.add(
        List.of("greatest speed-up on 8, by hand", name, isVolta ? "at most 5.21" : 5.21, byHand));
    for (String flat : isVolta ? List.of("ML", "CG") : List.of("CG")) {
      claim(flat, false, name, groups, published);
    }
    for (String scales : isVolta ? List.<String>of() : List.of("B&S", "ML")) {
      claim(scales, true, name, groups, published);
    }
  }

  /** Whether 8 devices are faster than the best of fewer. */
  private static void claim(
      String label,
      boolean isScaling,
      String machine,
      Map<String, Map<String, Double>> groups,
      Table published) {
    Map<String, Double> bars = groups.get(label);
    if (bars == null || bars.get("4") == null || bars.get("2") == null) {
      return;
    }
    double gain = bars.get("8") / Math.max(bars.get("2"), bars.get("4"));
    published.add(
        List.of(
            label + ": 8 devices over the best of 2 and 4",
            machine,
            isScaling ? "faster" : "no faster",
            "%s (%s)"
                .formatted(
                    String.format(java.util.Locale.ROOT, "%.2f", gain),
                    gain > FLAT == isScaling ? "as published" : "not as published")));
  }
}
