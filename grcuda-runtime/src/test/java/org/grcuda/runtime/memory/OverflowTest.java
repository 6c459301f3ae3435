package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When arrays count as more than the devices have room for. */
final class OverflowTest {

  private final Overflow overflow = new Overflow(() -> 1000);

  @Test
  void mostOfTheMemoryIsTooMuchUntilClearlyLess() {
    assertFalse(overflow.isTooMuch(899, 0));
    assertTrue(overflow.isTooMuch(900, 0));
    assertTrue(overflow.isTooMuch(631, 0));
    assertFalse(overflow.isTooMuch(629, 0));
    assertFalse(overflow.isTooMuch(899, 0));
  }

  /** One device may be full while others have room. */
  @Test
  void whatHadToBeLoadedAgainWasTooMuch() {
    assertFalse(overflow.isTooMuch(400, 0));
    assertTrue(overflow.isTooMuch(400, 1));
    assertTrue(overflow.isTooMuch(300, 1));
    assertFalse(overflow.isTooMuch(200, 1));
    assertFalse(overflow.isTooMuch(399, 1));
    assertTrue(overflow.isTooMuch(400, 1));
  }

  @Test
  void laterReloadsLowerTheLimitAgain() {
    assertTrue(overflow.isTooMuch(400, 1));
    assertFalse(overflow.isTooMuch(200, 1));
    assertTrue(overflow.isTooMuch(200, 2));
    assertFalse(overflow.isTooMuch(139, 2));
  }
}
