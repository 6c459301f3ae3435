package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/** The figure of how much faster several devices are than one, with the scheduler and by hand. */
final class Scaling implements Figure {

  private static final List<String> NOTES =
      List.of(
          "Asynchronous on one device is 1. The numbered columns are under `minmax-transfer-time`,"
              + " the best of the published policies. Bound: no schedule can be faster, for the"
              + " reason beside it.",
          "Inputs are written by the host before each iteration where GrCUDA's own scripts do so"
              + " (VEC, B&S, MUL); the others stay on the devices. Partitions are theirs too: 24 of"
              + " B&S, 16 of all others.",
          "The publication has the speed-ups in pictures, and tells only the greatest and some"
              + " shapes. It tells neither what all devices together get from the host nor how long"
              + " kernels take. The assumption of the topology files is that switches do not hinder"
              + " each other; that the host gives all devices together 1.26 times what it gives one"
              + " is what the published gain of MUL implies.",
          "The published ML keeps the scores of all partitions in two arrays that move as a whole"
              + " to the device that goes on with them; here partitions are slices to the end, and"
              + " nothing is gathered.",
          "The first kernel of ML has a thread for each of 200 features and takes most of the"
              + " critical path: that bounds ML here, on both machines.");

  @Override
  public String name() {
    return "scaling";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Speed-up over one device");
    Table published =
        Table.of(
            "What the publication says, on 8 devices",
            List.of("what", "machine", "published", "here", "here, host limited"));
    experiment.each(
        machine -> {
          Map<String, Map<String, Double>> groups = machine(experiment, machine, report);
          Map<String, Map<String, Double>> limited = limited(experiment, machine, report);
          if (experiment.most(machine) == ScalingClaims.DEVICES) {
            ScalingClaims.of(machine.topology())
                .forEach(claim -> claim.tell(groups, limited, published));
          }
        });
    if (!published.rows().isEmpty()) {
      report.tables().add(published);
    }
    report.notes().addAll(NOTES);
    return report;
  }

  private static Map<String, Map<String, Double>> machine(
      Experiment experiment, Machine machine, Report report) throws IOException {
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    int most = experiment.most(machine);
    List<String> series = series(several(experiment, machine), most);
    List<String> columns = new ArrayList<>(List.of("benchmark", "GB", "1 device, ms"));
    columns.addAll(series);
    columns.add("bound by");
    Table table = Table.of("Speed-up on " + machine.topology(), columns);
    for (Workload workload : experiment.published()) {
      Run one = experiment.run(machine, workload);
      Bound bound = experiment.simulator().bound(one, most);
      Map<String, Double> bars = bars(experiment, one, bound);
      groups.put(workload.label(), bars);
      List<Object> row = new ArrayList<>();
      row.add(workload.label());
      row.add(workload.bytes(one.size()) / 1e9);
      row.add(experiment.millis(one));
      row.addAll(bars.values());
      row.add(bound.limit());
      table.add(row);
    }
    Map<String, Double> means = means(series, groups);
    List<Object> row = new ArrayList<>(Arrays.asList("geometric mean", null, null));
    row.addAll(means.values());
    row.add(null);
    table.add(row);
    report.tables().add(table);
    Map<String, Map<String, Double>> shown = new LinkedHashMap<>(groups);
    shown.put("mean", means);
    report.add(
        new BarChart(
            "scaling-" + machine.topology(),
            "Speed-up over 1 device, %s, simulated (higher is better)"
                .formatted(machine.topology()),
            series,
            shown));
    return groups;
  }

  private static List<Integer> several(Experiment experiment, Machine machine) throws IOException {
    return experiment.devices(machine).stream().filter(count -> count > 1).toList();
  }

  private static List<String> series(List<Integer> devices, int most) {
    List<String> series = new ArrayList<>(List.of("1, sync"));
    devices.forEach(count -> series.add("" + count));
    series.add(most + ", auto");
    series.add(most + ", by hand");
    series.add("bound");
    return series;
  }

  private static Map<String, Double> bars(Experiment experiment, Run one, Bound bound)
      throws IOException {
    int most = experiment.most(one.machine());
    Map<String, Double> bars = new LinkedHashMap<>();
    bars.put("1, sync", experiment.speedUp(one, one.sync()));
    bars.putAll(published(experiment, one));
    bars.put(most + ", auto", experiment.speedUp(one, one.on(most, "auto")));
    bars.put(most + ", by hand", experiment.speedUp(one, one.byHand(most)));
    bars.put("bound", experiment.simulator().seconds(one) / bound.seconds());
    return bars;
  }

  /** The speed-ups under the best published policy, by number of devices. */
  private static Map<String, Double> published(Experiment experiment, Run one) throws IOException {
    Map<String, Double> bars = new LinkedHashMap<>();
    for (int count : several(experiment, one.machine())) {
      bars.put("" + count, experiment.speedUp(one, one.on(count, Experiment.PUBLISHED_BEST)));
    }
    return bars;
  }

  /** The speed-ups on a machine whose host limits the bandwidth of all devices together. */
  private static Map<String, Map<String, Double>> limited(
      Experiment experiment, Machine machine, Report report) throws IOException {
    int most = experiment.most(machine);
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    List<String> columns = new ArrayList<>(List.of("benchmark"));
    several(experiment, machine).forEach(count -> columns.add("" + count));
    columns.add(most + ", by hand");
    Table table =
        Table.of(
            "The same on %s whose host gives all devices together 1.26 times what it gives one"
                .formatted(machine.topology()),
            columns);
    for (Workload workload : experiment.published()) {
      Run one = experiment.run(machine, workload).at(experiment.hostLimited(machine));
      Map<String, Double> bars = published(experiment, one);
      bars.put(most + ", by hand", experiment.speedUp(one, one.byHand(most)));
      groups.put(workload.label(), bars);
      List<Object> row = new ArrayList<>(List.of(workload.label()));
      row.addAll(bars.values());
      table.add(row);
    }
    report.tables().add(table);
    return groups;
  }

  private static Map<String, Double> means(
      List<String> series, Map<String, Map<String, Double>> groups) {
    Map<String, Double> means = new LinkedHashMap<>();
    for (String bar : series) {
      means.put(bar, Means.of(groups.values().stream().map(group -> group.get(bar)).toList()));
    }
    return means;
  }
}
