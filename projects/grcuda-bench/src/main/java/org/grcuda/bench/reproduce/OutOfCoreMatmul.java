package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.List;

/**
 * The figure of products of matrices larger than memory, which are the independent tasks of earlier
 * publications.
 */
final class OutOfCoreMatmul implements Figure {

  private static final List<Integer> COUNTS_3D = List.of(15, 25, 35, 45);
  private static final List<Integer> COUNTS_2D = List.of(20, 40, 60, 80);

  @Override
  public String name() {
    return Group.OUT_OF_CORE + "-matmul";
  }

  private static List<Integer> counts(ReproductionSettings settings, TiledWorkload workload) {
    return settings.tiles(workload == TiledWorkload.MATMUL_3D ? COUNTS_3D : COUNTS_2D);
  }

  @Override
  public int steps(ReproductionSettings settings) {
    int counts =
        counts(settings, TiledWorkload.MATMUL_3D).size()
            + counts(settings, TiledWorkload.MATMUL_2D).size();
    return counts * settings.strategies(Factorization.STRATEGIES).size();
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "Products of matrices");
    for (TiledWorkload workload : List.of(TiledWorkload.MATMUL_3D, TiledWorkload.MATMUL_2D)) {
      String label = OutOfCoreMachine.V100.label();
      TiledResults results =
          new TiledResults(experiment, workload.label() + ", " + label, "devices");
      for (int count : counts(experiment.settings(), workload)) {
        for (Strategy strategy : experiment.settings().strategies(Factorization.STRATEGIES)) {
          if (workload == TiledWorkload.MATMUL_3D || !strategy.name().equals(Strategy.BY_HAND)) {
            results.add(label, OutOfCoreMachine.V100.problem(1, workload, count), strategy);
          } else {
            experiment.step();
          }
        }
      }
      results.tell(report, Group.OUT_OF_CORE + "-" + workload.label());
    }
    report.note(
        "matmul-3d: a task for each three tiles, C = C + A B. Least: 2 n^3 / sqrt(S) elements for a"
            + " memory of S, and C; only squares of sqrt(S) that divide the matrix without rest"
            + " come near it. By hand: the rectangles that fit, with the shortest sides. matmul-2d:"
            + " a task for each block of rows of A and block of columns of B; least: C, and what"
            + " the best known order loads, which keeps all blocks of rows but one that fit and"
            + " streams the columns.");
    return report;
  }
}
