package org.grcuda.bench.reproduce.prema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** Latency and bandwidth of messages of arrays between two ranks: figure 10. */
final class PingPong implements Prema.Section {

  private static final List<String> OURS = List.of("messages", "call", "put");
  private static final double MICROS = 1e6;
  private static final double GIGA = 1e-9;
  private static final int RANKS = 2;

  /** The times of a size. */
  private static final class Sizes {
    final Samples plain = new Samples();
    final Samples staged = new Samples();
    final List<Samples> ours = OURS.stream().map(name -> new Samples()).toList();

    /** In the order of the columns. */
    List<Samples> all() {
      return Stream.concat(Stream.of(plain, staged), ours.stream()).toList();
    }

    /** The time of a way to send over that of C with staging copies. */
    double ratio(String way, Samples.Kind kind) {
      return ours.get(OURS.indexOf(way)).time(kind) / staged.time(kind);
    }
  }

  @Override
  public String name() {
    return "prema-pingpong";
  }

  @Override
  public int steps(PremaSettings settings) {
    return settings.turns();
  }

  @Override
  public void rank(PremaSettings settings) {
    new PingPongRank(settings).run();
  }

  @Override
  public Report of(Ranks ranks, Runnable step) throws IOException {
    PremaSettings settings = ranks.settings();
    List<Sizes> times = settings.sizes().stream().map(bytes -> new Sizes()).toList();
    String library = "";
    try (Ranks.Peer peer = ranks.peer("staged.c", "-O2")) {
      for (int turn = 0; turn < settings.turns(); turn++) {
        addC(peer, settings, times);
        PingPongRank.Times ours = ranks.own(RANKS, name(), PingPongRank.Times.class);
        library = ours.library();
        for (int size = 0; size < times.size(); size++) {
          for (int way = 0; way < OURS.size(); way++) {
            times.get(size).ours.get(way).add(ours.seconds()[size][way]);
          }
        }
        step.run();
      }
      addC(peer, settings, times);
    }
    return report(settings, times, library);
  }

  private static void addC(Ranks.Peer peer, PremaSettings settings, List<Sizes> times)
      throws IOException {
    Stream<String> sizes =
        settings.sizes().stream()
            .flatMap(bytes -> Stream.of("" + bytes, "" + settings.messages(bytes)));
    int line = 0;
    for (String text : peer.run(RANKS, Stream.concat(Stream.of("" + settings.rounds()), sizes))) {
      String[] pair = text.split(" ");
      Sizes size = times.get(line++ % times.size());
      size.plain.add(Double.parseDouble(pair[0]));
      size.staged.add(Double.parseDouble(pair[1]));
    }
  }

  private Report report(PremaSettings settings, List<Sizes> times, String library) {
    Report report = Report.measured(name(), "Messages by their size (figure 10)");
    for (Samples.Kind kind : Samples.Kind.values()) {
      report.tables().add(latency(settings, times, library, kind));
    }
    report.tables().add(bandwidth(settings, times));
    report.tables().add(published(settings, times));
    report.add(chart(settings, times));
    notes(report);
    return report;
  }

  private static Table latency(
      PremaSettings settings, List<Sizes> times, String library, Samples.Kind kind) {
    List<String> columns = new ArrayList<>(List.of("bytes", "C", "C, staged"));
    columns.addAll(OURS);
    OURS.forEach(name -> columns.add(name + " / C, staged"));
    Table table =
        Table.of(
            "%s, microseconds one way between 2 ranks, %s".formatted(kind.title(), library),
            columns);
    for (int i = 0; i < times.size(); i++) {
      Sizes size = times.get(i);
      List<Object> row = new ArrayList<>(List.of(settings.sizes().get(i)));
      size.all().forEach(each -> row.add(each.time(kind) * MICROS));
      OURS.forEach(name -> row.add(size.ratio(name, kind)));
      table.add(row);
    }
    return table;
  }

  private static Table bandwidth(PremaSettings settings, List<Sizes> times) {
    List<String> columns = new ArrayList<>(List.of("bytes", "C", "C, staged"));
    columns.addAll(OURS);
    Table table = Table.of("Best rounds, GB/s one way", columns);
    for (int i = 0; i < times.size(); i++) {
      int bytes = settings.sizes().get(i);
      List<Object> row = new ArrayList<>(List.of(bytes));
      for (Samples each : times.get(i).all()) {
        row.add(bytes / each.time(Samples.Kind.BEST) * GIGA);
      }
      table.add(row);
    }
    return table;
  }

  private static BarChart chart(PremaSettings settings, List<Sizes> times) {
    Map<String, Map<String, Double>> bars = new LinkedHashMap<>();
    for (int i = 0; i < times.size(); i++) {
      Map<String, Double> bar = new LinkedHashMap<>();
      for (String name : OURS) {
        bar.put(name, times.get(i).ratio(name, Samples.Kind.BEST));
      }
      bars.put(settings.sizes().get(i) + " bytes", bar);
    }
    return new BarChart(
        "prema-pingpong",
        "Time over that of C with MPI and staging copies, best rounds (measured)",
        OURS,
        bars);
  }

  /** What the publication says of small and of large messages. */
  private static Table published(PremaSettings settings, List<Sizes> times) {
    Table table =
        Table.of(
            "Time over that of MPI with staging copies",
            List.of("what", "bytes", "published", "here, medians", "here, best"));
    int last = times.size() - 1;
    add(table, settings, times, 0, "call", "1.10 to 1.15");
    add(table, settings, times, last, "call", "about 0.9");
    add(table, settings, times, last, "put", "up to 20 % better");
    return table;
  }

  private static void add(
      Table table,
      PremaSettings settings,
      List<Sizes> times,
      int size,
      String way,
      String published) {
    table.add(
        List.of(
            way,
            settings.sizes().get(size),
            published,
            times.get(size).ratio(way, Samples.Kind.MEDIAN),
            times.get(size).ratio(way, Samples.Kind.BEST)));
  }

  private static void notes(Report report) {
    report.note(
        "C: `MPI_Send` and `MPI_Recv`. C, staged: with a copy from \"device\" memory before, and"
            + " one to it behind, as a program with CUDA has to.");
    report.note(
        "messages: `world.messages()`, an array whose last element both hosts write and read."
            + " call: `world.send` of an array to a handler on the other rank, which sends on what"
            + " it got. put: `world.put` into the array of an object, whose handler puts it back.");
    report.note(
        "Published small messages take some microseconds for the copies to and from the device"
            + " alone, so a few microseconds of a runtime add little there. Here nothing hides"
            + " them: the ratio for small messages is that of the runtime's own work.");
  }
}
