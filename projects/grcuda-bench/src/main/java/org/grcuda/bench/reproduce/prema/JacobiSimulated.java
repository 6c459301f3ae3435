package org.grcuda.bench.reproduce.prema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** Jacobi iterations on a simulated cluster with four V100 in a machine: figures 13 and 15. */
final class JacobiSimulated implements Prema.Simulated {

  private static final double USUAL = RankCluster.USUAL_NETWORK;
  private static final List<Double> NETWORKS = List.of(10.0, 25.0, 50.0, USUAL, 200.0);

  /** GB/s of a machine's PCIe bus. */
  private static final double WHOLE_BUS = 12;

  /** GB/s of a device's part of it: all devices of the publication's machines share one. */
  static final double BUS = WHOLE_BUS / JacobiCluster.RANKS_OF_NODE;

  private static final int ITERATIONS = 12;
  private static final double MILLIS = 1e3;
  private static final List<String> COLUMNS =
      List.of("MPI", "1 part", "2 parts", "MPI / 1", "MPI / 2", "1 / 2");

  /** Seconds of an iteration of each program. */
  private record Outcome(double idiom, double whole, double halves) {

    List<Object> cells(Object name) {
      return List.of(
          name,
          idiom * MILLIS,
          whole * MILLIS,
          halves * MILLIS,
          idiom / whole,
          idiom / halves,
          whole / halves);
    }
  }

  @Override
  public String name() {
    return "prema-jacobi";
  }

  @Override
  public int steps(PremaSettings settings) {
    return 2 * settings.gpus().size() + NETWORKS.size();
  }

  @Override
  public Report of(Ranks ranks, Runnable step) {
    PremaSettings settings = ranks.settings();
    long[] whole = settings.clusterDomain();
    int most = settings.gpus().getLast();
    Map<Integer, Outcome> strong = new LinkedHashMap<>();
    Map<Integer, Outcome> weak = new LinkedHashMap<>();
    for (int gpus : settings.gpus()) {
      strong.put(gpus, simulate(gpus, USUAL, BUS, whole));
      step.run();
      weak.put(
          gpus,
          gpus == most ? strong.get(gpus) : simulate(gpus, USUAL, BUS, share(whole, most, gpus)));
      step.run();
    }
    Map<String, Outcome> others = new LinkedHashMap<>();
    for (double gigabits : NETWORKS) {
      String name = "%.0f Gb/s".formatted(gigabits);
      others.put(name, gigabits == USUAL ? strong.get(most) : simulate(most, gigabits, BUS, whole));
      step.run();
    }
    others.put("100 Gb/s, a bus each", simulate(most, USUAL, WHOLE_BUS, whole));
    Report report = Report.of(name(), "Jacobi iterations on a cluster (figures 13 and 15)");
    String cells =
        Arrays.stream(whole).mapToObj(String::valueOf).collect(Collectors.joining(" x "));
    add(report, "Milliseconds for an iteration on %s cells".formatted(cells), "GPUs", strong);
    add(report, "The same where the domain grows with the GPUs", "GPUs", weak);
    add(report, "Other assumptions, %s cells on %d GPUs".formatted(cells, most), "assumed", others);
    report.tables().add(published(strong.get(most), weak, others));
    report.add(chart(others));
    notes(report);
    return report;
  }

  /** The domain of which {@code gpus} have as many cells each as {@code most} of the whole one. */
  static long[] share(long[] whole, int most, int gpus) {
    long[] domain = whole.clone();
    int axis = domain.length - 1;
    for (int left = most; left > gpus; left /= 2) {
      domain[axis] /= 2;
      axis = axis == 0 ? domain.length - 1 : axis - 1;
    }
    return domain;
  }

  private static Outcome simulate(int gpus, double gigabits, double bus, long[] domain) {
    JacobiCluster cluster =
        new JacobiCluster(gpus, gigabits, bus, new JacobiDomain(domain, ITERATIONS));
    return new Outcome(
        cluster.idiom().seconds(), cluster.parts(1).seconds(), cluster.parts(2).seconds());
  }

  private static void add(Report report, String caption, String first, Map<?, Outcome> outcomes) {
    List<String> columns = new ArrayList<>(List.of(first));
    columns.addAll(COLUMNS);
    Table table = Table.of(caption, columns);
    outcomes.forEach((name, outcome) -> table.add(outcome.cells(name)));
    report.tables().add(table);
  }

  private static Table published(
      Outcome strong, Map<Integer, Outcome> weak, Map<String, Outcome> others) {
    Table table =
        Table.of(
            "Better than MPI, %",
            List.of("what", "published, up to", "here", "least assumed", "most assumed"));
    double best =
        weak.values().stream().mapToDouble(each -> each.idiom / each.whole).max().orElse(0);
    row(
        table,
        "1 part, the domain stays",
        23,
        strong.idiom / strong.whole,
        others.values().stream().mapToDouble(each -> each.idiom / each.whole).toArray());
    table.add(Arrays.asList("1 part, the domain grows", 25, percent(best), null, null));
    row(
        table,
        "2 parts",
        40,
        strong.idiom / strong.halves,
        others.values().stream().mapToDouble(each -> each.idiom / each.halves).toArray());
    row(
        table,
        "2 parts over 1",
        20,
        strong.whole / strong.halves,
        others.values().stream().mapToDouble(each -> each.whole / each.halves).toArray());
    return table;
  }

  private static void row(Table table, String what, int published, double here, double[] others) {
    table.add(
        List.of(
            what,
            published,
            percent(here),
            percent(Arrays.stream(others).min().orElseThrow()),
            percent(Arrays.stream(others).max().orElseThrow())));
  }

  private static double percent(double ratio) {
    return (ratio - 1) * 100;
  }

  private static BarChart chart(Map<String, Outcome> others) {
    Map<String, Map<String, Double>> bars = new LinkedHashMap<>();
    others.forEach(
        (name, outcome) -> {
          Map<String, Double> bar = new LinkedHashMap<>();
          bar.put("1 part", outcome.idiom / outcome.whole);
          bar.put("2 parts", outcome.idiom / outcome.halves);
          bars.put(name, bar);
        });
    return new BarChart(
        "prema-cluster",
        "Times as fast as the idiom of MPI, by what is assumed (simulated)",
        List.of("1 part", "2 parts"),
        bars);
  }

  private static void notes(Report report) {
    report.note(
        "Assumed: a rank for each GPU, and four ranks in a machine. The ranks of a machine share"
            + " its port to the network: 100 Gb/s and 1.5 us, one message after another, each with"
            + " 0.3 us of the processors at both ends. Between ranks of a machine 0.5 us and 10"
            + " GB/s. The GPUs of a machine share a bus of 12 GB/s, as the publication's do: each"
            + " has a quarter all the time. The idiom copies on all at the same time, so it loses"
            + " nothing by that, while ours could have more than a quarter at times. In the last"
            + " row of the other assumptions each has a bus of its own.");
    report.note(
        "The programs are those that are measured above, with replicated memory. Kernels take the"
            + " time of their bytes; MPI's messages up to 4 KiB leave at once, longer ones when"
            + " they are expected. All host memory is page-locked, for MPI too: pageable memory,"
            + " which the publication's peer may have used, is not simulated, and would make MPI"
            + " slower.");
    report.note(
        "One round of %d iterations after one that warms up. A host drives its messages only while"
                .formatted(ITERATIONS)
            + " it waits and once in an iteration.");
  }
}
