package org.grcuda.runtime.scheduling;

import static org.grcuda.runtime.scheduling.PullProgram.read;
import static org.grcuda.runtime.scheduling.PullProgram.write;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Random;
import java.util.stream.Stream;
import org.grcuda.runtime.memory.Eviction;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.scheduling.EveryPullOrder.End;
import org.grcuda.runtime.scheduling.EveryPullOrder.Extent;
import org.grcuda.runtime.scheduling.EveryPullOrder.Setting;
import org.grcuda.runtime.scheduling.PullProgram.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order in which devices may complete what they take, with memory for little more than one
 * computation: each finds what it would find if all ran one after the other, none is lost or taken
 * twice, and nothing is left.
 */
@Timeout(120)
class EveryPullOrderTest {

  /** Random programs of each kind; more of them for long runs by hand. */
  private static final int PROGRAMS = Integer.getInteger("grcuda.test.orders", 12);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  private static final int MANY = 1000;

  /** Those under which devices take computations. */
  static Stream<DeviceSelection> policies() {
    return Stream.of(DeviceSelection.values()).filter(policy -> policy.get().alwaysPulls());
  }

  private static Setting any(long seed) {
    return setting(null, seed);
  }

  /** Of a policy; the rest is chosen by the seed. */
  private static Setting setting(DeviceSelection policy, long seed) {
    Random random = new Random(seed);
    return new Setting(
        policy == null ? null : policy.get().pulls(),
        random.nextBoolean() ? Eviction.LRU : Eviction.LUF,
        1 + random.nextInt(3),
        random.nextBoolean() ? 1 : MANY,
        End.values()[random.nextInt(End.values().length)]);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void fiveSteps(DeviceSelection policy) {
    check(policy, 5, Extent.COMPLETIONS, PROGRAMS);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void fourStepsThatCompleteWhileOthersAreSubmitted(DeviceSelection policy) {
    check(policy, 4, Extent.INTERLEAVED, PROGRAMS);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void fourStepsThatMayFail(DeviceSelection policy) {
    check(policy, 4, Extent.FAILURES, PROGRAMS);
  }

  /** So no way to break a tie does harm. */
  @Test
  void whateverTheSchedulerChooses() {
    check(null, 3, Extent.COMPLETIONS, PROGRAMS);
    check(null, 2, Extent.INTERLEAVED, PROGRAMS);
    check(null, 2, Extent.FAILURES, PROGRAMS);
  }

  /** Three readers of two arrays each, where two arrays have room: each order of evictions. */
  @ParameterizedTest
  @EnumSource(names = {"LRU", "LUF"})
  void whateverTheSchedulerChoosesWhereEachTaskEvictsAnother(Eviction eviction) {
    PullProgram program =
        PullProgram.of(
            1,
            2,
            Step.kernel(read(0), write(1)),
            Step.kernel(read(1), write(2)),
            Step.kernel(read(2), write(0)));
    EveryPullOrder.Seen seen =
        EveryPullOrder.check(
            program, new Setting(null, eviction, 2, MANY, End.SYNCHRONIZE), Extent.COMPLETIONS);
    assertTrue(seen.evictions() > seen.orders(), seen::toString);
  }

  private static void check(DeviceSelection policy, int steps, Extent extent, int programs) {
    long evictions = 0;
    long orders = 0;
    for (long seed = FIRST; seed < FIRST + programs; seed++) {
      PullProgram program = PullProgram.random(seed, steps);
      try {
        EveryPullOrder.Seen seen =
            EveryPullOrder.check(
                program, policy == null ? any(seed) : setting(policy, seed), extent);
        orders += seen.orders();
        evictions += seen.evictions();
      } catch (AssertionError e) {
        fail("program " + seed + " of " + steps + ": " + e.getMessage(), e);
      }
    }
    assertTrue(evictions > 0, "memory was never short");
    assertTrue(orders > 3 * programs, "only " + orders + " orders");
  }
}
