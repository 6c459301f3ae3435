package org.grcuda.sim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Processors and links against closed forms. */
class EngineTest {

  private static final double EXACT = 1e-9;

  private final Engine engine = new Engine();
  private final List<String> order = new ArrayList<>();

  /** Ends everything; returns when the last ended. */
  private double end() {
    while (engine.next() < Double.POSITIVE_INFINITY) {
      assertNull(engine.advance(engine.next()));
    }
    return engine.now();
  }

  private static void assertTime(double expected, double actual) {
    assertEquals(expected, actual, EXACT * Math.max(1, expected));
  }

  private Completion at(double expected, String name) {
    return () -> {
      order.add(name);
      assertTime(expected, engine.now());
    };
  }

  @Test
  void oneTransferTakesItsBytesOverTheNarrowestLink() {
    Network network = engine.network(new double[] {12, 22});
    network.start(1e9, new int[] {0, 1}, Double.POSITIVE_INFINITY, at(1e9 / 12, "a"));
    assertTime(1e9 / 12, end());
  }

  @Test
  void twoShareALinkAndTheSecondSpeedsUpWhenTheFirstHasEnded() {
    Network network = engine.network(new double[] {10});
    int[] link = {0};
    network.start(100, link, Double.POSITIVE_INFINITY, at(20, "short"));
    network.start(300, link, Double.POSITIVE_INFINITY, at(40, "long"));
    assertTime(40, end());
    assertEquals(List.of("short", "long"), order);
  }

  @Test
  void oppositeDirectionsDoNotShare() {
    Network network = engine.network(new double[] {10, 10});
    network.start(1000, new int[] {0}, Double.POSITIVE_INFINITY, at(100, "there"));
    network.start(1000, new int[] {1}, Double.POSITIVE_INFINITY, at(100, "back"));
    assertTime(100, end());
  }

  @Test
  void sharesAreMaxMinFair() {
    // Three over link 0 (9): one of them is limited by link 1 (1), so the others get 4 each.
    Network network = engine.network(new double[] {9, 1});
    double infinite = Double.POSITIVE_INFINITY;
    network.start(100, new int[] {0, 1}, infinite, at(100, "narrow"));
    network.start(40, new int[] {0}, infinite, at(10, "first"));
    network.start(40, new int[] {0}, infinite, at(10, "second"));
    assertTime(100, end());
    assertEquals(List.of("first", "second", "narrow"), order);
  }

  @Test
  void limitOfATransferLeavesTheRestToOthers() {
    Network network = engine.network(new double[] {10});
    network.start(20, new int[] {0}, 2, at(10, "limited"));
    network.start(80, new int[] {0}, Double.POSITIVE_INFINITY, at(10, "other"));
    assertTime(10, end());
  }

  @Test
  void twoUnderASwitchShareItsUplink() {
    // As two devices under one switch of a V100 machine: 12 each, 22 together.
    Network network = engine.network(new double[] {22, 12, 12});
    network.start(1.1e9, new int[] {0, 1}, Double.POSITIVE_INFINITY, at(1e8, "a"));
    network.start(1.1e9, new int[] {0, 2}, Double.POSITIVE_INFINITY, at(1e8, "b"));
    assertTime(1e8, end());
  }

  @Test
  void smallKernelsRunSideBySide() {
    ComputeUnit unit = engine.computeUnit();
    unit.start(100, 0.5, at(100, "a"));
    unit.start(70, 0.5, at(70, "b"));
    assertTime(100, end());
  }

  @Test
  void kernelsShareInProportionToWhatTheyCanUse() {
    // 1 + 0.5 of the device: all run at two thirds. At 75, b has done 50; a goes on alone.
    ComputeUnit unit = engine.computeUnit();
    unit.start(100, 1, at(125, "a"));
    unit.start(50, 0.5, at(75, "b"));
    assertTime(125, end());
  }

  @Test
  void kernelThatComesLaterSlowsWhatRuns() {
    ComputeUnit unit = engine.computeUnit();
    unit.start(100, 1, at(160, "a"));
    engine.after(40, () -> unit.start(60, 1, at(160, "b")));
    assertTime(160, end());
    assertEquals(List.of("a", "b"), order);
  }

  @Test
  void thousandKernelsTakeWhatTheyTakeTogether() {
    ComputeUnit unit = engine.computeUnit();
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
      double nanos = 1 + (i * 7919) % 1000;
      sum += nanos;
      unit.start(nanos, 1, () -> {});
    }
    assertTime(sum, end());
  }

  @Test
  void timersOfTheSameTimeEndInTheOrderOfStarting() {
    for (int i = 0; i < 20; i++) {
      engine.after(5, at(5, "t" + i));
    }
    end();
    assertEquals(20, order.size());
    for (int i = 0; i < 20; i++) {
      assertEquals("t" + i, order.get(i));
    }
  }

  @Test
  void clockStopsWhereItIsToldAndGoesOn() {
    Network network = engine.network(new double[] {10});
    network.start(1000, new int[] {0}, Double.POSITIVE_INFINITY, at(100, "a"));
    for (int i = 1; i <= 7; i++) {
      engine.advance(i * 13);
      assertTime(i * 13, engine.now());
    }
    assertTime(100, end());
  }
}
