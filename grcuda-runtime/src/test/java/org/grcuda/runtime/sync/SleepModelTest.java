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

  @Test
  void outliersDoNotCount() {
    for (int i = 0; i < 32; i++) {
      sleeps.add(1_000, i % 8 == 0 ? 4_000_000 : 20_000 + i);
    }
    assertEquals(20_020, sleeps.lateness(1_000), 10);
    assertEquals(20_020, sleeps.least(), 10);
  }

  @Test
  void nineOfTenAreNoLaterThanTheSpread() {
    for (int i = 0; i < 16; i++) {
      sleeps.add(1_000, 20_000 + 1_000 * i);
    }
    assertEquals(27_000, sleeps.lateness(1_000));
    assertEquals(7_000, sleeps.spread(1_000));
    assertEquals(34_000, sleeps.lead(1_000, 1_000_000));
    assertEquals(23_000, sleeps.least());
  }

  @Test
  void changesAreFollowed() {
    for (int i = 0; i < 16; i++) {
      sleeps.add(1_000, 90_000);
    }
    for (int i = 0; i < 16; i++) {
      sleeps.add(1_000, 20_000);
    }
    assertEquals(20_000, sleeps.lateness(1_000));
    assertEquals(0, sleeps.spread(1_000));
  }
}
