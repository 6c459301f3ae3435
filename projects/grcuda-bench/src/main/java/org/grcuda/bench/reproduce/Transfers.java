package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduledComputation;

/** The figure of the bytes that an iteration moves between each two places. */
final class Transfers implements Figure {

  private static final int ITERATIONS = 4;
  private static final List<String> SERIES =
      List.of("host to device", "device to host", "device to device");

  @Override
  public String name() {
    return "transfers";
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Bytes moved");
    experiment.each(machine -> machine(experiment, machine, report));
    report.note(
        "Of one iteration after three others, by the schedule: what the host reads, a number of"
            + " each partition, is not counted. Published (in pictures, by hand): B&S moves"
            + " nothing between devices, CG next to nothing between host and devices.");
    return report;
  }

  private static void machine(Experiment experiment, Machine machine, Report report)
      throws IOException {
    int most = experiment.most(machine);
    List<String> columns = new ArrayList<>(List.of("benchmark", "scheduled"));
    SERIES.forEach(series -> columns.add(series + ", GB"));
    columns.add("busiest pair");
    Table table = Table.of("Moved, %d devices of %s".formatted(most, machine.topology()), columns);
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    for (Workload workload : experiment.published()) {
      Run one = experiment.run(machine, workload);
      for (Run run :
          List.of(
              one.byHand(most), one.on(most, Experiment.PUBLISHED_BEST), one.on(most, "auto"))) {
        String how = run.host().equals("java") ? run.policy() : "by hand";
        double[][] bytes = moved(experiment.simulator().schedule(run, ITERATIONS), most);
        Map<String, Double> sums = sums(bytes);
        groups.put(workload.label() + " " + how, sums);
        List<Object> row = new ArrayList<>(List.of(workload.label(), how));
        row.addAll(sums.values());
        row.add(busiest(bytes));
        table.add(row);
        if (!how.equals("auto")) {
          report.details().add(pairs(machine, workload, how, bytes));
        }
      }
    }
    report.tables().add(table);
    report.add(
        new BarChart(
            "transfers-" + machine.topology(),
            "GB moved in an iteration, %d devices of %s, simulated"
                .formatted(most, machine.topology()),
            SERIES,
            groups));
  }

  /**
   * Bytes that the last iteration moves from place to place, the host first. These are the
   * transfers submitted after the last kernel of the iteration before.
   */
  private static double[][] moved(Schedule schedule, int devices) {
    List<ScheduledComputation> kernels =
        schedule.computations().stream()
            .filter(computation -> computation.kind() == ComputationKind.LAUNCH)
            .toList();
    int before = kernels.size() / ITERATIONS * (ITERATIONS - 1);
    long start = kernels.get(before - 1).submittedNanos();
    double[][] bytes = new double[devices + 1][devices + 1];
    for (ScheduledComputation computation : schedule.computations()) {
      var transfer = computation.transfer();
      if (transfer != null && computation.submittedNanos() > start) {
        bytes[transfer.from() + 1][transfer.to() + 1] += transfer.bytes();
      }
    }
    return bytes;
  }

  private static Map<String, Double> sums(double[][] bytes) {
    double[] sums = new double[SERIES.size()];
    for (int from = 0; from < bytes.length; from++) {
      for (int to = 0; to < bytes.length; to++) {
        sums[from == 0 ? 0 : to == 0 ? 1 : 2] += bytes[from][to] / 1e9;
      }
    }
    Map<String, Double> named = new LinkedHashMap<>();
    for (int i = 0; i < sums.length; i++) {
      named.put(SERIES.get(i), sums[i]);
    }
    return named;
  }

  private static String busiest(double[][] bytes) {
    int most = 0;
    int places = bytes.length;
    for (int pair = 0; pair < places * places; pair++) {
      if (bytes[pair / places][pair % places] > bytes[most / places][most % places]) {
        most = pair;
      }
    }
    return place(most / places) + " to " + place(most % places);
  }

  private static Table pairs(Machine machine, Workload workload, String how, double[][] bytes) {
    List<String> columns = new ArrayList<>(List.of("MB from, to"));
    for (int to = 0; to < bytes.length; to++) {
      columns.add(place(to));
    }
    Table table =
        Table.of("%s, %s, %s".formatted(machine.topology(), workload.label(), how), columns);
    for (int from = 0; from < bytes.length; from++) {
      List<Object> row = new ArrayList<>(List.of(place(from)));
      for (int to = 0; to < bytes.length; to++) {
        row.add(bytes[from][to] == 0 ? null : bytes[from][to] / 1e6);
      }
      table.add(row);
    }
    return table;
  }

  private static String place(int index) {
    return index == 0 ? "host" : "gpu" + (index - 1);
  }
}
