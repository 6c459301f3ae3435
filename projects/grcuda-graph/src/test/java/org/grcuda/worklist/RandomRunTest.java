package org.grcuda.worklist;

import org.grcuda.GrCuda;
import org.junit.jupiter.api.Test;

/**
 * Algorithms on random graphs, parts and settings end, with the results of the references. More
 * runs: {@code -Dtest=RandomRunTest -Dgrcuda.test.programs=100000 -Dgrcuda.test.seed=1}.
 */
final class RandomRunTest {

  private static final long FIRST_SEED = Long.getLong("grcuda.test.seed", 1);
  private static final int RUNS = Integer.getInteger("grcuda.test.programs", 400);

  /** Runs of one context. */
  private static final int CONTEXT = 200;

  @Test
  void resultsAreThoseOfTheReferences() {
    for (int done = 0; done < RUNS; done += CONTEXT) {
      String devices = Integer.toString(1 + done / CONTEXT % 3);
      try (GrCuda cuda = GrCuda.builder().option("CpuDevices", devices).open()) {
        for (int i = done; i < Math.min(RUNS, done + CONTEXT); i++) {
          long seed = FIRST_SEED + i;
          try {
            new RandomRun(seed).check(cuda);
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + new RandomRun(seed), e);
          }
        }
      }
    }
  }
}
