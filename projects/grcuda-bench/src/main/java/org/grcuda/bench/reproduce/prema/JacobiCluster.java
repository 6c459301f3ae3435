package org.grcuda.bench.reproduce.prema;

import java.util.function.DoubleSupplier;
import org.grcuda.sim.cluster.Cluster;
import org.grcuda.world.World;

/**
 * The programs of {@link Jacobi} on a simulated cluster.
 *
 * @param ranks each has a V100
 * @param gigabits Gb/s of the network
 * @param bus GB/s between a rank's host and device
 * @param domain what all ranks compute
 */
record JacobiCluster(int ranks, double gigabits, double bus, JacobiDomain domain) {

  /** Devices of a machine. */
  static final int RANKS_OF_NODE = 4;

  /** Rounds before the one that is timed: the durations of kernels are known then. */
  private static final int WARM_UP = 1;

  /**
   * What an iteration takes.
   *
   * @param seconds of simulated time
   * @param messages that all ranks send
   */
  record Iteration(double seconds, double messages) {}

  /** An iteration of the idiom of MPI. */
  Iteration idiom() {
    return cluster()
        .run(
            (cuda, cluster, rank) -> {
              LastingTransport transport = new LastingTransport(cluster.connection(rank));
              try (JacobiMpi idiom = new JacobiMpi(cuda, transport, domain)) {
                return last(cluster, idiom::round);
              }
            });
  }

  /** An iteration on distributed arrays with so many parts for each rank. */
  Iteration parts(int partsOfRank) {
    return cluster()
        .run(
            (cuda, cluster, rank) -> {
              try (World world = World.over(cuda, cluster.connection(rank), text -> {});
                  JacobiWorld program = new JacobiWorld(world, domain, partsOfRank, true)) {
                return last(cluster, program::round);
              }
            });
  }

  private RankCluster cluster() {
    return new RankCluster(ranks, RANKS_OF_NODE, gigabits, bus);
  }

  private Iteration last(Cluster cluster, DoubleSupplier round) {
    for (int i = 0; i < WARM_UP; i++) {
      round.getAsDouble();
    }
    long before = cluster.messages();
    double seconds = round.getAsDouble();
    double messages = cluster.messages() - before;
    return new Iteration(seconds / domain.iterations(), messages / domain.iterations());
  }
}
