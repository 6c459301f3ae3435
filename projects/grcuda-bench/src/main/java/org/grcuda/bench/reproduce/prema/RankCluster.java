package org.grcuda.bench.reproduce.prema;

import java.util.concurrent.atomic.AtomicReference;
import org.grcuda.GrCuda;
import org.grcuda.sim.cluster.Cluster;
import org.grcuda.sim.cluster.Interconnect;

/**
 * A simulated cluster on which a program runs.
 *
 * @param ranks each has a V100
 * @param ranksOfNode those that share a machine
 * @param gigabits Gb/s of the network
 * @param bus GB/s between a rank's host and device
 */
record RankCluster(int ranks, int ranksOfNode, double gigabits, double bus) {

  /** Gb/s of a network where nothing else is assumed; the publication does not tell. */
  static final double USUAL_NETWORK = 100;

  /** What a rank does. */
  @FunctionalInterface
  interface Program<T> {
    T run(GrCuda cuda, Cluster cluster, int rank);
  }

  /** Runs a program on all ranks; returns what rank 0 has. */
  <T> T run(Program<T> program) {
    // No more memory than a rank needs: all ranks together have to fit the address space.
    String topology =
        """
        {"like": "v100-8", "devices": 1, "limits": [], "host": {"memory": 8}, "device": {"memory": 8},
         "links": [{"between": ["host", "gpu0"], "bandwidth": %s}]}
        """
            .formatted(bus);
    Cluster cluster = Cluster.open(ranks, ranksOfNode, topology, false, Interconnect.of(gigabits));
    AtomicReference<T> first = new AtomicReference<>();
    try {
      cluster.run(
          rank -> {
            try (GrCuda cuda = open(cluster, rank)) {
              T result = program.run(cuda, cluster, rank);
              if (rank == 0) {
                first.set(result);
              }
            }
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return first.get();
  }

  /** Copies of data, as in the publication: managed memory moves pages back and forth. */
  private static GrCuda open(Cluster cluster, int rank) {
    return GrCuda.builder()
        .option("MemoryManager", "replicated")
        .driver(cluster.driver(rank))
        .open();
  }
}
