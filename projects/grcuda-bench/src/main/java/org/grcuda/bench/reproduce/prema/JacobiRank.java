package org.grcuda.bench.reproduce.prema;

import com.google.gson.Gson;
import java.util.function.DoubleSupplier;
import org.grcuda.GrCuda;
import org.grcuda.bench.messages.Mpi;
import org.grcuda.transport.Transport;
import org.grcuda.world.World;

/**
 * One of the ranks of {@link Jacobi}. Rank 0 prints {@link Times} in JSON. The idiom of MPI runs
 * before and after the distributed arrays, which take turns round by round.
 */
final class JacobiRank {

  /** Iterations before those that are timed: the compilers work then. */
  private static final int WARM_UP = 900;

  /**
   * What rank 0 has measured.
   *
   * @param library the MPI
   * @param grid boxes along each axis
   * @param idiom seconds of the rounds of the idiom of MPI
   * @param whole seconds of rounds with one part for each rank
   * @param halves seconds of rounds with two parts for each rank
   * @param checksums of the results of these three: text, as JSON's numbers are not exact
   */
  record Times(
      String library,
      int[] grid,
      double[] idiom,
      double[] whole,
      double[] halves,
      String[] checksums) {}

  private final JacobiDomain domain;
  private final int rounds;
  private final int warmUp;

  JacobiRank(PremaSettings settings) {
    domain = new JacobiDomain(settings.domain(), settings.iterations());
    rounds = settings.rounds();
    warmUp = Math.max(1, WARM_UP / settings.iterations());
  }

  void run() {
    try (Transport transport = Mpi.connect();
        GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      LastingTransport lasting = new LastingTransport(transport);
      try (JacobiMpi idiom = new JacobiMpi(cuda, lasting, domain)) {
        double[] seconds = new double[2 * rounds];
        time(idiom::round, seconds, 0);
        Times times = worlds(cuda, lasting, idiom, seconds);
        time(idiom::round, seconds, rounds);
        if (transport.rank() == 0) {
          System.out.println(new Gson().toJson(times));
        }
      }
    }
  }

  private void time(DoubleSupplier round, double[] seconds, int first) {
    for (int i = -warmUp; i < rounds; i++) {
      double time = round.getAsDouble();
      if (i >= 0) {
        seconds[first + i] = time;
      }
    }
  }

  private Times worlds(GrCuda cuda, LastingTransport transport, JacobiMpi idiom, double[] seconds) {
    try (World world = World.over(cuda, transport, System.err::println);
        JacobiWorld whole = new JacobiWorld(world, domain, 1, false);
        JacobiWorld halves = new JacobiWorld(world, domain, 2, false)) {
      double[][] times = new double[2][rounds];
      for (int i = -warmUp; i < rounds; i++) {
        double one = whole.round();
        double two = halves.round();
        if (i >= 0) {
          times[0][i] = one;
          times[1][i] = two;
        }
      }
      String[] checksums = {
        sum(world, idiom.checksum()), sum(world, whole.checksum()), sum(world, halves.checksum())
      };
      return new Times(
          transport.description(), idiom.grid(), seconds, times[0], times[1], checksums);
    }
  }

  private static String sum(World world, long mine) {
    long sum = world.gather(mine).stream().mapToLong(Long.class::cast).sum();
    return Long.toUnsignedString(sum);
  }
}
