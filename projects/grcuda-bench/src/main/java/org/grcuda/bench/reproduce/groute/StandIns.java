package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.List;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.Machine;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;
import org.grcuda.worklist.Settings;

/** How well small graphs stand for large ones. */
final class StandIns implements Evaluation.Section {

  /** Scales differ by 2: graphs by 4. */
  private static final int STEP = 2;

  private static final int SIZES = 3;

  @Override
  public int steps(GrouteSettings settings) {
    return SIZES;
  }

  @Override
  public Report of(Evaluation evaluation) throws IOException {
    GrouteSettings settings = evaluation.settings();
    Report report = Evaluation.report("Small graphs that stand for large ones");
    Table table =
        Table.of(
            "BFS on RMAT graphs, each of which stands for the same",
            List.of(
                "vertices",
                "each stands for",
                "1, ms",
                "speed-up of " + settings.most(),
                "steps",
                "packets"));
    for (int size = 0; size < SIZES; size++) {
      int standsFor = settings.standsFor("rmat") >> STEP * size;
      if (standsFor > 0) {
        table.add(row(evaluation, settings.scale() + STEP * size, standsFor));
      }
      evaluation.step();
    }
    report.tables().add(table);
    report.note(
        "Devices and links are so many times slower as a vertex stands for others; packets are so"
            + " many times smaller, so that there are as many. The host and all latencies stay."
            + " Road graphs stand for themselves, as more vertices make their paths longer.");
    report.note(
        "Smaller RMAT graphs have more duplicate edges, of which one stays, and a shorter tail of"
            + " rounds with few vertices: they flatter a little.");
    return report;
  }

  private static List<Object> row(Evaluation evaluation, int scale, int standsFor)
      throws IOException {
    GrouteSettings settings = evaluation.settings();
    Problem problem =
        Problem.of(Problem.Algorithm.BFS, "rmat " + scale, GrouteSettings.rmat(scale));
    StandIn standIn = StandIn.of(standsFor);
    Machine machine = standIn.machine();
    Settings asynchronous = standIn.settings(problem.settings(Settings.Schedule.AUTOMATIC));
    Outcome one = evaluation.runs().run(machine, 1, problem, asynchronous);
    Outcome most = evaluation.runs().run(machine, settings.most(), problem, asynchronous);
    return List.of(
        problem.graph().vertices(),
        standsFor,
        one.seconds() * 1e3,
        one.seconds() / most.seconds(),
        most.statistics().steps(),
        most.statistics().packets());
  }
}
