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
      "\"host\": {\"submission\": 0.75, \"launch\": 0.5, \"copy\": 0.75, \"event\": 0.1,"
          + " \"query\": 0.075, \"wake\": 1}";

  @Override
  public int steps(GrouteSettings settings) {
    return settings.graphs().size() * settings.programs().size();
  }

  /** The machines for a graph whose vertices stand for so many, by what is different. */
  private static Map<String, Machine> machines(int standsFor) {
    Map<String, Machine> machines = new LinkedHashMap<>();
    machines.put("as assumed", StandIn.machine(standsFor, ""));
    machines.put("edges half as costly", StandIn.machine(standsFor, 0.5, ""));
    machines.put("half as costly again", StandIn.machine(standsFor, 1.5, ""));
    machines.put("host costs / 4", StandIn.machine(standsFor, QUICK_HOST));
    return machines;
  }

  @Override
  public Report of(Evaluation evaluation) throws IOException {
    int devices = evaluation.settings().most();
    Report report = Evaluation.report("If the assumptions were otherwise");
    List<String> columns = new ArrayList<>(List.of("program", "graph"));
    columns.addAll(machines(1).keySet());
    Table table = Table.of("Speed-up of " + devices + " devices over one, asynchronous", columns);
    for (Problem problem : evaluation.problems()) {
      // A run of PageRank takes as long as all others together.
      if (problem.algorithm() != Problem.Algorithm.PAGERANK) {
        table.add(row(evaluation, problem, devices));
      }
      evaluation.step();
    }
    report.tables().add(table);
    return report;
  }

  private static List<Object> row(Evaluation evaluation, Problem problem, int devices)
      throws IOException {
    List<Object> row = new ArrayList<>(List.of(Evaluation.program(problem), problem.graphName()));
    int standsFor = evaluation.settings().standsFor(problem.graphName());
    for (Machine machine : machines(standsFor).values()) {
      Settings.Schedule schedule = Settings.Schedule.ASYNCHRONOUS;
      double one = evaluation.run(machine, problem, 1, schedule).seconds();
      row.add(one / evaluation.run(machine, problem, devices, schedule).seconds());
    }
    return row;
  }
}
