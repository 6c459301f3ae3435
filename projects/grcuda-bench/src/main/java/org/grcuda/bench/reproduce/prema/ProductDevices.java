package org.grcuda.bench.reproduce.prema;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** Small products of matrices on several simulated GPUs of one machine: figure 9. */
final class ProductDevices implements Prema.Simulated {

  private static final int EXTENT = 64;
  private static final double MICROS = 1e6;

  /** What the text of section 4.1.6 says, by number of devices. */
  private static final Map<Integer, String> PUBLISHED =
      Map.of(1, "above 1", 2, "above 2", 4, "up to 3.8");

  private static final String THREAD = "one thread";
  private static final String PROCESSES = "processes";
  private static final String SHARED = "processes, bus shared";

  /** Seconds of a product on so many devices. */
  private record Times(double thread, double processes, double shared) {}

  @Override
  public String name() {
    return "prema-devices";
  }

  @Override
  public int steps(PremaSettings settings) {
    return settings.devices().size();
  }

  @Override
  public Report of(Ranks ranks, Runnable step) {
    PremaSettings settings = ranks.settings();
    int count = settings.products();
    double plain =
        new Products(ProductMachine.of(1, ProductMachine.BUS), EXTENT, count).plainSeconds();
    Map<Integer, Times> times = new LinkedHashMap<>();
    for (int devices : settings.devices()) {
      times.put(devices, times(devices, count));
      step.run();
    }
    Report report = Report.of(name(), "Products of small matrices on several GPUs (figure 9)");
    report.tables().add(table(plain, times));
    report.add(chart(plain, times));
    notes(report, settings);
    return report;
  }

  private static Times times(int devices, int count) {
    ProductMachine together = ProductMachine.of(devices, ProductMachine.BUS);
    ProductMachine alone = ProductMachine.of(1, ProductMachine.BUS);
    ProductMachine share = ProductMachine.of(1, ProductMachine.BUS / devices);
    return new Times(
        new Products(together, EXTENT, devices * count).seconds(Optimization.STREAMS),
        new Products(alone, EXTENT, count).seconds(Optimization.STREAMS, devices),
        new Products(share, EXTENT, count).seconds(Optimization.STREAMS, devices));
  }

  private static Table table(double plain, Map<Integer, Times> times) {
    Table table =
        Table.of(
            "Times as fast as a simple program with CUDA on one GPU (%.1f us)"
                .formatted(plain * MICROS),
            List.of("GPUs", "published", THREAD, PROCESSES, SHARED, "one thread, us"));
    times.forEach(
        (devices, each) ->
            table.add(
                Arrays.asList(
                    devices,
                    PUBLISHED.get(devices),
                    plain / each.thread,
                    plain / each.processes,
                    plain / each.shared,
                    each.thread * MICROS)));
    return table;
  }

  private static BarChart chart(double plain, Map<Integer, Times> times) {
    Map<String, Map<String, Double>> bars = new LinkedHashMap<>();
    times.forEach(
        (devices, each) -> {
          Map<String, Double> bar = new LinkedHashMap<>();
          bar.put(THREAD, plain / each.thread);
          bar.put(PROCESSES, plain / each.processes);
          bar.put(SHARED, plain / each.shared);
          bars.put(devices == 1 ? "1 GPU" : devices + " GPUs", bar);
        });
    return new BarChart(
        "prema-devices",
        "Products of 64 x 64, times as fast as a simple program with CUDA (simulated)",
        List.of(THREAD, PROCESSES, SHARED),
        bars);
  }

  private static void notes(Report report, PremaSettings settings) {
    report.note(
        "%d products of 64 x 64 for each GPU, as in `prema-dgemm` with all optimizations; the"
                .formatted(settings.products())
            + " machine, its assumptions and the simple program are those of `prema-dgemm`. All"
            + " GPUs share one bus of %.0f GB/s with the host, as in the publication."
                .formatted(ProductMachine.BUS));
    report.note(
        "The publication has a thread for each GPU, and calls that crucial beyond one GPU. Our"
            + " runtime has no such threads: `one thread` submits to all GPUs in turn, and the time"
            + " of its submissions is the limit. A program may have a process for each GPU instead"
            + " (`scripts/grcuda mpirun`). Simulated processes cannot share a bus: each has a bus"
            + " of its own, or an equal share of one all the time, and the truth lies between. A"
            + " process has a core for itself.");
  }
}
