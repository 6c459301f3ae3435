package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.function.UnaryOperator;
import org.grcuda.core.dag.EveryOrder.Extent;
import org.junit.jupiter.api.Test;

/**
 * Every order in which devices may complete small programs: dependencies are kept, no stream waits
 * without need, and nothing is left.
 */
class EveryOrderTest {

  /** Random programs of each kind; more of them for long runs by hand. */
  private static final int PROGRAMS = Integer.getInteger("grcuda.test.orders", 40);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  @Test
  void independentComputationsCompleteInAnyOrder() {
    assertEquals(
        1 * 2 * 3 * 4 * 5 * 6,
        EveryOrder.check(SmallProgram.independent(6), Extent.COMPLETIONS).orders());
    assertEquals(
        1 * 3 * 5 * 7, EveryOrder.check(SmallProgram.independent(4), Extent.INTERLEAVED).orders());
  }

  @Test
  void aForkAndItsJoin() {
    assertEquals(
        1 * 2 * 3 * 4, EveryOrder.check(SmallProgram.forkJoin(6), Extent.COMPLETIONS).orders());
    assertTrue(EveryOrder.check(SmallProgram.forkJoin(5), Extent.INTERLEAVED).orders() > 5);
  }

  @Test
  void sevenComputations() {
    check(7, Extent.COMPLETIONS, PROGRAMS);
  }

  @Test
  void fiveComputationsThatCompleteWhileOthersAreSubmitted() {
    check(5, Extent.INTERLEAVED, PROGRAMS);
  }

  @Test
  void fourComputationsThatMayFail() {
    check(4, Extent.FAILURES, PROGRAMS);
  }

  /** Transfers complete in every order, too: so programs are shorter. */
  @Test
  void fourComputationsOverReplicatedMemory() {
    check(4, Extent.COMPLETIONS, PROGRAMS / 2, SmallProgram::replicated);
  }

  @Test
  void threeComputationsOverReplicatedMemoryThatCompleteWhileOthersAreSubmitted() {
    check(3, Extent.INTERLEAVED, PROGRAMS / 4, SmallProgram::replicated);
  }

  private static void check(int computations, Extent extent, int programs) {
    check(computations, extent, programs, UnaryOperator.identity());
  }

  private static void check(
      int computations, Extent extent, int programs, UnaryOperator<SmallProgram> variant) {
    long waits = 0;
    long implied = 0;
    for (long seed = FIRST; seed < FIRST + programs; seed++) {
      try {
        EveryOrder.Seen seen =
            EveryOrder.check(variant.apply(SmallProgram.random(seed, computations)), extent);
        waits += seen.waits();
        implied += seen.impliedWaits();
      } catch (AssertionError e) {
        fail("program " + seed + " of " + computations + ": " + e.getMessage(), e);
      }
    }
    // What several edges away implies is dropped only where that is cheap to see.
    assertTrue(implied <= waits / 100, implied + " of " + waits + " waits are implied by others");
  }
}
