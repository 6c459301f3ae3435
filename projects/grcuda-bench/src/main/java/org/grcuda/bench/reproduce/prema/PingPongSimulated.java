package org.grcuda.bench.reproduce.prema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** Messages of arrays between the devices of two simulated machines: figure 10. */
final class PingPongSimulated implements Prema.Simulated {

  private static final int MESSAGES = 20;
  private static final double MICROS = 1e6;

  /** GB/s: no other device uses the bus. */
  private static final double BUS = 12;

  private static final List<Double> NETWORKS = List.of(25.0, 200.0);

  /** Seconds one way. */
  private record Times(double idiom, double messages, double call, double put) {

    List<Object> cells(Object name) {
      return List.of(
          name,
          idiom * MICROS,
          messages * MICROS,
          call * MICROS,
          put * MICROS,
          messages / idiom,
          call / idiom,
          put / idiom);
    }
  }

  @Override
  public String name() {
    return "prema-pingpong";
  }

  @Override
  public int steps(PremaSettings settings) {
    return settings.sizes().size() + 2 * NETWORKS.size();
  }

  @Override
  public Report of(Ranks ranks, Runnable step) {
    List<Integer> sizes = ranks.settings().sizes();
    Map<Integer, Times> times = new LinkedHashMap<>();
    for (int bytes : sizes) {
      times.put(bytes, simulate(RankCluster.USUAL_NETWORK, bytes));
      step.run();
    }
    Map<String, Times> others = new LinkedHashMap<>();
    for (double gigabits : NETWORKS) {
      for (int bytes : List.of(sizes.getFirst(), sizes.getLast())) {
        others.put("%.0f Gb/s, %d bytes".formatted(gigabits, bytes), simulate(gigabits, bytes));
        step.run();
      }
    }
    Report report = Report.of(name(), "Messages by their size between simulated GPUs (figure 10)");
    add(report, "Microseconds one way between 2 machines", "bytes", times);
    add(report, "Other assumptions", "assumed", others);
    report.tables().add(published(sizes, times));
    report.add(chart(times));
    notes(report);
    return report;
  }

  private static Times simulate(double gigabits, int bytes) {
    PingPongCluster cluster = new PingPongCluster(gigabits, BUS, bytes, MESSAGES);
    return new Times(cluster.idiom(), cluster.messagesAhead(), cluster.calls(), cluster.puts());
  }

  private static void add(Report report, String caption, String first, Map<?, Times> times) {
    Table table =
        Table.of(
            caption,
            List.of(
                first,
                "MPI",
                "messages",
                "call",
                "put",
                "messages / MPI",
                "call / MPI",
                "put / MPI"));
    times.forEach((name, each) -> table.add(each.cells(name)));
    report.tables().add(table);
  }

  private static Table published(List<Integer> sizes, Map<Integer, Times> times) {
    Table table =
        Table.of(
            "Time over that of the idiom of MPI", List.of("what", "bytes", "published", "here"));
    row(table, times, "call", sizes.getFirst(), "1.10 to 1.15", each -> each.call);
    row(table, times, "call", sizes.getLast(), "about 0.9", each -> each.call);
    row(table, times, "put", sizes.getLast(), "down to 0.8", each -> each.put);
    return table;
  }

  private static void row(
      Table table,
      Map<Integer, Times> times,
      String what,
      int bytes,
      String published,
      ToDoubleFunction<Times> seconds) {
    Times each = times.get(bytes);
    table.add(List.of(what, bytes, published, seconds.applyAsDouble(each) / each.idiom));
  }

  private static BarChart chart(Map<Integer, Times> times) {
    Map<String, Map<String, Double>> bars = new LinkedHashMap<>();
    times.forEach(
        (bytes, each) -> {
          Map<String, Double> bar = new LinkedHashMap<>();
          bar.put("messages", each.messages / each.idiom);
          bar.put("call", each.call / each.idiom);
          bar.put("put", each.put / each.idiom);
          bars.put(bytes + " bytes", bar);
        });
    return new BarChart(
        "prema-pingpong-simulated",
        "Time over that of the idiom of MPI, between GPUs (simulated)",
        List.of("messages", "call", "put"),
        bars);
  }

  private static void notes(Report report) {
    report.note(
        "Assumed: a rank with a V100 in each of two machines, 100 Gb/s and 1.5 us between them, 0.3"
            + " us of the processors at both ends for each message, a bus of 12 GB/s. The kernel"
            + " that adds 1 to all elements before an array leaves keeps its data on the device.");
    report.note(
        "MPI: the kernel, a blocking copy to the host, send and wait, receive and wait, a copy to"
            + " the device, with page-locked memory. messages: all is submitted ahead. call and"
            + " put: as above, each from the handler of the one before.");
    report.note(
        "The work of the runtime is a fixed time for each submission, the built-in machines'"
            + " assumption, for the idiom's too. An array that arrives with a call needs new"
            + " memory, which takes no simulated time: the publication's cache of received arrays"
            + " is our pools.");
  }
}
