package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.OrderMap;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleReader;
import org.grcuda.runtime.schedule.ScheduledComputation;

/**
 * The figure of the order in which the tasks of Cholesky run with little memory (figures 8, 9 and
 * 13 of the publication).
 */
final class OutOfCoreOrders implements Figure {

  private static final int COUNT = 40;
  private static final int STEPS = 4;
  private static final int GIBIBYTES = 2;
  private static final List<Integer> DEVICES = List.of(1, 2);
  private static final List<String> STRATEGIES = List.of("darts", "dmdas", "eager", "auto");

  @Override
  public String name() {
    return Group.OUT_OF_CORE + "-orders";
  }

  @Override
  public int steps(ReproductionSettings settings) {
    return DEVICES.size()
        * settings.tiles(List.of(COUNT)).size()
        * settings.strategies(STRATEGIES).size();
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Order of the tasks of Cholesky (figures 8, 9 and 13)");
    OutOfCoreMachine machine = OutOfCoreMachine.V100.withMemory(GIBIBYTES);
    Table table =
        Table.of(
            "Cholesky with %d GiB on each device".formatted(GIBIBYTES),
            List.of("devices", "tiles", "scheduled", "% of peak", "loads, GB", "tasks per load"));
    for (int devices : DEVICES) {
      for (int count : experiment.settings().tiles(List.of(COUNT))) {
        for (Strategy strategy : experiment.settings().strategies(STRATEGIES)) {
          if (strategy.name().equals(Strategy.BY_HAND)) {
            // This version submits in another order, so its tasks cannot be identified.
            experiment.step();
            continue;
          }
          TiledCase problem = machine.problem(devices, TiledWorkload.CHOLESKY, count);
          Path file = experiment.tiled().recorded(problem, strategy);
          pictures(file, problem, strategy, report);
          row(experiment, problem, strategy, table);
          experiment.step();
        }
      }
    }
    report.tables().add(table);
    report.note(
        "Pictures (`order-POLICY-DEVICES-DEVICE.svg`): the tasks of the first %d steps, a square for each at the place"
                .formatted(STEPS)
            + " of its tile. The first thousand tasks are red, the next green, then blue, yellow,"
            + " magenta, cyan and orange; shades grow darker in the order in which tasks began."
            + " Published: DMDAS goes along anti-diagonals, DARTS in triangles and squares that go"
            + " through up to 8 steps.");
    return report;
  }

  private static void row(Experiment experiment, TiledCase problem, Strategy strategy, Table table)
      throws IOException {
    TiledOutcome outcome = experiment.tiled().outcome(problem, strategy);
    double tasks =
        problem.workload().kernels(problem.count()).values().stream()
            .mapToLong(Long::longValue)
            .sum();
    double tileBytes = (double) Float.BYTES * problem.tile() * problem.tile();
    table.add(
        List.of(
            problem.devices(),
            problem.count(),
            strategy.name(),
            100 * experiment.tiled().bounds(problem).work() / outcome.seconds(),
            outcome.loads() / 1e9,
            tasks / (outcome.loads() / tileBytes)));
  }

  private static void pictures(Path file, TiledCase problem, Strategy strategy, Report report)
      throws IOException {
    Schedule schedule;
    try (Reader reader = Files.newBufferedReader(file)) {
      schedule = ScheduleReader.read(reader);
    }
    Files.delete(file);
    List<ScheduledComputation> launches =
        schedule.computations().stream()
            .filter(each -> each.kind() == ComputationKind.LAUNCH)
            .sorted(Comparator.comparing(ScheduledComputation::id))
            .toList();
    for (int device = 0; device < problem.devices(); device++) {
      String name = "order-%s-%d-%d".formatted(strategy.name(), problem.devices(), device);
      String title =
          "Order of tasks under %s, device %d of %d, simulated"
              .formatted(strategy.name(), device, problem.devices());
      List<int[][]> steps = steps(launches, device, problem.count());
      report.pictures().put(name + ".svg", new OrderMap(title, steps).svg());
    }
  }

  /** The positions of a device's tasks in the order, by tile, for each of the first steps. */
  private static List<int[][]> steps(List<ScheduledComputation> launches, int device, int count) {
    Map<Long, Integer> order = order(launches, device);
    List<int[][]> steps = new ArrayList<>();
    int next = 0;
    for (int k = 0; k < Math.min(STEPS, count); k++) {
      int[][] step = new int[count][count];
      Arrays.stream(step).forEach(row -> Arrays.fill(row, -1));
      // The program submits the diagonal tile, its column, then the updates row by row.
      for (int i = k; i < count; i++) {
        step[i][k] = order.getOrDefault(launches.get(next++).id(), -1);
      }
      for (int i = k + 1; i < count; i++) {
        for (int j = k + 1; j <= i; j++) {
          step[i][j] = order.getOrDefault(launches.get(next++).id(), -1);
        }
      }
      steps.add(step);
    }
    return steps;
  }

  /** The position of each of a device's tasks in the order in which they began. */
  private static Map<Long, Integer> order(List<ScheduledComputation> launches, int device) {
    List<ScheduledComputation> begun =
        launches.stream()
            .filter(each -> each.device() == device)
            .sorted(
                Comparator.comparing(ScheduledComputation::startNanos)
                    .thenComparing(ScheduledComputation::id))
            .toList();
    Map<Long, Integer> order = new HashMap<>();
    for (ScheduledComputation each : begun) {
      order.put(each.id(), order.size());
    }
    return order;
  }
}
