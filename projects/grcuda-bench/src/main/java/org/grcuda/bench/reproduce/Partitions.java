package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/**
 * The figure of MUL at the published size by number of partitions, with kernels that fill a device
 * and kernels that do not.
 */
final class Partitions implements Figure {

  private static final int SIZE = 20_000;
  private static final List<Integer> COUNTS = List.of(1, 2, 4, 8, 12, 16, 24, 32);
  private static final String MANY = "16";
  private static final String ONE = "1 device";
  private static final String LOW_OCCUPANCY = "1 device, low occupancy";

  /** One warp for most multiprocessors, which is too little to hide the latency of memory. */
  private static final List<String> LOW = List.of("--block-size=32", "--blocks=80");

  private static final List<String> HIGH = List.of();

  @Override
  public String name() {
    return "partitions";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Partitions of MUL");
    Table published =
        Table.of(
            "Published",
            List.of("what", "machine", "published, %", "here, %", "here, host limited, %"));
    experiment.each(machine -> machine(experiment, machine, report, published));
    report.tables().add(published);
    report.note(
        "A %,d x %,d matrix, which the host has written. Low occupancy: 80 blocks of 32 threads;"
                .formatted(SIZE, SIZE)
            + " high: a thread for each row.");
    report.note(
        "The published text does not say on which machine 8 devices gained 26 %, nor what they"
            + " get from the host together; limited: 1.26 times what one gets.");
    report.note(
        "Many partitions have fewer rows than low occupancy has threads; the model counts all"
            + " threads as busy, so that low occupancy comes out faster there.");
    return report;
  }

  private static void machine(
      Experiment experiment, Machine machine, Report report, Table published) throws IOException {
    int most = experiment.most(machine);
    String several = most + " devices";
    Table table =
        Table.of(
            "Milliseconds, " + machine.topology(),
            List.of(
                "partitions", ONE, LOW_OCCUPANCY, several, "bound, 1 device", "bound, " + several));
    Map<String, Map<String, Double>> groups = bars(experiment, machine, most);
    for (var group : groups.entrySet()) {
      int count = Integer.parseInt(group.getKey());
      Run run = Run.of(machine, Workload.MATRIX_VECTOR, SIZE).with(count, HIGH);
      List<Object> row = new ArrayList<>(List.of(count));
      row.addAll(group.getValue().values());
      row.add(1e3 * experiment.simulator().bound(run, 1).seconds());
      row.add(1e3 * experiment.simulator().bound(run, most).seconds());
      table.add(row);
    }
    report.tables().add(table);
    report.add(
        new BarChart(
            "partitions-" + machine.topology(),
            "MUL by partitions, ms, %s, simulated (lower is better)".formatted(machine.topology()),
            List.of(ONE, LOW_OCCUPANCY, several),
            groups));
    var limited = bars(experiment, experiment.hostLimited(machine), most);
    compare(machine, several, groups, limited, published);
  }

  private static Map<String, Map<String, Double>> bars(
      Experiment experiment, Machine machine, int most) throws IOException {
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    Run one = Run.of(machine, Workload.MATRIX_VECTOR, SIZE);
    for (int count : COUNTS) {
      Map<String, Double> bars = new LinkedHashMap<>();
      Run high = one.with(count, HIGH);
      bars.put(ONE, experiment.millis(high));
      bars.put(LOW_OCCUPANCY, experiment.millis(one.with(count, LOW)));
      bars.put(most + " devices", experiment.millis(high.on(most, Experiment.PUBLISHED_BEST)));
      groups.put("" + count, bars);
    }
    return groups;
  }

  private static void compare(
      Machine machine,
      String several,
      Map<String, Map<String, Double>> groups,
      Map<String, Map<String, Double>> limited,
      Table published) {
    boolean isVolta = machine.topology().equals("v100-8");
    boolean isKnown = isVolta || machine.topology().equals("a100-8");
    String last = "" + COUNTS.getLast();
    List<Claim> claims =
        List.of(
            new Claim(
                several + " faster than 1, " + MANY + " partitions each",
                26,
                MANY,
                ONE,
                MANY,
                several),
            new Claim(
                several + ", " + MANY + " partitions, faster than 1 device, 1 partition",
                65,
                "1",
                ONE,
                MANY,
                several),
            new Claim(
                "low occupancy slower, 1 partition",
                isVolta ? 50 : null,
                "1",
                LOW_OCCUPANCY,
                "1",
                ONE),
            new Claim(
                "low occupancy slower, " + last + " partitions",
                isVolta ? 2 : null,
                last,
                LOW_OCCUPANCY,
                last,
                ONE));
    for (Claim claim : claims) {
      published.add(
          Arrays.asList(
              claim.what,
              machine.topology(),
              isKnown ? claim.percent : null,
              claim.here(groups),
              claim.here(limited)));
    }
  }

  /**
   * The claim that one bar is a number of percent longer than another bar. Each bar belongs to a
   * number of partitions.
   */
  private record Claim(
      String what, Integer percent, String longer, String longerBar, String than, String thanBar) {

    double here(Map<String, Map<String, Double>> groups) {
      return 100 * (groups.get(longer).get(longerBar) / groups.get(than).get(thanBar) - 1);
    }
  }
}
