package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.List;

/**
 * The figure of LU on cores that share a memory, with a disk for what the memory cannot hold
 * (figure 16 of the publication).
 */
final class OutOfCoreCores implements Figure {

  private static final List<Integer> COUNTS = List.of(12, 24, 36, 48);
  private static final List<String> STRATEGIES =
      List.of("by-hand", "darts", "dmdas", "ws", "eager", "single-gpu");

  @Override
  public String name() {
    return Group.OUT_OF_CORE + "-cores";
  }

  @Override
  public int steps(ReproductionSettings settings) {
    return settings.tiles(COUNTS).size() * settings.strategies(STRATEGIES).size();
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "LU on cores and a disk (figure 16)");
    OutOfCoreMachine xeon = OutOfCoreMachine.XEON;
    TiledResults results =
        new TiledResults(experiment, "LU, 12 cores of 15 GFlop/s, a disk of 94 MB/s", "devices");
    for (int count : experiment.settings().tiles(COUNTS)) {
      for (Strategy strategy : experiment.settings().strategies(STRATEGIES)) {
        results.add(xeon.label(), xeon.problem(1, TiledWorkload.LU, count), strategy);
      }
    }
    results.tell(report, name());
    report.note(
        "The memory with all cores is one device of 12 multiprocessors, each of which runs a kernel"
            + " of one block; the disk is its host. Reading and writing share the disk. Published:"
            + " beyond memory only DARTS is near the optimum, close to the disk's limit.");
    return report;
  }
}
