package org.grcuda.runtime.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;
import org.junit.jupiter.api.Test;

/** A recording keeps what it has room for, and says what it left out. */
final class RecordingTest {

  private static RecordedComputation launch(long id) {
    return new RecordedComputation(
        id, "k" + id, ComputationKind.LAUNCH, List.of(), null, null, 10 * id);
  }

  @Test
  void whatThereIsNoRoomForIsCounted() {
    Recording recording = new Recording(2);
    RecordedComputation before = null;
    for (long id = 1; id <= 5; id++) {
      if (recording.hasRoom()) {
        RecordedComputation computation = launch(id);
        if (before != null) {
          computation.dependsOn(before, List.of("x"));
        }
        recording.add(computation);
        before = computation;
      }
    }
    Schedule schedule = recording.schedule(Map.of(), List.of());
    assertEquals(2, schedule.computations().size());
    assertEquals(1, schedule.dependencies().size());
    assertEquals(3, schedule.leftOut());
  }

  @Test
  void dependenciesOnWhatWasNotRecordedAreLeftOut() {
    Recording recording = new Recording();
    RecordedComputation second = launch(2);
    second.dependsOn(launch(1), List.of("x"));
    recording.add(second);
    assertEquals(List.of(), recording.schedule(Map.of(), List.of()).dependencies());
  }

  @Test
  void transfersOfAComputationGetNumbersAfterAllOthers() {
    Recording recording = new Recording();
    RecordedComputation first = launch(1);
    Argument x = recording.shared(new Argument("x", "in", 0, 64, true));
    first.transfersFirst("x", List.of(x), new Transfer(-1, 0, 64));
    first.placed(0, 2);
    first.timed(150, 190);
    first.transfersTimed(100, 150);
    first.ended(null);
    recording.add(first);
    recording.add(launch(7));
    Schedule schedule = recording.schedule(Map.of(), List.of());
    ScheduledComputation transfer = schedule.computations().getLast();
    assertEquals(8, transfer.id());
    assertEquals(50, transfer.durationNanos());
    assertEquals(2, transfer.stream());
    assertEquals(ComputationStatus.COMPLETE, transfer.status());
    assertEquals(new Schedule.Dependency(8, 1, List.of("x")), schedule.dependencies().getFirst());
  }

  @Test
  void transfersOfTheirOwnLieBetweenComputations() {
    Recording recording = new Recording();
    RecordedComputation first = launch(1);
    recording.add(first);
    RecordedComputation transfer =
        new RecordedComputation(
            0, "x", ComputationKind.TRANSFER, List.of(), null, new Transfer(0, 1, 64), 15);
    transfer.dependsOn(first, List.of("x"));
    recording.add(transfer);
    RecordedComputation second = launch(2);
    second.dependsOn(first, List.of("x"));
    second.dependsOn(transfer, List.of("x"));
    recording.add(second);
    Schedule schedule = recording.schedule(Map.of(), List.of());
    assertEquals(
        List.of(1L, 2L, 3L),
        schedule.computations().stream().map(ScheduledComputation::id).toList());
    assertEquals(
        List.of("1-2", "3-2", "1-3"),
        schedule.dependencies().stream().map(edge -> edge.from() + "-" + edge.to()).toList());
  }

  @Test
  void equalArgumentsAreShared() {
    Recording recording = new Recording();
    Argument x = recording.shared(new Argument("x", "in", 0, 64, true));
    assertSame(x, recording.shared(new Argument("x", "in", 0, 64, true)));
  }
}
