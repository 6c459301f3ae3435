package org.grcuda.runtime.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How many waits block after a core was lost. */
final class PreemptionsTest {

  private final Preemptions preemptions = new Preemptions();

  @Test
  void eachLossDoublesTheWaitsWithoutPollsUpToALimit() {
    assertTrue(preemptions.mayPoll());
    for (int expected : new int[] {1, 2, 4, 8, 16, 32, 32}) {
      preemptions.waited(Preemptions.GAP);
      assertEquals(expected, blocking());
    }
  }

  @Test
  void waitsThatGoThroughHalveThem() {
    for (int i = 0; i < 4; i++) {
      preemptions.waited(Preemptions.GAP);
      blocking();
    }
    preemptions.waited(Preemptions.GAP - 1);
    preemptions.waited(0);
    preemptions.waited(Preemptions.GAP);
    assertEquals(4, blocking());
  }

  private int blocking() {
    int blocking = 0;
    while (!preemptions.mayPoll()) {
      blocking++;
    }
    return blocking;
  }
}
