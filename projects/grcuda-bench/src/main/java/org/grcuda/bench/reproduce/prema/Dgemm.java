package org.grcuda.bench.reproduce.prema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** Products of matrices on one simulated GPU, optimization by optimization: figure 8. */
final class Dgemm implements Prema.Simulated {

  private static final double MICROS = 1e6;

  /** Better than the step before, %, by extent: the text of sections 4.1.1 to 4.1.3. */
  private static final Map<Integer, Published> PUBLISHED =
      Map.of(
          64, new Published(30, "60", 10),
          128, new Published(90, "25", 75),
          256, new Published(120, "12", 50),
          512, new Published(145, "6", 50),
          768, new Published(70, "negligible", 85),
          1024, new Published(70, "negligible", 100));

  private record Published(Integer pageLocked, String pool, Integer streams) {}

  /** Seconds of a product of some extent. */
  private record Times(double plain, Map<Optimization, Double> with) {

    double percent(Optimization better, Optimization worse) {
      return (with.get(worse) / with.get(better) - 1) * 100;
    }
  }

  @Override
  public String name() {
    return "prema-dgemm";
  }

  @Override
  public int steps(PremaSettings settings) {
    return settings.matrices().size() + assumed().size();
  }

  @Override
  public Report of(Ranks ranks, Runnable step) {
    PremaSettings settings = ranks.settings();
    Map<Integer, Times> times = new LinkedHashMap<>();
    for (int n : settings.matrices()) {
      times.put(n, times(new Products(machine(), n, settings.products())));
      step.run();
    }
    Report report = Report.of(name(), "Products of matrices on one GPU (figure 8)");
    report.tables().add(micros(times));
    report.tables().add(better(times));
    report.tables().add(others(settings, step));
    report.add(chart(times));
    notes(report, settings);
    return report;
  }

  private static ProductMachine machine() {
    return ProductMachine.of(1, ProductMachine.BUS);
  }

  private static Times times(Products products) {
    Map<Optimization, Double> with = new EnumMap<>(Optimization.class);
    for (Optimization each : Optimization.values()) {
      with.put(each, products.seconds(each));
    }
    return new Times(products.plainSeconds(), with);
  }

  private static Table micros(Map<Integer, Times> times) {
    List<String> columns = new ArrayList<>(List.of("extent", "CUDA"));
    Stream.of(Optimization.values()).map(Optimization::title).forEach(columns::add);
    Table table = Table.of("Microseconds for a product, with all optimizations so far", columns);
    times.forEach(
        (n, each) -> {
          List<Object> row = new ArrayList<>(List.of(n, each.plain * MICROS));
          each.with.values().forEach(seconds -> row.add(seconds * MICROS));
          table.add(row);
        });
    return table;
  }

  private static Table better(Map<Integer, Times> times) {
    Table table =
        Table.of(
            "Better than without, %",
            List.of(
                "extent",
                "page-locked, published",
                "page-locked, here",
                "pool, published",
                "pool, here",
                "streams, published",
                "streams, here",
                "all, here"));
    times.forEach(
        (n, each) -> {
          Published published = PUBLISHED.getOrDefault(n, new Published(null, null, null));
          table.add(
              Arrays.asList(
                  n,
                  published.pageLocked,
                  each.percent(Optimization.PAGE_LOCKED, Optimization.BASELINE),
                  published.pool,
                  each.percent(Optimization.POOL, Optimization.PAGE_LOCKED),
                  published.streams,
                  each.percent(Optimization.STREAMS, Optimization.POOL),
                  each.percent(Optimization.STREAMS, Optimization.BASELINE)));
        });
    return table;
  }

