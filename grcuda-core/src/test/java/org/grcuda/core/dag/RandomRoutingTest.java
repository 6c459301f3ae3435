package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/**
 * Random programs over routers. {@code -Dgrcuda.test.programs=1000000} runs so many, {@code
 * -Dgrcuda.test.seed=7} begins with that of seed 7.
 */
class RandomRoutingTest {

  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 2000);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 1);

  @Test
  void eachRowArrivesOnceAndInOrder() {
    for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      try {
        new RandomRouting(seed).run();
      } catch (RuntimeException | AssertionError e) {
        fail("program " + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
