package org.grcuda.runtime.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    "28, 0, 30, 0, 30, the longest that is polled for",
    "29, 0, 30, 5, 31, 'a little longer: sleep 29 - 2 (margin) - 2 (jitter) - 20 (lateness)'",
    "100, 0, 30, 76, 102, sleep to end 4 us before the predicted end",
    "100, 3, 30, 70, 108, less certain: earlier and longer",
    "100, 6, 30, 64, 114, the jitter 2 and twice the margin 14 are the threshold: the last",
    "100, 7, 30, 0, 0, less certain than that: block",
    "22, 0, 20, 0, 0, 'too long to poll for, too short to sleep: block'",
    "-1, 0, 30, 0, 1, should have ended just now: poll for the rest of the margin",
    "-5, 2, 30, 0, 1, the same with a deviation",
    "-2, 0, 30, 0, 30, the prediction has failed: as if nothing were known",
    "-900, 0, 30, 0, 30, long overdue",
    "1000000, 0, 30, 999976, 1000002, a second"
  })
  void plans(long remaining, long deviation, long threshold, long sleep, long poll, String why) {
    SleepModel sleeps = sleeps(20 * MICRO, MICRO);
    WaitPlan plan = WaitPlan.of(remaining * MICRO, deviation * MICRO, sleeps, threshold * MICRO);
    assertEquals(new WaitPlan(sleep * MICRO, poll * MICRO), plan);
    assertEquals(sleep == 0 && poll == 0, plan.isBlock());
  }

  @Test
  void whatIsNotKnownIsPolledForAsLongAsAWakeUpTakes() {
    assertEquals(new WaitPlan(0, 20_000), WaitPlan.unknown(20_000));
  }

  @ParameterizedTest
  @CsvSource({"10, 0, 70", "200, 120, 260", "80, 0, 140", "-500, 0, 60"})
  void aProbePollsTwoThresholdsAround(long remaining, long sleep, long poll) {
    SleepModel sleeps = sleeps(20 * MICRO, MICRO);
    assertEquals(
        new WaitPlan(sleep * MICRO, poll * MICRO),
        WaitPlan.probe(remaining * MICRO, sleeps, 30 * MICRO));
  }

  @Test
  void sleepsOfUncertainLatenessAreNotTaken() {
    assertTrue(WaitPlan.of(100_000, 0, sleeps(20_000, 15_000), 30_000).isBlock());
  }

  /** With the lateness and deviation given: a first observation, and enough that agree. */
  private static SleepModel sleeps(long lateness, long deviation) {
    SleepModel sleeps =
        new SleepModel() {
          @Override
          long lateness(long nanos) {
            return lateness;
          }

          @Override
          long deviation(long nanos) {
            return deviation;
          }
        };
    return sleeps;
  }
}
