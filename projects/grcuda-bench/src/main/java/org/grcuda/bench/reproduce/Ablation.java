package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;

/**
 * The figure of the policies: how fast each one is, relative to the best published policy, on all
 * devices.
 */
final class Ablation implements Figure {

  private static final List<String> POLICIES =
      List.of(
          "round-robin",
          "stream-aware",
          "min-transfer-size",
          "completion-time",
          "lookahead",
          "auto");

  /**
   * How much slower than the best policy these policies are on average, as published, in percent.
   */
  private static final Map<String, Integer> SLOWER = Map.of("round-robin", 33, "stream-aware", 18);

  /** Number of partitions in the published picture of a schedule on two devices. */
  private static final int PARTITIONS = 4;

  private static final List<String> PICTURED = List.of("round-robin", Experiment.PUBLISHED_BEST);

  @Override
  public String name() {
    return "ablation";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Policies");
    Map<String, List<Double>> all = new LinkedHashMap<>();
    experiment.each(machine -> machine(experiment, machine, report, all));
    Table published =
        Table.of(
            "Time over that under `minmax-transfer-time`, geometric mean of all benchmarks and"
                + " machines",
            List.of("policy", "published, %", "here, %"));
    all.forEach(
        (policy, ratios) -> {
          List<Object> row = new ArrayList<>();
          row.add(policy);
          row.add(SLOWER.get(policy));
          row.add(100 * (1 / Means.of(ratios) - 1));
          published.add(row);
        });
    report.tables().add(published);
    spread(experiment, report);
    report.note(
        "The published policies run without advice on memory, as they were published, here and"
            + " in all other experiments; the project's own with its default, which copies what"
            + " a second device reads.");
    return report;
  }

  private static void machine(
      Experiment experiment, Machine machine, Report report, Map<String, List<Double>> all)
      throws IOException {
    int most = experiment.most(machine);
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    List<String> columns = new ArrayList<>(List.of("benchmark", "minmax-transfer-time, ms"));
    columns.addAll(POLICIES);
    Table table =
        Table.of(
            "Speed relative to `minmax-transfer-time`, %d devices of %s"
                .formatted(most, machine.topology()),
            columns);
    for (Workload workload : experiment.published()) {
      Run base = experiment.run(machine, workload).on(most, Experiment.PUBLISHED_BEST);
      Map<String, Double> bars = new LinkedHashMap<>();
      for (String policy : POLICIES) {
        double speed = experiment.speedUp(base, base.on(most, policy));
        bars.put(policy, speed);
        all.computeIfAbsent(policy, key -> new ArrayList<>()).add(speed);
      }
      groups.put(workload.label(), bars);
      List<Object> row = new ArrayList<>(List.of(workload.label(), experiment.millis(base)));
      row.addAll(bars.values());
      table.add(row);
    }
    report.tables().add(table);
    report.add(
        new BarChart(
            "ablation-" + machine.topology(),
            "Speed relative to minmax-transfer-time, %d devices of %s, simulated (higher is better)"
                .formatted(most, machine.topology()),
            POLICIES,
            groups));
  }

  /** Adds a table of how many kernels each of two devices gets, for VEC in few partitions. */
  private static void spread(Experiment experiment, Report report) throws IOException {
    Machine machine = experiment.machines().getFirst();
    Table table =
        Table.of(
            "VEC in %d partitions on 2 devices of %s".formatted(PARTITIONS, machine.topology()),
            List.of("policy", "kernels on device 0", "on device 1", "published", "dependencies"));
    for (String policy : PICTURED) {
      Run run = experiment.run(machine, Workload.VEC).with(PARTITIONS, List.of()).on(2, policy);
      Schedule schedule = experiment.simulator().schedule(run, 1);
      boolean isEven = policy.equals("round-robin");
      table.add(
          List.of(
              policy,
              kernels(schedule, 0),
              kernels(schedule, 1),
              isEven ? "evenly" : "more on device 0",
              between(schedule)));
      report.pictures().put("ablation-vec-" + policy + ".svg", experiment.simulator().picture(run));
    }
    report.tables().add(table);
  }

  private static long kernels(Schedule schedule, int device) {
    return schedule.computations().stream()
        .filter(each -> each.kind() == ComputationKind.LAUNCH && each.device() == device)
        .count();
  }

  /** The number of dependencies between kernels. */
  private static long between(Schedule schedule) {
    List<Long> launches =
        schedule.computations().stream()
            .filter(each -> each.kind() == ComputationKind.LAUNCH)
            .map(each -> each.id())
            .toList();
    return schedule.dependencies().stream()
        .filter(edge -> launches.contains(edge.from()) && launches.contains(edge.to()))
        .count();
  }
}
