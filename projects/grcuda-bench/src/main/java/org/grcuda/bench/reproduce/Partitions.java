package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/** MUL of the published size: partitions, with kernels that fill a device and such that do not. */
final class Partitions implements Figure {

  private static final int SIZE = 20_000;
  private static final List<Integer> COUNTS = List.of(1, 2, 4, 8, 12, 16, 24, 32);
  private static final int MANY = 16;

  /** A warp for most multiprocessors: too few to hide the latency of memory. */
  private static final List<String> LOW = List.of("--block-size=32", "--blocks=80");

  private static final List<String> HIGH = List.of();

  @Override
  public String name() {
    return "partitions";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Partitions of MUL");
    Table published = Table.of("Published", List.of("what", "machine", "published, %", "here, %"));
    for (Machine machine : experiment.machines()) {
      machine(experiment, machine, report, published);
      experiment.step();
    }
    report.tables().add(published);
    report
        .notes()
        .add(
            "A %,d x %,d matrix, which the host has written. Low occupancy: 80 blocks of 32 threads;"
                    .formatted(SIZE, SIZE)
                + " high: a thread for each row.");
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
                "partitions",
                "1 device",
                "1 device, low occupancy",
                several,
                "bound, 1",
                "bound, " + most));
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    Run one = Run.of(machine, Workload.MATRIX_VECTOR, SIZE);
    for (int count : COUNTS) {
      Map<String, Double> bars = new LinkedHashMap<>();
      Run high = one.with(count, HIGH);
      bars.put("1 device", experiment.millis(high));
      bars.put("1 device, low occupancy", experiment.millis(one.with(count, LOW)));
      bars.put(several, experiment.millis(high.on(most, Experiment.PUBLISHED_BEST)));
      groups.put("" + count, bars);
      List<Object> row = new ArrayList<>(List.of(count));
      row.addAll(bars.values());
      row.add(1e3 * experiment.simulator().bound(high, 1).seconds());
      row.add(1e3 * experiment.simulator().bound(high, most).seconds());
      table.add(row);
    }
    report.tables().add(table);
    report.add(
        new BarChart(
            "partitions-" + machine.topology(),
            "MUL by partitions, ms, %s, simulated (lower is better)".formatted(machine.topology()),
            List.of("1 device", "1 device, low occupancy", several),
            groups));
    compare(machine, several, groups, published);
  }

  private static void compare(
      Machine machine, String several, Map<String, Map<String, Double>> groups, Table published) {
    boolean isKnown = List.of("v100-8", "a100-8").contains(machine.topology());
    Map<String, Double> first = groups.get("1");
    Map<String, Double> many = groups.get("" + MANY);
    Map<String, Double> last = groups.get("" + COUNTS.getLast());
    double alone = many.get("1 device");
    Object none = "";
    published.add(
        List.of(
            several + " faster than 1, " + MANY + " partitions each",
            machine.topology(),
            isKnown ? 26 : none,
            percent(alone / many.get(several))));
    published.add(
        List.of(
            several + ", " + MANY + " partitions, faster than 1 device, 1 partition",
            machine.topology(),
            isKnown ? 65 : none,
            percent(first.get("1 device") / many.get(several))));
    published.add(
        List.of(
            "1 device: low occupancy slower, 1 partition",
            machine.topology(),
            machine.topology().equals("v100-8") ? 50 : none,
            percent(first.get("1 device, low occupancy") / first.get("1 device"))));
    published.add(
        List.of(
            "1 device: low occupancy slower, " + COUNTS.getLast() + " partitions",
            machine.topology(),
            machine.topology().equals("v100-8") ? 2 : none,
            percent(last.get("1 device, low occupancy") / last.get("1 device"))));
  }

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }
}
