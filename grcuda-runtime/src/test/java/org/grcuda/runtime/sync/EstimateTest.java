package org.grcuda.runtime.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EstimateTest {

  @Test
  void theFirstObservationIsTaken() {
    Estimate estimate = new Estimate();
    estimate.add(800, 1000);
    assertEquals(900, estimate.mean());
    assertEquals(25, estimate.deviation());
  }

  @Test
  void laterOnesCountHalfThenAQuarter() {
    Estimate estimate = of(1000, 1000);
    for (int i = 2; i <= 4; i++) {
      double before = estimate.mean();
      estimate.add(before + 100);
      assertEquals(before + 50, estimate.mean(), 1e-9, "observation " + i);
    }
    double before = estimate.mean();
    estimate.add(before - 100);
    assertEquals(before - 25, estimate.mean(), 1e-9);
  }

  @Test
  void theDeviationFollowsTheDistances() {
    Estimate estimate = of(1000, 1000);
    for (int i = 0; i < 40; i++) {
      estimate.add(estimate.mean() + (i % 2 == 0 ? 100 : -100));
    }
    assertEquals(100, estimate.deviation(), 1);
  }

  @Test
  void anIntervalTeachesTheDistanceToItsEdge() {
    Estimate estimate = of(1000, 1000);
    estimate.add(1200, 1500);
    assertEquals(1100, estimate.mean());
    estimate.add(500, 900);
    assertEquals(1000, estimate.mean());
  }

  @Test
  void anIntervalThatHoldsTheAverageDoesNotMoveIt() {
    Estimate estimate = known(100_000);
    estimate.add(70_000, 120_000);
    assertEquals(100_000, estimate.mean());
  }

  @Test
  void intervalsDrawAnAverageThatWasNeverSeenExactly() {
    Estimate estimate = of(80_000, 120_000);
    for (int i = 0; i < 100; i++) {
      estimate.add(70_000, 110_000);
    }
    assertEquals(90_000, estimate.mean(), 1);
    estimate.add(105_000, 106_000);
    assertEquals(105_000, estimate.mean(), 1);
  }

  @Test
  void oneOutlierChangesLittle() {
    Estimate estimate = known(100_000);
    estimate.add(5_000_000);
    assertTrue(estimate.mean() < 102_000, "mean " + estimate.mean());
    assertTrue(estimate.deviation() < 2_000, "deviation " + estimate.deviation());
  }

  @Test
  void aChangeThatStaysIsFollowed() {
    Estimate estimate = known(100_000);
    for (int i = 0; i < 30; i++) {
      estimate.add(5_000_000);
    }
    assertEquals(5_000_000, estimate.mean(), 50_000);
  }

  @Test
  void countsHowLongTheTruthWasNotSeen() {
    Estimate estimate = known(100_000);
    assertEquals(0, estimate.inexact());
    estimate.add(90_000, 110_000);
    estimate.add(90_000, 110_000);
    assertEquals(2, estimate.inexact());
    estimate.add(100_000, 101_000);
    assertEquals(0, estimate.inexact());
  }

  private static Estimate of(double lower, double upper) {
    Estimate estimate = new Estimate();
    estimate.add(lower, upper);
    return estimate;
  }

  private static Estimate known(double nanos) {
    Estimate estimate = new Estimate();
    for (int i = 0; i < 20; i++) {
      estimate.add(nanos);
    }
    return estimate;
  }
}
