package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.List;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.DataWatcher;
import org.grcuda.runtime.computation.Places;
import org.junit.jupiter.api.Test;

/** Which blocks give way. */
final class EvictionTest {

  /** Of an allocation that so many planned computations need; -1 if nothing submitted does. */
  private static Block block(int uses) {
    Allocation allocation = new Allocation(1, "x", 0, 4, Places.HOST, false);
    if (uses >= 0) {
      allocation.watch(
          new DataWatcher() {
            @Override
            public void placesChanged(long from, long to) {}

            @Override
            public int plannedUses(long from, long to, int device) {
              return uses;
            }
          });
    }
    return new Block(allocation, 0, 0, 4, null);
  }

  private static void assertVictim(int expected, EvictionPolicy policy, int... uses) {
    List<Block> blocks = Arrays.stream(uses).mapToObj(EvictionTest::block).toList();
    assertSame(blocks.get(expected), policy.victim(blocks.iterator()));
  }

  @Test
  void lruTakesTheOldest() {
    assertVictim(0, Eviction.LRU.policy(true), 5, -1, 0);
  }

  @Test
  void lufTakesWhatTheFewestPlannedComputationsNeed() {
    EvictionPolicy luf = Eviction.LUF.policy(false);
    assertVictim(2, luf, 3, 2, 1, 1);
    assertVictim(1, luf, 0, -1, -1);
    assertVictim(0, luf, 0, 0);
  }

  @Test
  void autoGoesByPlansWhereThereAreSuch() {
    assertInstanceOf(LeastUsedInFuture.class, Eviction.AUTO.policy(true));
    assertVictim(0, Eviction.AUTO.policy(false), 5, -1);
  }
}
