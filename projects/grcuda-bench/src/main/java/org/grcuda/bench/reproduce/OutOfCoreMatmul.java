package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The figure of products of matrices larger than memory, which are the independent tasks of earlier
 * publications.
 */
final class OutOfCoreMatmul implements Figure {

  private static final List<Integer> COUNTS_3D = List.of(15, 25, 35, 45);
  private static final List<Integer> COUNTS_2D = List.of(20, 40, 60, 80);

  private static final double GIGA = 1e9;
  private static final List<String> COMPARED = List.of(Strategy.BY_HAND, "darts");
  private static final List<String> DIVISIONS =
      List.of(
          "tiles",
          "each tile once",
          "formula",
          "best of the rectangles",
          "strips that share",
          "best / formula");

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

  /** What products in whole tiles load, beside the formula and what was loaded. */
  private static Table divisions(Experiment experiment, TiledResults results) throws IOException {
    List<String> columns = new ArrayList<>(DIVISIONS);
    List<Strategy> shown =
        experiment.settings().strategies(Factorization.STRATEGIES).stream()
            .filter(strategy -> COMPARED.contains(strategy.name()))
            .toList();
    shown.forEach(strategy -> columns.add(strategy.name() + " / best"));
    Table table = Table.of("matmul-3d in whole tiles, GB", columns);
    for (int count : counts(experiment.settings(), TiledWorkload.MATMUL_3D)) {
      TiledCase problem = OutOfCoreMachine.V100.problem(1, TiledWorkload.MATMUL_3D, count);
      double tile = (double) Float.BYTES * problem.tile() * problem.tile();
      int room = (int) (experiment.tiled().memory(problem) / tile);
      ProductLoads loads = new ProductLoads(count, room);
      TiledBounds bounds = experiment.tiled().bounds(problem);
      double best = Math.min(loads.byRectangles(), loads.byStrips());
      List<Object> row =
          new ArrayList<>(
              List.of(
                  count,
                  bounds.compulsory() / GIGA,
                  bounds.loads() / GIGA,
                  loads.byRectangles() * tile / GIGA,
                  loads.byStrips() * tile / GIGA,
                  best * tile / bounds.loads()));
      for (Strategy strategy : shown) {
        TiledOutcome outcome =
            results.outcome(OutOfCoreMachine.V100.label(), count, strategy.name());
        row.add(outcome == null ? null : outcome.loads() / (best * tile));
      }
      table.add(row);
    }
    return table;
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
      if (workload == TiledWorkload.MATMUL_3D) {
        report.tables().add(divisions(experiment, results));
      }
    }
    report.note(
        "matmul-3d: a task for each three tiles, C = C + A B. Least: 2 n^3 / sqrt(S) elements for a"
            + " memory of S, and C; only squares of sqrt(S) that divide the matrix without rest"
            + " come near it, and it is no bound: each tile once is. By hand: the rectangles that"
            + " fit beside two steps of rows and columns, with the shortest sides. Best of the"
            + " rectangles: one row or column beside each and a tile that passes; of all divisions"
            + " by cuts through whole rectangles. Strips that share: strips of rows, in each of"
            + " which the tiles of B are used in the reverse order of the one before, so that those"
            + " for which there is room stay. Best: the lesser of both; whether another order loads"
            + " less is not known. matmul-2d:"
            + " a task for each block of rows of A and block of columns of B; least: C, and what"
            + " the best known order loads, which keeps all blocks of rows but one that fit and"
            + " streams the columns.");
    return report;
  }
}
