package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.List;

/** The figure of what each part of the scheduler contributes. */
final class OutOfCoreAblation implements Figure {

  private static final List<String> STRATEGIES =
      List.of(
          "darts",
          "darts+lru",
          "darts+2",
          "darts+4",
          "darts+16",
          "darts+30",
          "darts+no-one-more",
          "darts+no-stealing",
          "darts+no-sweeps",
          "darts+no-ahead",
          "darts+no-priorities",
          "darts+in-turn",
          "darts+first-hit",
          "darts+scan-200",
          "dmdas",
          "dmdas+luf",
          "dmda",
          "dmda+luf");

  private static final int LU = 72;
  private static final int CHOLESKY = 75;

  @Override
  public String name() {
    return Group.OUT_OF_CORE + "-ablation";
  }

  @Override
  public int steps(ReproductionSettings settings) {
    return (settings.tiles(List.of(LU)).size() + settings.tiles(List.of(CHOLESKY)).size())
        * settings.strategies(STRATEGIES).size();
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Parts of the scheduler");
    kind(experiment, report, TiledWorkload.LU, 4, LU);
    kind(experiment, report, TiledWorkload.CHOLESKY, 1, CHOLESKY);
    report.note(
        "Behind a plus: another `EvictionPolicy`, or another `TaskBufferDepth` than the default. Or"
            + " what differs in DARTS: without the step that loads a datum which sets a task free"
            + " with one more; without taking planned tasks of others; without preferring tasks for"
            + " what it has where it is full of data that further tasks change; without loading"
            + " ahead; in the order of submission instead of priority; tasks all of whose data"
            + " several devices have go to these in turn, not to the shortest plan; the first datum"
            + " that sets a task free is taken; at most 200 data are compared.");
    return report;
  }

  private void kind(
      Experiment experiment, Report report, TiledWorkload workload, int devices, int most)
      throws IOException {
    String label = OutOfCoreMachine.V100.label(devices);
    TiledResults results =
        new TiledResults(experiment, "%s, %s".formatted(workload.label(), label), "devices");
    for (int count : experiment.settings().tiles(List.of(most))) {
      for (Strategy strategy : experiment.settings().strategies(STRATEGIES)) {
        results.add(label, OutOfCoreMachine.V100.problem(devices, workload, count), strategy);
      }
    }
    results.tell(report, name() + "-" + workload.benchmark());
  }
}
