package org.grcuda.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When arrays count as more than the devices have room for. */
final class OverflowTest {

  private final Overflow overflow = new Overflow(() -> 1000);

  @Test
  void mostOfTheMemoryIsTooMuchUntilClearlyLess() {
    assertFalse(overflow.isTooMuch(899, 0, 0));
    assertTrue(overflow.isTooMuch(900, 0, 0));
    assertTrue(overflow.isTooMuch(631, 0, 0));
    assertFalse(overflow.isTooMuch(629, 0, 0));
    assertFalse(overflow.isTooMuch(899, 0, 0));
  }

  /** One device may be full while others have room. */
  @Test
  void whatHadToBeLoadedAgainWasTooMuch() {
    assertFalse(overflow.isTooMuch(400, 100, 49));
    assertTrue(overflow.isTooMuch(400, 101, 50));
    assertTrue(overflow.isTooMuch(300, 101, 50));
    assertFalse(overflow.isTooMuch(200, 101, 50));
    assertFalse(overflow.isTooMuch(399, 101, 50));
    assertTrue(overflow.isTooMuch(400, 101, 50));
  }

  @Test
  void laterReloadsLowerTheLimitAgain() {
    assertTrue(overflow.isTooMuch(400, 100, 50));
    assertFalse(overflow.isTooMuch(200, 100, 50));
    assertTrue(overflow.isTooMuch(200, 200, 100));
    assertFalse(overflow.isTooMuch(139, 200, 100));
  }

  /** A program that runs for long loads something again now and then. */
  @Test
  void littleThatWasLoadedAgainIsForgotten() {
    for (int round = 1; round < 100; round++) {
      assertFalse(overflow.isTooMuch(400, 1000 * round, 49 * round), "round " + round);
    }
    assertFalse(overflow.isTooMuch(400, 99_500, 4851 + 49));
    assertTrue(overflow.isTooMuch(400, 99_501, 4851 + 50));
  }
}
