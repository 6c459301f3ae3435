package org.grcuda.runtime.computation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.policy.DeviceSelection;
import org.junit.jupiter.api.Test;

/** Events of the program: what they come after, what waits for them, and their times. */
class EventRecordTest {

  private final Rig rig =
      Rig.holding(2, options -> options.deviceSelection(DeviceSelection.ROUND_ROBIN));

  private EventRecord record(Placement placement) {
    var recording = rig.runtime.newRecording();
    Operation operation = new Operation.RecordEvent(recording);
    rig.submit(new Vertex("record", operation, new Access[0], placement));
    return recording;
  }

  private Vertex waitFor(ComputeStream stream, EventRecord recording) {
    Operation operation = new Operation.WaitEvent(recording);
    return rig.submit(new Vertex("wait", operation, new Access[0], Placement.onStream(stream)));
  }

  private Vertex on(ComputeStream stream, String kernel) {
    Vertex vertex =
        new Vertex(kernel, rig.launch(kernel), new Access[0], Placement.onStream(stream));
    return rig.submit(vertex);
  }

  private List<String> readyKernels() {
    return rig.driver.ready().stream().map(command -> command.kernel()).toList();
  }

  @Test
  void laterWorkOfAStreamWaitsForWhatPrecedesTheRecord() {
    try (rig) {
      ComputeStream s = rig.runtime.streams().createUserStream(0);
      ComputeStream t = rig.runtime.streams().createUserStream(1);
      on(s, "before");
      EventRecord recording = record(Placement.onStream(s));
      on(s, "after");
      on(t, "free");
      waitFor(t, recording);
      on(t, "bound");
      rig.complete("free");
      assertEquals(List.of("before"), readyKernels());
      rig.complete("before");
      assertEquals(Set.of("after", "bound"), Set.copyOf(readyKernels()));
    }
  }

  @Test
  void aRecordOnNoStreamComesAfterEverything() {
    try (rig) {
      rig.submit("a");
      on(rig.runtime.streams().createUserStream(1), "b");
      EventRecord recording = record(Placement.onDevice(0));
      rig.submit("later");
      rig.complete("a");
      assertFalse(rig.runtime.isComplete(recording.vertex()));
      rig.complete("b");
      assertTrue(rig.runtime.isComplete(recording.vertex()));
      assertEquals(List.of("later"), readyKernels());
      // It took no stream from the children of what it came after.
      assertEquals(0, rig.submit("c", rig.submit("d")).parents()[0].device());
    }
  }

  @Test
  void aCompletedRecordKeepsNobodyWaiting() {
    try (rig) {
      ComputeStream s = rig.runtime.streams().createUserStream(0);
      EventRecord recording = record(Placement.onStream(s));
      assertTrue(rig.runtime.isComplete(recording.vertex()));
      assertTrue(waitFor(rig.runtime.streams().createUserStream(1), recording).isComplete());
    }
  }

  @Test
  void timesAreThoseOfTheDevice() {
    try (rig) {
      ComputeStream s = rig.runtime.streams().createUserStream(0);
      EventRecord start = record(Placement.onStream(s));
      on(s, "k");
      on(s, "l");
      EventRecord end = record(Placement.onStream(s));
      var early = assertThrows(DriverException.class, () -> end.elapsedNanos(start));
      assertEquals(CudaResult.CUDA_ERROR_NOT_READY, early.result());
      rig.complete("k");
      rig.complete("l");
      assertEquals(2 * NullDriver.COMMAND_NANOS, end.elapsedNanos(start));
      assertEquals(-2 * NullDriver.COMMAND_NANOS, start.elapsedNanos(end));
      start.close();
      assertThrows(IllegalStateException.class, () -> end.elapsedNanos(start));
    }
  }

  @Test
  void recordingsThatAreGivenUpLeaveNoEvents() {
    try (rig) {
      ComputeStream s = rig.runtime.streams().createUserStream(0);
      record(Placement.onStream(s)).close();
      rig.poll();
      int events = rig.driver.openEvents();
      for (int i = 0; i < 20; i++) {
        on(s, "k" + i);
        EventRecord recording = record(Placement.onStream(s));
        recording.close();
        recording.close();
        rig.complete("k" + i);
        assertTrue(rig.runtime.isComplete(recording.vertex()));
      }
      // The reaper may be holding one while it waits.
      assertTrue(rig.driver.openEvents() <= events + 2, rig.driver.openEvents() + " events");
    }
  }
}
