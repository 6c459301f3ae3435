package org.grcuda.runtime.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans worked out by hand. Sleeps are 20 us late, give or take 1. Times in microseconds. */
class WaitPlanTest {

  private static final long MICRO = 1_000;

  @ParameterizedTest(name = "{5}")
  @CsvSource({
    // remaining, deviation, threshold, sleep, poll until, why
    "10, 0, 30, 0, 12, ends within the threshold: poll to the end and 2 us more",
    "58, 0, 30, 0, 60, the longest that is polled for",
    "59, 0, 30, 35, 61, 'a little longer: sleep 59 - 2 (margin) - 22 (as late as nine of ten)'",
    "100, 0, 30, 76, 102, sleep to end 4 us before the predicted end",
    "100, 3, 30, 70, 108, less certain: earlier and longer",
    "100, 6, 30, 64, 114, the last that is worth its while: twice the margin of 14 us is 28",
    "100, 7, 30, 0, 0, less certain than that: block",
    "22, 0, 10, 1, 24, too long to poll for: the shortest sleep",
    "-1, 0, 30, 0, 1, should have ended just now: poll for the rest of the margin",
    "-5, 2, 30, 0, 1, the same with a deviation",
    "-2, 0, 30, 0, 30, the prediction has failed: as if nothing were known",
    "-900, 0, 30, 0, 30, long overdue",
    "1000000, 0, 30, 999976, 1000002, a second"
  })
  void plans(long remaining, long deviation, long threshold, long sleep, long poll, String why) {
    WaitPlan plan =
        WaitPlan.of(
            remaining * MICRO,
            deviation * MICRO,
            sleeps(),
            threshold * MICRO,
            2 * threshold * MICRO);
    assertEquals(new WaitPlan(sleep * MICRO, poll * MICRO), plan);
    assertEquals(sleep == 0 && poll == 0, plan.isBlock());
  }

  @Test
  void whatIsNotKnownIsPolledForAsLongAsAWakeUpTakes() {
    assertEquals(new WaitPlan(0, 20_000), WaitPlan.unknown(20_000));
  }

  @ParameterizedTest
  @CsvSource({"10, 0, 70", "200, 118, 260", "80, 0, 140", "-500, 0, 60"})
  void aProbePollsTwoThresholdsAround(long remaining, long sleep, long poll) {
    SleepModel sleeps = sleeps();
    assertEquals(
        new WaitPlan(sleep * MICRO, poll * MICRO),
        WaitPlan.probe(remaining * MICRO, sleeps, 30 * MICRO));
  }

  @Test
  void pollingTakesTheThresholdOnAverageWhereSleepsVary() {
    SleepModel sleeps = new SleepModel();
    for (int i = 0; i < 8; i++) {
      sleeps.add(100 * MICRO, 20 * MICRO);
      sleeps.add(100 * MICRO, 500 * MICRO);
    }
    // Half of the sleeps end 40 us before the margin, the others too late: 20 us on average.
    assertEquals(
        new WaitPlan((1000 - 2 - 60) * MICRO, 1002 * MICRO),
        WaitPlan.of(1000 * MICRO, 0, sleeps, 22 * MICRO, 44 * MICRO));
  }

  /** Two of ten sleeps are 22 us late, the others 20. */
  private static SleepModel sleeps() {
    SleepModel sleeps = new SleepModel();
    for (int i = 0; i < 16; i++) {
      sleeps.add(MICRO, (i % 5 == 0 ? 22 : 20) * MICRO);
    }
    return sleeps;
  }
}
