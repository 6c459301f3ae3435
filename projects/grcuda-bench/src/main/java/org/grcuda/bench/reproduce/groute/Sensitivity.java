package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.Machine;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;
import org.grcuda.worklist.Settings;

/** What the speed-ups become if assumptions were otherwise. */
final class Sensitivity implements Evaluation.Section {

  /** A quarter of the costs of m60-8. */
  private static final String QUICK_HOST =
      "\"submission\": 0.75, \"launch\": 0.5, \"copy\": 0.75, \"event\": 0.1, \"query\": 0.075,"
          + " \"wake\": 1";

  /** A host whose work takes no time; that of a query must be above 0. */
  private static final String NO_HOST =
      "\"submission\": 0, \"launch\": 0, \"copy\": 0, \"event\": 0, \"query\": 1e-6, \"wake\": 0";

  private static final String NO_LATENCY =
      "\"launchLatency\": 0, \"copyLatency\": 0, \"copyEngines\": 8";

  private static final double WIDE = 1000;

  @Override
  public int steps(GrouteSettings settings) {
    return settings.graphs().size() * settings.programs().size();
  }

  /** The machines for a graph, by what is different. */
  private static Map<String, StandIn> machines(StandIn standIn) {
    Map<String, StandIn> machines = new LinkedHashMap<>();
    machines.put("as assumed", standIn);
    machines.put("kernels take half the time", standIn.kernels(0.5));
    machines.put("half as long again", standIn.kernels(1.5));
    machines.put("host costs / 4", standIn.host(QUICK_HOST));
    machines.put("no host costs", standIn.host(NO_HOST));
    machines.put("kernels alone take time", standIn.host(NO_HOST).device(NO_LATENCY).links(WIDE));
    return machines;
  }

  @Override
  public Report of(Evaluation evaluation) throws IOException {
    int devices = evaluation.settings().most();
    Report report = Evaluation.report("If the assumptions were otherwise");
    List<String> columns = new ArrayList<>(List.of("program", "graph"));
    columns.addAll(machines(StandIn.of(1)).keySet());
    Table table = Table.of("Speed-up of " + devices + " devices over one, asynchronous", columns);
    for (Problem problem : evaluation.problems()) {
      // A run of PageRank takes as long as all others together.
      if (problem.algorithm() != Problem.Algorithm.PAGERANK) {
        table.add(row(evaluation, problem, devices));
      }
      evaluation.step();
    }
    report.tables().add(table);
    report.note(
        "Where the last column is far below the number of devices, what keeps them from it is in"
            + " the kernels: edges that are followed again, pairs that are packed and taken in,"
            + " parts of different size, and rounds in which only some have work.");
    return report;
  }

  private static List<Object> row(Evaluation evaluation, Problem problem, int devices)
      throws IOException {
    List<Object> row = new ArrayList<>(List.of(Evaluation.program(problem), problem.graphName()));
    StandIn standIn = evaluation.settings().standIn(problem.graphName());
    for (StandIn different : machines(standIn).values()) {
      Machine machine = different.machine();
      Settings.Schedule schedule = Settings.Schedule.AUTOMATIC;
      double one = evaluation.run(machine, problem, 1, schedule).seconds();
      row.add(one / evaluation.run(machine, problem, devices, schedule).seconds());
    }
    return row;
  }
}
