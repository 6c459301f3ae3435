package org.grcuda.world.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.object.MobilePointer;
import org.junit.jupiter.api.Test;

/** Whom a rank asks, and what it gives. */
final class RandomStealingTest {

  private static WaitingCalls calls(int serial, double nanos, double transferNanos) {
    return new WaitingCalls(new MobilePointer(0, serial), 1, nanos, transferNanos);
  }

  private static MobilePointer given(WaitingCalls... waiting) {
    return new RandomStealing(0, 2).give(1, List.of(waiting));
  }

  @Test
  void asksEveryOtherRankAndNeverItself() {
    Set<Integer> victims = new HashSet<>();
    RandomStealing stealing = new RandomStealing(2, 5);
    for (int i = 0; i < 200; i++) {
      victims.add(stealing.victim());
    }
    assertEquals(Set.of(0, 1, 3, 4), victims);
    assertEquals(-1, new RandomStealing(0, 1).victim());
  }

  @Test
  void givesAboutHalfOfTheWork() {
    assertEquals(
        new MobilePointer(0, 2), given(calls(1, 100, 10), calls(2, 210, 10), calls(3, 90, 10)));
    assertEquals(new MobilePointer(0, 2), given(calls(1, 900, 10), calls(2, 100, 10)));
  }

  @Test
  void givesNothingWhoseMoveTakesLongerThanItsCalls() {
    assertNull(given(calls(1, 100, 100), calls(2, 100, 200)));
    assertEquals(new MobilePointer(0, 2), given(calls(1, 100, 101), calls(2, 100, 99)));
  }

  @Test
  void givesNothingThatLeavesNoWork() {
    assertNull(given(calls(1, 100, 10)));
    assertNull(given(calls(1, 100, 10), calls(2, 0, 10)));
  }

  @Test
  void anUnknownNameIsRefused() {
    assertEquals(
        "option grcuda.LoadBalancer: unknown value 'stela'; did you mean 'steal'? Legal values:"
            + " none, steal",
        assertThrows(GrCudaException.class, () -> LoadBalancers.named("stela", 0, 1)).getMessage());
  }
}
