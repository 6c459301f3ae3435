package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/** Random programs: order, failures and host accesses against a model. */
class RandomProgramTest {

  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 3000);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 1);

  @Test
  void everyConflictIsOrderedAndEveryFailureArrives() {
    for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      try {
        new RandomProgram(seed).run();
      } catch (RuntimeException | AssertionError e) {
        fail("program " + seed + ": " + e, e);
      }
    }
  }
}
