package org.grcuda.bench.reproduce.prema;

import java.util.function.DoubleSupplier;
import org.grcuda.GrCuda;
import org.grcuda.sim.cluster.Cluster;
import org.grcuda.sim.cluster.Interconnect;
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
    return simulate(
        (cuda, cluster, rank) -> {
          LastingTransport transport = new LastingTransport(cluster.connection(rank));
          try (JacobiMpi idiom = new JacobiMpi(cuda, transport, domain)) {
            return last(cluster, idiom::round);
          }
        });
  }

  /** An iteration on distributed arrays with so many parts for each rank. */
  Iteration parts(int partsOfRank) {
    return simulate(
        (cuda, cluster, rank) -> {
          try (World world = World.over(cuda, cluster.connection(rank), text -> {});
              JacobiWorld program = new JacobiWorld(world, domain, partsOfRank, true)) {
            return last(cluster, program::round);
          }
        });
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

  /** What a rank does. */
  @FunctionalInterface
  private interface Program {
    Iteration run(GrCuda cuda, Cluster cluster, int rank);
  }

  /** Copies of data, as in the publication: managed memory moves pages back and forth. */
  private static GrCuda open(Cluster cluster, int rank) {
    return GrCuda.builder()
        .option("MemoryManager", "replicated")
        .driver(cluster.driver(rank))
        .open();
  }

  private Iteration simulate(Program program) {
    // No more memory than a rank needs: all ranks together have to fit the address space.
    String topology =
        """
        {"like": "v100-8", "devices": 1, "limits": [], "host": {"memory": 8}, "device": {"memory": 8},
         "links": [{"between": ["host", "gpu0"], "bandwidth": %s}]}
        """
            .formatted(bus);
    Cluster cluster =
        Cluster.open(ranks, RANKS_OF_NODE, topology, false, Interconnect.of(gigabits));
    Iteration[] iterations = new Iteration[ranks];
    try {
      cluster.run(
          rank -> {
            try (GrCuda cuda = open(cluster, rank)) {
              iterations[rank] = program.run(cuda, cluster, rank);
            }
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return iterations[0];
  }
}
