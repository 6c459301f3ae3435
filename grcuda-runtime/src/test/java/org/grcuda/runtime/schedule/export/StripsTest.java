package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import java.util.Map;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Eviction;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Pull;
import org.junit.jupiter.api.Test;

/** What the strip of a device shows of plans and evictions. */
final class StripsTest {

  private static ScheduledComputation pulled(long id, int device, long planned, long taken) {
    return new ScheduledComputation(
        id,
        "k",
        ComputationKind.LAUNCH,
        List.of(),
        null,
        null,
        device,
        0,
        0,
        ScheduledComputation.UNTIMED,
        ScheduledComputation.UNTIMED,
        ComputationStatus.COMPLETE,
        null,
        new Pull("free", null, planned, taken));
  }

  private static Strips strips(List<ScheduledComputation> computations, List<Eviction> evictions) {
    return new Strips(
        new Schedule(
            Map.of(), List.of(), List.of(), computations, List.of(), List.of(), evictions, 0));
  }

  @Test
  void aPlanHoldsWhatIsPlannedAndNotTaken() {
    Strips strips =
        strips(
            List.of(
                pulled(1, 0, 10, 20),
                pulled(2, 0, 10, 30),
                pulled(3, 1, 5, 6),
                pulled(4, 0, 20, ScheduledComputation.UNTIMED),
                pulled(5, 0, 25, 25)),
            List.of());
    assertArrayEquals(new long[] {10, 2, 20, 1, 30, 0}, strips.planned(0));
    assertArrayEquals(new long[] {5, 1, 6, 0}, strips.planned(1));
    assertArrayEquals(new long[] {}, strips.planned(2));
  }

  @Test
  void evictionsAreThoseOfTheDeviceInOrder() {
    Strips strips =
        strips(
            List.of(),
            List.of(
                new Eviction(0, 7, "x", 0, 4, 0),
                new Eviction(1, 1, "x", 0, 4, 0),
                new Eviction(0, 3, "y", 0, 4, 4)));
    assertArrayEquals(new long[] {3, 7}, strips.evictions(0));
    assertArrayEquals(new long[] {1}, strips.evictions(1));
  }
}
