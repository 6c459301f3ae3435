package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When arrays count as more than the devices have room for. */
final class OverflowTest {

  private final Overflow overflow = new Overflow(() -> 1000);

  @Test
  void mostOfTheMemoryIsTooMuchUntilClearlyLess() {
    assertFalse(overflow.isOver(899, 0));
    assertTrue(overflow.isOver(900, 0));
    assertTrue(overflow.isOver(631, 0));
    assertFalse(overflow.isOver(629, 0));
    assertFalse(overflow.isOver(899, 0));
  }

  /** One device may be full while others have room. */
  @Test
  void whatHadToBeLoadedAgainWasTooMuch() {
    assertFalse(overflow.isOver(400, 0));
    assertTrue(overflow.isOver(400, 1));
    assertTrue(overflow.isOver(300, 1));
    assertFalse(overflow.isOver(200, 1));
    assertFalse(overflow.isOver(399, 1));
    assertTrue(overflow.isOver(400, 1));
  }

  @Test
  void laterReloadsLowerTheLimitAgain() {
    assertTrue(overflow.isOver(400, 1));
    assertFalse(overflow.isOver(200, 1));
    assertTrue(overflow.isOver(200, 2));
    assertFalse(overflow.isOver(139, 2));
  }
}
