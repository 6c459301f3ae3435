package org.grcuda.bench.reproduce.prema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** The same iterations on ever larger simulated clusters, with as many cells for each GPU. */
final class JacobiScaling implements Prema.Simulated {

  private static final int ITERATIONS = 10;
  private static final double MILLIS = 1e3;

  @Override
  public String name() {
    return "prema-scaling";
  }

  @Override
  public int steps(PremaSettings settings) {
    return settings.scaling().size();
  }

  @Override
  public Report of(Ranks ranks, Runnable step) {
    PremaSettings settings = ranks.settings();
    long[] share = JacobiSimulated.share(settings.clusterDomain(), settings.gpus().getLast(), 1);
    Map<Integer, JacobiCluster.Iteration> iterations = new LinkedHashMap<>();
    for (int gpus : settings.scaling()) {
      JacobiDomain domain = new JacobiDomain(grown(share, gpus), ITERATIONS);
      JacobiCluster cluster =
          new JacobiCluster(gpus, RankCluster.USUAL_NETWORK, JacobiSimulated.BUS, domain);
      iterations.put(gpus, cluster.parts(1));
      step.run();
    }
    Report report = Report.of(name(), "Jacobi iterations on ever larger clusters");
    report.tables().add(table(share, iterations));
    report.note(
        "A rank for each GPU, with one part of each distributed array; the cluster is that of"
            + " `prema-jacobi`. Efficiency is the time on the fewest GPUs over the time on these."
            + " A GPU at the edge of the domain has fewer neighbours than one inside, so few GPUs"
            + " exchange less for each. Messages are frames and payloads, barriers included.");
    report.note(
        "One round of %d iterations after one that warms up. The publication has no such figure."
            .formatted(ITERATIONS));
    return report;
  }

  /** The domain of which {@code gpus} have {@code share} each. */
  static long[] grown(long[] share, int gpus) {
    long[] domain = share.clone();
    int axis = 0;
    for (int times = 1; times < gpus; times *= 2) {
      domain[axis] *= 2;
      axis = (axis + 1) % domain.length;
    }
    return domain;
  }

  private static Table table(long[] share, Map<Integer, JacobiCluster.Iteration> iterations) {
    Table table =
        Table.of(
            "An iteration, %d x %d x %d cells for each GPU".formatted(share[0], share[1], share[2]),
            List.of("GPUs", "ms", "efficiency, %", "messages of a rank"));
    double least = iterations.values().iterator().next().seconds();
    iterations.forEach(
        (gpus, iteration) ->
            table.add(
                List.of(
                    gpus,
                    iteration.seconds() * MILLIS,
                    least / iteration.seconds() * 100,
                    iteration.messages() / gpus)));
    return table;
  }
}
