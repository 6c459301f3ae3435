package org.grcuda.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams of the program: what comes before what on them, and where current devices count. */
@Timeout(60)
class UserStreamTest {

  private static Vertex on(Rig rig, ComputeStream stream, String kernel, Vertex... parents) {
    var vertex = new Vertex(kernel, rig.launch(kernel), new Access[0], Placement.onStream(stream));
    vertex.setParents(parents, null);
    return rig.submit(vertex);
  }

  private static Vertex hostCall(Rig rig) {
    Operation operation = Operation.HostTask.CALL;
    var vertex = new Vertex("host", operation, new Access[0], Placement.ANYWHERE);
    rig.runtime.enter(vertex, Rig.BY_HAND);
    return vertex;
  }

  @Test
  void workRunsInTheOrderOfTheStream() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      ComputeStream stream = rig.runtime.streams().createUserStream(1);
      Vertex a = on(rig, stream, "a");
      Vertex b = on(rig, stream, "b");
      assertEquals(List.of(a), Arrays.asList(b.parents()));
      assertFalse(b.isDataParent(0));
      assertEquals(1, b.device());
      assertEquals(a.streamIndex(), b.streamIndex());
      assertEquals(List.of(), rig.waits("b"));
      rig.complete("a");
      rig.complete("b");
      assertTrue(b.isComplete());
    }
  }

  /** Work that waits for host code holds back what comes after it on its stream. */
  @Test
  void nothingOvertakesWorkThatIsHeldBack() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      ComputeStream stream = rig.runtime.streams().createUserStream(0);
      Vertex host = hostCall(rig);
      Vertex first = on(rig, stream, "first", host);
      Vertex second = on(rig, stream, "second");
      assertEquals(Vertex.Status.PENDING, first.status());
      assertEquals(Vertex.Status.PENDING, second.status());
      rig.runtime.finish(host, null);
      rig.complete("first");
      rig.complete("second");
    }
  }

  @Test
  void aDestroyedStreamTakesNoWorkAndLosesNone() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      ComputeStream stream = rig.runtime.streams().createUserStream(0);
      int open = rig.driver.openStreams();
      Vertex host = hostCall(rig);
      Vertex late = on(rig, stream, "late", host);
      rig.runtime.streams().closeUserStream(stream);
      rig.runtime.streams().closeUserStream(stream);
      assertEquals(open, rig.driver.openStreams(), "still needed");
      var refused = assertThrows(IllegalStateException.class, () -> on(rig, stream, "later", late));
      assertEquals(stream + " was destroyed", refused.getMessage());
      rig.runtime.finish(host, null);
      assertEquals(open, rig.driver.openStreams(), "still needed");
      rig.complete("late");
      assertTrue(late.isComplete());
      assertEquals(open - 1, rig.driver.openStreams());
    }
  }

  @Test
  void failuresOfAStreamAreKeptUntilSomebodyIsTold() {
    try (Rig rig = Rig.holding(1, options -> options)) {
      ComputeStream stream = rig.runtime.streams().createUserStream(0);
      Vertex elsewhere = rig.submit("elsewhere");
      Vertex bad = on(rig, stream, "bad");
      Vertex good = on(rig, stream, "good");
      Vertex poisoned = on(rig, stream, "poisoned", elsewhere);
      assertNull(rig.runtime.streams().untoldFailure(stream));
      rig.fail("bad");
      rig.complete("good");
      rig.fail("elsewhere");
      rig.complete("poisoned");
      assertFalse(good.isFailed());
      assertTrue(poisoned.isFailed());
      assertSame(bad, rig.runtime.streams().untoldFailure(stream));
      assertThrows(ComputationFailedException.class, bad::throwIfFailed);
      assertNull(rig.runtime.streams().untoldFailure(stream));
    }
  }

  @Test
  void theCurrentDeviceIsThatOfTheSubmittingThread() throws InterruptedException {
    try (Rig rig = Rig.holding(2, options -> options.deviceSelection(DeviceSelection.SINGLE_GPU))) {
      rig.runtime.devices().setCurrent(1);
      Vertex host = hostCall(rig);
      Vertex later = rig.submit("later", host);
      Vertex[] others = new Vertex[1];
      Thread other =
          new Thread(
              () -> {
                assertEquals(0, rig.runtime.devices().current());
                others[0] = rig.submit("other");
                // Dispatches "later", too, which another thread submitted.
                rig.runtime.finish(host, null);
              });
      other.start();
      other.join();
      assertEquals(0, others[0].device());
      assertEquals(1, later.device());
      assertThrows(IndexOutOfBoundsException.class, () -> rig.runtime.devices().setCurrent(2));
    }
  }

  @Test
  void prefetchAdviceAndAttachmentNameTheirRegionsAndMoveNothingElse() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      ComputeStream stream = rig.runtime.streams().createUserStream(1);
      Allocation x = rig.runtime.memory().allocate("x", 4096);
      Region part = new Region(x, 1024, 512);
      Access[] read = {new Access(part, AccessMode.READ)};
      List<Operation> operations =
          List.of(
              new Operation.Advise(part, MemoryAdvice.SET_ACCESSED_BY, 0),
              new Operation.Attach(part, AttachMode.SINGLE),
              new Operation.Prefetch(part, 0));
      for (Operation operation : operations) {
        rig.submit(new Vertex("k", operation, read, Placement.onStream(stream)));
      }
      List<QueuedCommand> work =
          rig.driver.log().stream().filter(c -> c.kind() != Command.RECORD).toList();
      assertEquals(
          List.of(Command.ADVISE, Command.ATTACH, Command.PREFETCH),
          work.stream().map(QueuedCommand::kind).toList());
      for (QueuedCommand command : work) {
        assertEquals(x.hostAddress() + 1024, command.word(0));
        assertEquals(512, command.word(1));
      }
      assertEquals(MemoryAdvice.SET_ACCESSED_BY.code(), work.get(0).word(2));
      assertEquals(0, work.get(0).word(3));
      assertEquals(AttachMode.SINGLE.code(), work.get(1).word(2));
      assertEquals(0, work.get(2).word(2));
      assertEquals(Places.of(0), x.holders(1024, 512));
      assertEquals(Places.of(Places.HOST), x.holders(0, 1024));
    }
  }

  @Test
  void memoryOfADeviceStaysThere() {
    try (Rig rig = Rig.holding(2, options -> options)) {
      long before = rig.driver.device(1).freeMemory();
      Allocation x = rig.runtime.memory().allocateOn(1, "x", 4096);
      assertEquals(4096, before - rig.driver.device(1).freeMemory());
      assertFalse(x.isHostReadable());
      Access access = new Access(x.whole(), AccessMode.READ_WRITE);
      Operation launch = rig.launch("k", 0);
      rig.submit(new Vertex("k", launch, new Access[] {access}, Placement.onDevice(0)));
      assertEquals(List.of(), rig.commands(Command.PREFETCH));
      assertEquals(Places.of(1), x.holders());
      rig.complete("k");
      rig.runtime.memory().release(x);
      assertEquals(before, rig.driver.device(1).freeMemory());
    }
  }
}
