package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.junit.jupiter.api.Test;

class TimelineTest {

  private static List<String> names(Timeline.Group group) {
    return group.rows().stream().map(Timeline.Row::name).toList();
  }

  @Test
  void rowsAreStreamsByDevice() {
    Timeline timeline = Timeline.of(Machine.diamond(true));
    assertEquals(2, timeline.groups().size());
    Timeline.Group first = timeline.groups().getFirst();
    assertEquals("device 0", first.name());
    assertEquals(List.of("stream 0", "stream 1", "stream 2", "transfer 3"), names(first));
    assertArrayEquals(new int[] {0}, first.rows().getFirst().items());
    assertEquals(1 << 22, first.bytesIn());
    assertTrue(timeline.isTimed());
    assertEquals(2_000, timeline.from());
  }

  @Test
  void utilisationIsTheUnionOfWhatComputes() {
    Timeline timeline = Timeline.of(Machine.diamond(true));
    Timeline.Group first = timeline.groups().getFirst();
    assertEquals((20 + 30 + 10) * 1000, first.busyNanos());
    double whole = timeline.to() - timeline.from();
    assertEquals(60_000 / whole, timeline.utilisation(first), 1e-12);
    assertArrayEquals(
        new long[] {6_000, 56_000},
        List.of(first.busy()[0], first.busy()[1]).stream().mapToLong(Long::longValue).toArray());
  }

  @Test
  void whatOverlapsOnAStreamHasRowsOfItsOwn() {
    Schedule schedule = Machine.overlapping();
    Timeline timeline = Timeline.of(schedule);
    assertEquals(List.of("no stream", "no stream"), names(timeline.groups().getFirst()));
    for (Timeline.Row row : timeline.groups().getFirst().rows()) {
      for (int k = 1; k < row.items().length; k++) {
        assertTrue(timeline.end(row.items()[k - 1]) <= timeline.start(row.items()[k]));
      }
    }
  }

  @Test
  void transfersOnNoStreamAreNamedAsSuch() {
    ScheduledComputation copy =
        new ScheduledComputation(
            1,
            "transfer of x",
            ComputationKind.TRANSFER,
            List.of(),
            null,
            new ScheduledComputation.Transfer(ScheduledComputation.HOST, 0, 1024),
            0,
            -1,
            0,
            10,
            20,
            ComputationStatus.COMPLETE,
            null,
            null);
    Schedule schedule = new Schedule(Map.of(), List.of(), List.of(), List.of(copy), List.of(), 0);
    assertEquals(List.of("transfers"), names(Timeline.of(schedule).groups().getFirst()));
  }

  @Test
  void whatHasNoTimesFollowsWhatItDependsOn() {
    List<ScheduledComputation> computations =
        List.of(
            computation(1, ComputationKind.LAUNCH, 0, 10, 50),
            computation(2, ComputationKind.FREE, 5, -1, -1),
            computation(3, ComputationKind.FREE, 6, -1, -1));
    Schedule schedule =
        new Schedule(
            Map.of(),
            List.of(),
            List.of(),
            computations,
            List.of(
                new Schedule.Dependency(1, 2, List.of("x")),
                new Schedule.Dependency(2, 3, List.of("x"))),
            0);
    Timeline timeline = Timeline.of(schedule);
    assertEquals(50, timeline.start(1));
    assertEquals(50, timeline.end(1));
    assertEquals(50, timeline.start(2));
    assertEquals(List.of("stream 0"), names(timeline.groups().getFirst()));
  }

  private static ScheduledComputation computation(
      long id, ComputationKind kind, long submitted, long start, long end) {
    return new ScheduledComputation(
        id,
        kind.name(),
        kind,
        List.of(),
        null,
        null,
        0,
        0,
        submitted,
        start,
        end,
        ComputationStatus.COMPLETE,
        null,
        null);
  }

  @Test
  void transfersThatWereTimedTogetherAreOneAfterAnother() {
    Timeline timeline = Timeline.of(Machine.shortBeforeLong());
    assertEquals(List.of("stream 0"), names(timeline.groups().getFirst()));
    assertEquals(100, timeline.start(0));
    assertEquals(125, timeline.end(0));
    assertEquals(125, timeline.start(1));
    assertEquals(200, timeline.end(1));
  }

  @Test
  void withoutTimesTheOrderOfSubmissionIsShown() {
    Timeline timeline = Timeline.of(Machine.diamond(false));
    assertFalse(timeline.isTimed());
    assertEquals(0, timeline.from());
    assertEquals(6, timeline.to());
    assertEquals(3, timeline.start(3));
    assertTrue(Double.isNaN(timeline.utilisation(timeline.groups().getFirst())));
  }

  @Test
  void devicesWithoutComputationsAreShownToo() {
    Timeline timeline = Timeline.of(Machine.image(1, 4, true));
    assertEquals(4, timeline.groups().size());
    assertEquals(0, timeline.utilisation(timeline.groups().getLast()));
  }
}
