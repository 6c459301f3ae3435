package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.Machine;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Simulator;
import org.grcuda.graph.Graph;
import org.grcuda.worklist.Settings;

/** What all sections share: graphs, programs and their runs. */
final class Evaluation {

  private final GrouteSettings settings;
  private final GraphRuns runs;
  private final Simulator simulator;
  private final Runnable step;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param step called for each step of each section
   */
  Evaluation(GrouteSettings settings, Simulator simulator, Runnable step) {
    this.settings = settings;
    this.simulator = simulator;
    this.step = step;
    runs = new GraphRuns(simulator);
    for (String name : settings.graphs()) {
      Graph graph = settings.graph(name);
      for (Problem.Algorithm algorithm : settings.programs()) {
        problems.add(Problem.of(algorithm, name, graph));
      }
    }
  }

  /** A section of the document. */
  interface Section {

    /** How many steps of progress it reports. */
    int steps(GrouteSettings settings);

    Report of(Evaluation evaluation) throws IOException;
  }

  GrouteSettings settings() {
    return settings;
  }

  Simulator simulator() {
    return simulator;
  }

  GraphRuns runs() {
    return runs;
  }

  /** Each program on each graph. */
  List<Problem> problems() {
    return problems;
  }

  void step() {
    step.run();
  }

  static Report report(String title) {
    return Report.of(Groute.NAME, title);
  }

  /** The settings of a program's run. */
  Settings settings(Problem problem, Settings.Schedule schedule) {
    return settings.standIn(problem.graphName()).settings(problem.settings(schedule));
  }

  Machine machine(Problem problem) {
    return settings.standIn(problem.graphName()).machine();
  }

  /** A run on the machine as it is. */
  Outcome run(Problem problem, int devices, Settings.Schedule schedule) throws IOException {
    return run(machine(problem), problem, devices, schedule);
  }

  Outcome run(Machine machine, Problem problem, int devices, Settings.Schedule schedule)
      throws IOException {
    return runs.run(machine, devices, problem, settings(problem, schedule));
  }

  /** A recorded run, asynchronous. */
  Profile profile(Problem problem, int devices) throws IOException {
    return runs.profile(
        machine(problem),
        devices,
        problem,
        settings(problem, Settings.Schedule.AUTOMATIC),
        settings.standsFor(problem.graphName()));
  }

  /** The name of a program, for tables. */
  static String program(Problem problem) {
    return problem.algorithm().name().toLowerCase(Locale.ROOT);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