  /** Other machines by what is assumed. */
  private static Map<String, ProductMachine> assumed() {
    Map<String, ProductMachine> machines = new LinkedHashMap<>();
    machines.put("pageable memory 3 GB/s", machine().withPageable(3));
    machines.put("pageable memory 8 GB/s", machine().withPageable(8));
    machines.put("a call 1 us", machine().withCall(1));
    machines.put("a call 10 us", machine().withCall(10));
    machines.put("bus 9 GB/s", ProductMachine.of(1, 9));
    machines.put("kernels half as long", machine().withKernels(0.5));
    machines.put("kernels twice as long", machine().withKernels(2));
    return machines;
  }

  private static Table others(PremaSettings settings, Runnable step) {
    List<String> columns = new ArrayList<>(List.of("assumed"));
    List<Integer> extents = ends(settings.matrices());
    for (int n : extents) {
      columns.addAll(List.of("page-locked, " + n, "pool, " + n, "streams, " + n));
    }
    Table table = Table.of("Better than without, %, with other assumptions", columns);
    assumed()
        .forEach(
            (name, machine) -> {
              List<Object> row = new ArrayList<>(List.of(name));
              for (int n : extents) {
                Times times = times(new Products(machine, n, settings.products()));
                row.add(times.percent(Optimization.PAGE_LOCKED, Optimization.BASELINE));
                row.add(times.percent(Optimization.POOL, Optimization.PAGE_LOCKED));
                row.add(times.percent(Optimization.STREAMS, Optimization.POOL));
              }
              table.add(row);
              step.run();
            });
    return table;
  }

  /** The first and the last. */
  private static List<Integer> ends(List<Integer> extents) {
    return Stream.of(extents.getFirst(), extents.getLast()).distinct().toList();
  }

  private static BarChart chart(Map<Integer, Times> times) {
    Map<String, Map<String, Double>> bars = new LinkedHashMap<>();
    times.forEach(
        (n, each) -> {
          Map<String, Double> bar = new LinkedHashMap<>();
          each.with.forEach((step, seconds) -> bar.put(step.title(), each.plain / seconds));
          bars.put(String.valueOf(n), bar);
        });
    return new BarChart(
        "prema-dgemm",
        "Products of matrices, times as fast as a simple program with CUDA (simulated)",
        Stream.of(Optimization.values()).map(Optimization::title).toList(),
        bars);
  }

  private static void notes(Report report, PremaSettings settings) {
    report.note(
        "%d products of square matrices in double precision, one after the other, each of other"
                .formatted(settings.products())
            + " matrices: two go to the device, and the third stays there (`cuda.at`; one that the"
            + " host has would be copied, too, as `out` keeps what a kernel does not write). Host"
            + " memory is there before, as from the publication's pool. CUDA: a simple program that"
            + " allocates, copies pageable memory, launches and frees; its own work takes no"
            + " time.");
    report.note(
        "The runtime is ours, which always has these optimizations; the simulation takes them away."
            + " Before `page-locked` host memory is not page-locked. Before `pool` the program"
            + " allocates and frees as much device memory for each matrix, which takes time, while"
            + " its contents are in our pool, which takes none. Before `transfer stream` all"
            + " streams of the device are one. `5 streams` is `MaxStreamsPerDevice=5`; until then"
            + " it is 1. The text gives the last two together, and more than 300 % for all at"
            + " best.");
    report.note(
        ("Assumed, as the publication does not tell: copies of pageable memory reach %.0f of %.0f"
                    .formatted(ProductMachine.PAGEABLE, ProductMachine.BUS)
                + " GB/s, and the host waits for them, as CUDA's driver may (\"API synchronization"
                + " behavior\"). Page-locked memory was measured to be 1.5 to 2.4 times as fast"
                + " (University of Virginia, \"Memory Management Overhead\"): we take the most,"
                + " which fits the text best. An allocation and a free take %.0f us each, and a free"
                    .formatted(ProductMachine.CALL))
            + " waits for the device. The kernel works on tiles of 16 x 16 and reads each from"
            + " device memory.");
    report.note(
        "Left out: request pools (published: about 2 %), which are the runtime's own work. That"
            + " takes no simulated time but for a fixed share of each submission.");
  }
}
