package org.grcuda.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;
import org.junit.jupiter.api.Test;

/** Bounds of small schedules. */
final class BoundTest {

  private static final Argument X_WRITTEN = new Argument("x", "out", 0, 1000, true);
  private static final Argument X_LOW = new Argument("x", "in", 0, 500, false);
  private static final Argument X_HIGH = new Argument("x", "in", 500, 500, false);
  private static final Argument Z = new Argument("z", "in", 0, 70, true);
  private static final Argument Y = new Argument("y", "inout", 0, 100, true);

  /** Host code writes x; a fill, then 2 and 3 beside each other, then 5. */
  private static Schedule diamond(long nanos) {
    return new Schedule(
        Map.of(),
        List.of(),
        List.of(),
        List.of(
            computation(1, ComputationKind.HOST, 0, X_WRITTEN),
            computation(2, ComputationKind.FILL, 1_000_000, Y),
            computation(3, ComputationKind.LAUNCH, 10 * nanos, X_LOW, Z),
            computation(4, ComputationKind.LAUNCH, 30 * nanos, X_LOW, Y),
            computation(5, ComputationKind.LAUNCH, 7 * nanos, X_HIGH, Y)),
        List.of(
            new Dependency(1, 3, List.of("x")),
            new Dependency(2, 4, List.of("y")),
            new Dependency(3, 5, List.of("x")),
            new Dependency(4, 5, List.of("y"))),
        0);
  }

  private static ScheduledComputation computation(
      long id, ComputationKind kind, long nanos, Argument... arguments) {
    return new ScheduledComputation(
        id,
        "k",
        kind,
        List.of(arguments),
        null,
        null,
        0,
        0,
        0,
        0,
        nanos,
        ComputationStatus.COMPLETE,
        null,
        null);
  }

  @Test
  void theLargestOfThreeCounts() {
    Bound bound = Bound.of(diamond(1_000_000), diamond(500_000), true);
    assertEquals(0.037, bound.criticalPath(), 1e-12);
    assertEquals(0.0235, bound.work(), 1e-12);
    assertEquals(1000, bound.transfers());

    assertEquals("critical path", bound.on(1, 1e6).limit());
    assertEquals(0.037, bound.on(1, 1e6).seconds(), 1e-12);
    assertEquals("links to the host", bound.on(8, 2e4).limit());
    assertEquals(0.05, bound.on(8, 2e4).seconds(), 1e-12);

    Bound busy = Bound.of(diamond(1_000), diamond(1_000_000), true);
    assertEquals("work", busy.on(2, 1e6).limit());
    assertEquals(0.0235, busy.on(2, 1e6).seconds(), 1e-12);
  }

  @Test
  void inputsThatStayOnTheDevicesDoNotCount() {
    assertEquals(0, Bound.of(diamond(1), diamond(1), false).transfers());
  }
}
