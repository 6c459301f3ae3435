package org.grcuda.runtime.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is booked when. */
class BookingsTest {

  private final Bookings timeline = new Bookings();

  private double book(double earliest, double length) {
    double begin = timeline.fit(earliest, length);
    timeline.book(begin, length);
    return begin;
  }

  @Test
  void bookingsFollowOneAnother() {
    assertEquals(0, book(0, 10));
    assertEquals(10, book(0, 5));
    assertEquals(20, book(20, 5));
    assertEquals(25, timeline.end());
  }

  @Test
  void aGapIsFilledIfItIsLongEnough() {
    book(100, 10);
    assertEquals(110, book(0, 101), "longer than the gap");
    assertEquals(30, book(30, 20));
    assertEquals(0, book(0, 30), "before it");
    assertEquals(50, book(0, 50), "after it");
    assertEquals(211, book(0, 1), "nothing is left");
  }

  @Test
  void whatIsPastIsNotFilled() {
    book(100, 10);
    timeline.forgetBefore(100);
    assertEquals(110, book(0, 10));
    timeline.clear(500);
    assertEquals(500, book(0, 10));
  }

  /** A device that waits for its transfers: what comes after the first fits between them. */
  @Test
  void asManyGapsOfOneLengthAreRememberedAsTransfers() {
    for (int i = 1; i <= 32; i++) {
      book(20 * i, 0.3);
    }
    for (int i = 2; i <= 30; i += 2) {
      assertEquals(20 * i + 0.3, book(20 * i + 0.3, 1), 1e-9);
    }
  }

  @Test
  void theLongestGapsAreRemembered() {
    double at = 0;
    for (int i = 0; i < 2 * Bookings.MAX_GAPS; i++) {
      at += i % 2 == 0 ? 10 : 20;
      book(at, 1);
      at++;
    }
    double end = timeline.end();
    for (int i = 0; i < Bookings.MAX_GAPS; i++) {
      assertEquals(32 * i + 11, book(0, 20), "gap " + i);
    }
    assertEquals(end, book(0, 1), "the short ones are forgotten");
  }

  @Test
  void whatIsCancelledLeavesTheGap() {
    book(100, 10);
    for (double begin : new double[] {0, 30, 90}) {
      timeline.book(begin, 10);
      timeline.cancel(begin, 10);
      assertEquals(0, book(0, 100));
      timeline.cancel(0, 100);
    }
    timeline.cancel(100, 10);
    assertEquals(0, timeline.end());
  }

  @Test
  void bookingsNeverOverlap() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      Bookings line = new Bookings();
      List<double[]> booked = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        double earliest = random.nextInt(1000);
        double length = 1 + random.nextInt(50);
        double begin = line.fit(earliest, length);
        assertTrue(begin >= earliest);
        for (double[] other : booked) {
          assertTrue(begin >= other[1] || begin + length <= other[0], "seed " + seed);
        }
        line.book(begin, length);
        booked.add(new double[] {begin, begin + length});
      }
    }
  }
}
