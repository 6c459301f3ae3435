package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.Means;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;
import org.grcuda.worklist.Settings;

/** Asynchronous against bulk-synchronous, on the same kernels. */
final class Synchrony implements Evaluation.Section {

  @Override
  public int steps(GrouteSettings settings) {
    return settings.graphs().size() * settings.programs().size();
  }

  private static List<Integer> counts(GrouteSettings settings) {
    return Stream.concat(Stream.of(1), settings.devices().stream()).distinct().toList();
  }

  @Override
  public Report of(Evaluation evaluation) throws IOException {
    Report report = Evaluation.report("Asynchronous against bulk-synchronous");
    List<String> columns = new ArrayList<>(List.of("program", "graph"));
    counts(evaluation.settings()).forEach(count -> columns.add("" + count));
    columns.add("edges, asynchronous / bulk-synchronous");
    Table table =
        Table.of("Time of bulk-synchronous over that of asynchronous, by devices", columns);
    for (Problem problem : evaluation.problems()) {
      if (problem.hasSchedule()) {
        table.add(row(evaluation, problem));
      }
      evaluation.step();
    }
    report.tables().add(table);
    List<Double> ratios = ratios(evaluation);
    if (!ratios.isEmpty()) {
      report.note(summary(ratios));
    }
    report.note(
        "Both follow edges with the same kernels. Bulk-synchronous, all parts do one round, then"
            + " all pairs are sent, then the next round begins; nothing is fused, and no search"
            + " goes bottom-up. On rmat and uniform, sssp goes in rounds anyway. Components and the"
            + " filter have no rounds.");
    return report;
  }

  private static List<Object> row(Evaluation evaluation, Problem problem) throws IOException {
    List<Object> row = new ArrayList<>(List.of(Evaluation.program(problem), problem.graphName()));
    double edges = 0;
    for (int count : counts(evaluation.settings())) {
      Outcome own = evaluation.run(problem, count, Settings.Schedule.AUTOMATIC);
      Outcome other = evaluation.run(problem, count, Settings.Schedule.BULK_SYNCHRONOUS);
      if (!problem.agree(own.result(), other.result())) {
        throw new IllegalStateException(problem.name() + ": the two schedules' results differ");
      }
      row.add(ratio(evaluation, problem, count));
      edges = (double) own.statistics().edges() / other.statistics().edges();
    }
    row.add(edges);
    return row;
  }

  private static double ratio(Evaluation evaluation, Problem problem, int count)
      throws IOException {
    return evaluation.run(problem, count, Settings.Schedule.BULK_SYNCHRONOUS).seconds()
        / evaluation.run(problem, count, Settings.Schedule.AUTOMATIC).seconds();
  }

  /** The cells: of each problem that has a schedule, for all numbers of devices. */
  static List<Double> ratios(Evaluation evaluation) throws IOException {
    List<Double> ratios = new ArrayList<>();
    for (Problem problem : evaluation.problems()) {
      for (int count : problem.hasSchedule() ? counts(evaluation.settings()) : List.<Integer>of()) {
        ratios.add(ratio(evaluation, problem, count));
      }
    }
    return ratios;
  }

  /** The least. */
  static double worst(List<Double> ratios) {
    return ratios.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  private static String summary(List<Double> ratios) {
    return String.format(
        Locale.ROOT,
        "Asynchronous is faster in %s of %d cells, %.2f times in the geometric mean, and in the"
            + " worst cell takes %.2f times as long. Published: faster than others in most cases,"
            + " which were other systems.",
        Evaluation.percent(share(ratios)),
        ratios.size(),
        Means.of(ratios),
        1 / worst(ratios));
  }

  /** The share of cells in which asynchronous is faster. */
  static double share(List<Double> ratios) {
    return (double) ratios.stream().filter(ratio -> ratio > 1).count() / ratios.size();
  }
}
