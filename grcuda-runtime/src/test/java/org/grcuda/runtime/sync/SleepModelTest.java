package org.grcuda.runtime.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SleepModelTest {

  private final SleepModel sleeps = new SleepModel();

  @Test
  void guessesBeforeTheFirstSleep() {
    assertEquals(60_000, sleeps.lateness(1_000_000));
    assertFalse(sleeps.isCalibrated(1));
  }

  @Test
  void learnsByLength() {
    sleeps.add(1_000, 15_000);
    sleeps.add(10_000_000, 80_000);
    assertTrue(sleeps.isCalibrated(2));
    assertEquals(15_000, sleeps.lateness(1_000));
    assertEquals(80_000, sleeps.lateness(9_000_000));
  }

  @Test
  void aLengthThatThereWasNoSleepOfIsLikeTheNearestThereWas() {
    sleeps.add(1_000, 15_000);
    assertEquals(15_000, sleeps.lateness(100_000_000));
    sleeps.add(10_000_000, 80_000);
    assertEquals(80_000, sleeps.lateness(100_000_000));
    assertEquals(15_000, sleeps.lateness(30_000));
  }
}
