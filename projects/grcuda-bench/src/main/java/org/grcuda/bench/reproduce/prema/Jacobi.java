package org.grcuda.bench.reproduce.prema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.grcuda.bench.plot.BarChart;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** Jacobi iterations in three dimensions: figures 13 and 15, on the processes of this machine. */
final class Jacobi implements Prema.Section {

  private static final double MILLIS = 1e3;

  /** The rounds of all programs with one number of ranks. */
  private static final class Programs {
    final Samples c = new Samples();
    final Samples idiom = new Samples();
    final Samples whole = new Samples();
    final Samples halves = new Samples();
    final List<String> checksums = new ArrayList<>();
    String library;
    int[] grid;

    void add(JacobiRank.Times times) {
      idiom.add(times.idiom());
      whole.add(times.whole());
      halves.add(times.halves());
      checksums.addAll(List.of(times.checksums()));
      library = times.library();
      grid = times.grid();
    }

    void addC(List<String> lines) {
      lines.stream().limit(lines.size() - 1).mapToDouble(Double::parseDouble).forEach(c::add);
      checksums.add(lines.getLast());
    }

    /** Whether all programs have computed the same bits. */
    boolean agree() {
      return checksums.stream().distinct().count() == 1;
    }
  }

  @Override
  public String name() {
    return "prema-jacobi";
  }

  @Override
  public int steps(PremaSettings settings) {
    return settings.ranks().size() * settings.turns();
  }

  @Override
  public void rank(PremaSettings settings) {
    new JacobiRank(settings).run();
  }

  @Override
  public Report of(Ranks ranks, Runnable step) throws IOException {
    PremaSettings settings = ranks.settings();
    Map<Integer, Programs> all = new LinkedHashMap<>();
    settings.ranks().forEach(count -> all.put(count, new Programs()));
    // The same bits: no product and sum in one instruction.
    try (Ranks.Peer peer = ranks.peer("jacobi.c", "-O3", "-march=native", "-ffp-contract=off")) {
      for (int turn = 0; turn < settings.turns(); turn++) {
        for (Map.Entry<Integer, Programs> entry : all.entrySet()) {
          int count = entry.getKey();
          Programs programs = entry.getValue();
          programs.add(ranks.own(count, name(), JacobiRank.Times.class));
          programs.addC(peer.run(count, words(settings, programs.grid)));
          step.run();
        }
      }
    }
    return report(settings, all);
  }

  private static Stream<String> words(PremaSettings settings, int[] grid) {
    LongStream numbers =
        LongStream.concat(
            Arrays.stream(settings.domain()),
            LongStream.concat(
                IntStream.of(grid).asLongStream(),
                LongStream.of(settings.iterations(), settings.rounds())));
    return numbers.mapToObj(String::valueOf);
  }

  private Report report(PremaSettings settings, Map<Integer, Programs> all) {
    Report report = Report.measured(name(), "Jacobi iterations (figures 13 and 15)");
    for (Samples.Kind kind : Samples.Kind.values()) {
      report.tables().add(table(settings, all, kind));
    }
    report.add(chart(all));
    notes(report);
    return report;
  }

  private static Table table(
      PremaSettings settings, Map<Integer, Programs> all, Samples.Kind kind) {
    String domain =
        Arrays.stream(settings.domain())
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(" x "));
    Table table =
        Table.of(
            "%s, milliseconds for an iteration on %s cells, %s"
                .formatted(kind.title(), domain, all.values().iterator().next().library),
            List.of(
                "ranks", "C", "MPI", "1 part", "2 parts", "MPI / 1", "MPI / 2", "1 / 2", "bits"));
    double scale = MILLIS / settings.iterations();
    for (Map.Entry<Integer, Programs> entry : all.entrySet()) {
      Programs programs = entry.getValue();
      double idiom = programs.idiom.time(kind);
      double whole = programs.whole.time(kind);
      double halves = programs.halves.time(kind);
      table.add(
          List.of(
              entry.getKey(),
              programs.c.time(kind) * scale,
              idiom * scale,
              whole * scale,
              halves * scale,
              idiom / whole,
              idiom / halves,
              whole / halves,
              programs.agree() ? "same" : "DIFFERENT"));
    }
    return table;
  }

  private static BarChart chart(Map<Integer, Programs> all) {
    Map<String, Map<String, Double>> bars = new LinkedHashMap<>();
    for (Map.Entry<Integer, Programs> entry : all.entrySet()) {
      Programs programs = entry.getValue();
      Map<String, Double> bar = new LinkedHashMap<>();
      double idiom = programs.idiom.time(Samples.Kind.BEST);
      bar.put("1 part", idiom / programs.whole.time(Samples.Kind.BEST));
      bar.put("2 parts", idiom / programs.halves.time(Samples.Kind.BEST));
      bars.put("ranks: " + entry.getKey(), bar);
    }
    return new BarChart(
        "prema-jacobi",
        "Times as fast as the idiom of MPI, best rounds (measured)",
        List.of("1 part", "2 parts"),
        bars);
  }

  private static void notes(Report report) {
    report.note(
        "Published, on up to 64 V100: up to 23 % better than MPI with one object for each GPU where"
            + " the domain stays as it is, and 25 % where it grows; with two, up to 40 % better"
            + " than MPI and about 20 % better than with one.");
    report.note(
        "1 part, 2 parts: distributed arrays with so many parts for each rank; no wait before the"
            + " last iteration. MPI: the same kernels over the same transport, with blocking"
            + " copies and waits, as the publication's peer. C: loops and MPI, compiled with `gcc"
            + " -O3`, for scale.");
    report.note(
        "No gain is expected here: where ranks share the cores, a core computes or moves messages,"
            + " and there is no copy to hide. More threads of a rank want its core than with the"
            + " idiom: the program, the kernel, and those that look for ends and for messages.");
    report.note(
        "Bits: whether all programs have computed the same bits in each cell, by a sum over the"
            + " domain of a hash of place and bits.");
  }
}
