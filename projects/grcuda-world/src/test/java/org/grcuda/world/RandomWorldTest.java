package org.grcuda.world;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.transport.contract.ShufflingTransport;
import org.grcuda.world.WorldSettings.BalancerMaker;
import org.grcuda.world.balance.LoadBalancers;
import org.grcuda.world.progress.Credits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs of several ranks have the results of the ranks one after the other, in whatever
 * order the transport tells what has arrived. More of them: {@code -Dtest=RandomWorldTest
 * -Dgrcuda.test.programs=100000 -Dgrcuda.test.seed=1}.
 */
final class RandomWorldTest {

  private static final long FIRST_SEED = Long.getLong("grcuda.test.seed", 1);
  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 300);
  private static final List<GrCuda> CONTEXTS = new ArrayList<>();

  @AfterAll
  static void close() {
    CONTEXTS.forEach(GrCuda::close);
  }

  private static GrCuda context(int rank) {
    while (CONTEXTS.size() <= rank) {
      CONTEXTS.add(GrCuda.builder().option("Backend", "cpu").open());
    }
    return CONTEXTS.get(rank);
  }

  @Test
  @Timeout(7200)
  void resultsDoNotDependOnTheOrderOfArrivals() {
    for (int i = 0; i < PROGRAMS; i++) {
      RandomWorld program = new RandomWorld(FIRST_SEED + i);
      for (int rank = 0; rank < program.ranks(); rank++) {
        context(rank);
      }
      int frames = 1 + i % 8;
      // One for every other program, so that most records wait for it.
      Credits credits = i % 2 == 0 ? new Credits(1, 1) : Credits.USUAL;
      // Half of all programs with each.
      long seed = FIRST_SEED + i;
      BalancerMaker balancers =
          i / 2 % 2 == 0
              ? (rank, size) -> new GivesAnything(seed + rank, size)
              : (rank, size) -> LoadBalancers.none();
      try {
        Ranks.run(
            ShufflingTransport.connect(program.ranks(), FIRST_SEED + i, frames),
            RandomWorldTest::context,
            settings -> settings.with(credits).with(balancers),
            program::run);
      } catch (AssertionError e) {
        throw new AssertionError(program.toString(), e);
      }
    }
  }
}
