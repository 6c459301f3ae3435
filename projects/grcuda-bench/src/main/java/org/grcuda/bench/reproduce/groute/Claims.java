package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.Means;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** What was published, and what this project aims at, beside what came out. */
final class Claims implements Evaluation.Section {

  /** The published speed-up of 8 devices over one. */
  static final double PUBLISHED = 7.32;

  private static final double AIM = 6.2;
  private static final int PROGRAMS = 3;
  private static final double OF_BOUND = 0.9;
  private static final double FASTER = 0.75;
  private static final double SLOWER = 1.05;

  /** The graph on which a program gains most from the most devices. */
  private record Best(Problem problem, double factor) {}

  @Override
  public int steps(GrouteSettings settings) {
    return 0;
  }

  @Override
  public Report of(Evaluation evaluation) throws IOException {
    int devices = evaluation.settings().most();
    Report report = Evaluation.report("Claims and aims");
    Table table =
        Table.of(
            "Of graph algorithms on " + devices + " devices",
            List.of("what", "whose", "at least", "here", "met"));
    List<Best> best = best(evaluation, devices);
    List<Best> leaders = best.subList(0, Math.min(PROGRAMS, best.size()));
    add(table, "speed-up of the best program", "published", PUBLISHED, best.getFirst().factor());
    if (best.size() >= PROGRAMS) {
      add(table, "speed-up of the third best program", "aim", AIM, leaders.getLast().factor());
    }
    double share = 1;
    for (Best each : leaders) {
      share = Math.min(share, Bounds.share(evaluation, each.problem(), devices));
    }
    add(table, "share of the bound that these reach", "aim", OF_BOUND, share);
    List<Double> ratios = Synchrony.ratios(evaluation);
    if (!ratios.isEmpty()) {
      add(
          table,
          "share of cells faster than bulk-synchronous",
          "published: most",
          FASTER,
          Synchrony.share(ratios));
      add(table, "geometric mean of the gain", "aim", 1, Means.of(ratios));
      add(table, "gain in the worst cell", "aim", 1 / SLOWER, Synchrony.worst(ratios));
    }
    report.tables().add(table);
    report.note(
        "The best programs: "
            + String.join(", ", leaders.stream().map(each -> each.problem().name()).toList())
            + ".");
    return report;
  }

  private static List<Best> best(Evaluation evaluation, int devices) throws IOException {
    List<Best> best = new ArrayList<>();
    for (Problem.Algorithm algorithm : evaluation.settings().programs()) {
      Best leader = null;
      for (Problem problem : evaluation.problems()) {
        if (problem.algorithm() == algorithm) {
          double factor = Speedups.factor(evaluation, problem, devices);
          leader = leader == null || factor > leader.factor() ? new Best(problem, factor) : leader;
        }
      }
      best.add(leader);
    }
    best.sort(Comparator.comparingDouble(Best::factor).reversed());
    return best;
  }

  private static void add(Table table, String what, String whose, double least, double here) {
    table.add(List.of(what, whose, least, here, here >= least ? "yes" : "no"));
  }
}
