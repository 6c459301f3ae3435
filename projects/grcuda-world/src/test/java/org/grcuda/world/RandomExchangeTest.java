package org.grcuda.world;

import java.util.List;
import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.transport.contract.ShufflingTransport;
import org.grcuda.world.progress.Credits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs on distributed arrays do what they should, in whatever order the transport tells
 * what has arrived. More of them: {@code -Dtest=RandomExchangeTest -Dgrcuda.test.programs=10000
 * -Dgrcuda.test.seed=1}.
 */
final class RandomExchangeTest {

  private static final long FIRST_SEED = Long.getLong("grcuda.test.seed", 1);
  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 60);
  private static final List<GrCuda> CONTEXTS =
      Stream.of("2", "1", "3")
          .map(n -> GrCuda.builder().option("Backend", "cpu").option("CpuDevices", n).open())
          .toList();

  @AfterAll
  static void close() {
    CONTEXTS.forEach(GrCuda::close);
  }

  @Test
  @Timeout(7200)
  void cellsHoldWhatTheyShould() {
    for (int i = 0; i < PROGRAMS; i++) {
      RandomExchange program = new RandomExchange(FIRST_SEED + i);
      // One for every other program, so that most records wait for it.
      Credits credits = i % 2 == 0 ? new Credits(1, 1) : Credits.USUAL;
      try {
        Ranks.run(
            ShufflingTransport.connect(program.ranks(), FIRST_SEED + i, 1 + i % 8),
            CONTEXTS::get,
            settings -> settings.with(credits),
            program::run);
      } catch (AssertionError e) {
        throw new AssertionError(program.toString(), e);
      }
    }
  }
}
