package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/** Random programs: order, failures and host accesses against a model. */
class RandomProgramTest {

  private static final int PROGRAMS = 500;

  @Test
  void everyConflictIsOrderedAndEveryFailureArrives() {
    for (long seed = 1; seed <= PROGRAMS; seed++) {
      try {
        new RandomProgram(seed).run();
      } catch (RuntimeException | AssertionError e) {
        fail("program " + seed + ": " + e, e);
      }
    }
  }
}
