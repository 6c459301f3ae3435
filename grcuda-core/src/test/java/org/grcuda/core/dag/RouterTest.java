package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.grcuda.core.dag.DagRig.in;
import static org.grcuda.core.dag.DagRig.inout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.UsageException;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.route.Arrival;
import org.grcuda.runtime.route.Message;
import org.grcuda.runtime.route.Receiver;
import org.grcuda.runtime.route.Router;
import org.grcuda.runtime.route.Routing;
import org.grcuda.runtime.route.RowCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When packets leave, what they wait for, and what waits for them; on two null devices. */
@Timeout(60)
class RouterTest extends RouterRig {

  @Test
  void aMessageIsSplitIntoPackets() {
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 3);
    router.sender(0).send(rows(x, 0, 20), 0, true);
    List<List<Long>> parts = new ArrayList<>();
    for (Arrival next = receive(receiver); next != null; next = receive(receiver)) {
      parts.add(List.of(next.offset(), next.rows(), next.total()));
    }
    assertEquals(List.of(List.of(0L, 8L, 20L), List.of(8L, 8L, 20L), List.of(16L, 4L, 20L)), parts);
  }

  @Test
  void aPacketWaitsForItsWriterAndTheNextWriterForIt() {
    rig.driver.hold();
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    rig.launch("before", inout(x));
    router.sender(0).send(rows(x, 0, 8), 0, false);
    Arrival arrival = receive(receiver);
    Vertex after = rig.launch("after", inout(x));
    Vertex user = use("user", arrival);
    assertEquals("router", DagRig.parents(after).getFirst().name());
    assertEquals("router", DagRig.parents(user).getFirst().name());
    rig.complete("before");
    completeCopies();
    rig.complete("user");
    rig.complete("after");
    rig.dag.synchronize();
    assertTrue(after.isComplete() && user.isComplete());
  }

  @Test
  void aBufferTakesTheNextPacketWhenItsLastUserHasEnded() {
    rig.driver.hold();
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    router.sender(0).send(rows(x, 0, 16), 0, true);
    Arrival first = receive(receiver);
    completeCopies();
    Vertex user = use("user", first);
    first.release();
    rig.runtime.poll();
    assertEquals(0, pendingCopies().size(), "the second packet must wait for the user");
    rig.complete("user");
    rig.runtime.poll();
    assertTrue(user.isComplete());
    assertEquals(1, pendingCopies().size());
    Arrival second = receive(receiver);
    assertEquals(8, second.offset());
    completeCopies();
  }

  @Test
  void scatterGoesWhereABufferIsFree() {
    rig.driver.hold();
    Router router = router(Routing.SCATTER, 1, 0, 1);
    Receiver a = receiver(router, 0, 2);
    Receiver b = receiver(router, 1, 1);
    router.sender(0).send(rows(x, 0, 40), 0, true);
    List<Integer> targets = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Arrival next = receive(a, b);
      targets.add(next.receiver().index());
      if (next.receiver() == b) {
        completeCopies();
        next.release();
      }
    }
    assertEquals(List.of(0, 0, 1), targets);
    // Only b has given its buffer back.
    assertEquals(1, receive(a, b).receiver().index());
    rig.driver.completeAll();
  }

  @Test
  void priorityPrefersTheFirst() {
    Router router = router(Routing.PRIORITY, 1, 0, 1);
    Receiver a = receiver(router, 0, 3);
    Receiver b = receiver(router, 1, 3);
    router.sender(0).send(rows(x, 0, 40), 0, true);
    List<Integer> targets = new ArrayList<>();
    for (Arrival next = receive(a, b); next != null; next = receive(a, b)) {
      targets.add(next.receiver().index());
    }
    assertEquals(List.of(0, 0, 0, 1, 1), targets);
  }

  @Test
  void gatherTakesFromAllInTurn() {
    Router router = router(Routing.GATHER, 2, 0);
    Receiver receiver = receiver(router, 0, 1);
    router.sender(0).send(rows(x, 0, 32), 0, true);
    router.sender(1).send(rows(x, 32, 64), 0, true);
    List<Integer> sources = new ArrayList<>();
    for (Arrival next = receive(receiver); next != null; next = receive(receiver)) {
      sources.add(next.source());
      next.release();
    }
    assertEquals(8, sources.size());
    // Neither waits until the other has sent everything.
    assertTrue(sources.subList(0, 4).contains(1), sources.toString());
  }

  @Test
  void aReceiverOfWhatIsThereTakesThePacketWhoseCopyHasEnded() {
    rig.driver.hold();
    Router router = router(Routing.GATHER, 2, 0);
    Receiver receiver = receiver(router, 0, 3);
    receiver.receiveLanded();
    Vertex slow = rig.launch("slow", access(x, 0, 16 * ROW, AccessMode.READ_WRITE));
    router.sender(0).send(rows(x, 0, 16), 1, true);
    router.sender(1).send(rows(x, 32, 40), 2, true);
    // The packets of source 0 were first, but wait for the kernel.
    rig.runtime.poll();
    completeCopies();
    Arrival first = receive(receiver);
    assertEquals(2, first.tag());
    assertFalse(slow.isComplete());
    rig.complete("slow");
    rig.runtime.poll();
    completeCopies();
    rig.runtime.poll();
    assertEquals(List.of(0L, 8L), List.of(receive(receiver).offset(), receive(receiver).offset()));
    assertNull(receive(receiver));
  }

  @Test
  void countedRowsLeaveWhenTheyAreCounted() {
    Router router = rig.dag.router("router", (source, tag) -> new int[1], shape(1, 1));
    Receiver receiver = receiver(router, 0, 2);
    Allocation counter = rig.allocate("counter", 8);
    RowCount count = new RowCount();
    Vertex reader = task("reader", counter);
    count.readBy(reader);
    Message message = router.sender(0).send(rows(x, 0, 8), count, 3, true);
    assertFalse(message.isDone());
    count.set(5);
    rig.runtime.finish(begun.getFirst(), null);
    Arrival arrival = receive(receiver);
    assertEquals(5, arrival.rows());
    assertEquals(3, arrival.tag());
    assertEquals(5 * ROW, arrival.region().length());
    assertNull(receive(receiver));
    message.await();
    assertTrue(message.isDone());
  }

  private Vertex task(String name, Allocation reads) {
    return rig.dag.submit(
        name, new Operation.HostTask((task, addresses) -> begun.add(task)), in(reads));
  }

  @Test
  void anEmptyMessageIsDeliveredAsNothing() {
    Router router = router(Routing.BROADCAST, 1, 0, 1);
    Receiver a = receiver(router, 0, 1);
    Receiver b = receiver(router, 1, 1);
    Allocation counter = rig.allocate("counter", 8);
    RowCount count = new RowCount();
    count.readBy(task("reader", counter));
    Message message = router.sender(0).send(rows(x, 0, 8), count, 0, true);
    rig.runtime.finish(begun.getFirst(), null);
    assertNull(receive(a, b));
    message.await();
  }

  @Test
  void aFailedCountIsToldOnceInOrder() {
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    Allocation counter = rig.allocate("counter", 8);
    RowCount count = new RowCount();
    count.readBy(task("reader", counter));
    router.sender(0).send(rows(x, 0, 8), count, 0, false);
    router.sender(0).send(rows(x, 8, 16), 0, true);
    rig.runtime.finish(begun.getFirst(), new IllegalStateException("no number"));
    ComputationFailedException failed =
        assertThrows(ComputationFailedException.class, () -> receive(receiver));
    assertTrue(failed.getMessage().contains("no number"), failed.getMessage());
    assertEquals(8, receive(receiver).rows());
    assertNull(receive(receiver));
  }

  @Test
  void aPoisonedPacketFailsItsUsersAndTheNextHealsTheBuffer() {
    rig.driver.hold();
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    Allocation y = rig.allocate("y", 64 * ROW);
    rig.launch("bad", inout(y));
    router.sender(0).send(rows(y, 0, 8), 0, false);
    router.sender(0).send(rows(x, 0, 8), 0, true);
    Arrival poisoned = receive(receiver);
    Vertex user = use("user", poisoned);
    rig.fail("bad");
    rig.driver.release();
    poisoned.release();
    Arrival good = receive(receiver);
    Vertex next = use("next", good);
    rig.runtime.awaitEnd(user);
    rig.runtime.awaitEnd(next);
    assertEquals("bad", user.failedName());
    assertFalse(next.isFailed());
  }

  @Test
  void synchronizeDoesNotWaitForPacketsThatHaveNotLeft() {
    Router router = router(Routing.DIRECT, 1, 1);
    receiver(router, 0, 1);
    Message message = router.sender(0).send(rows(x, 0, 16), 0, true);
    Vertex after = rig.launch("after", inout(x));
    rig.dag.synchronize();
    assertFalse(message.isDone());
    assertFalse(after.isComplete());
  }

  @Test
  void nothingThatMovesIsToldAsAnError() {
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    assertTold(() -> receive(receiver), "receive: no packet can come", "source s0 is not closed");
    router.sender(0).send(rows(x, 0, 16), 0, true);
    Arrival first = receive(receiver);
    assertTold(
        () -> receive(receiver),
        "1 packet of source s0 waits for a buffer",
        "target t0 holds 1 segment not released");
    assertTold(() -> rig.dag.hostWrite(x.whole()), "waits for a packet of router");
    first.release();
    assertNotNull(receive(receiver));
    rig.dag.hostWrite(x.whole());
  }

  private static void assertTold(Runnable action, String... parts) {
    UsageException told = assertThrows(UsageException.class, action::run);
    for (String part : parts) {
      assertTrue(told.getMessage().contains(part), told.getMessage());
    }
  }

  /** Else it would hold a buffer until the other has left, which may itself need a buffer. */
  @Test
  void aPacketThatComesAfterOneThatHasNotLeftTakesNoBuffer() {
    Router router = router(Routing.DIRECT, 2, 0, 1);
    Receiver near = receiver(router, 0, 1);
    Allocation y = rig.allocate("y", 8 * ROW);
    router.sender(0).send(rows(x, 0, 8), 1, false);
    rig.launch("writer", inout(x));
    router.sender(0).send(rows(x, 0, 8), 0, true);
    router.sender(1).send(rows(y, 0, 8), 0, true);
    Arrival first = receive(near);
    assertEquals(1, first.source());
    first.release();
    receiver(router, 1, 1);
    assertEquals(0, receive(near).source());
    assertNull(receive(near));
  }

  @Test
  void aThreadWaitsForAnotherThatSends() throws InterruptedException {
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    List<Arrival> arrived = new ArrayList<>();
    Thread sending = new Thread(() -> router.sender(0).send(rows(x, 0, 8), 0, true));
    rig.runtime.lock();
    Thread waiting = new Thread(() -> arrived.add(receive(receiver)));
    rig.runtime.unlock();
    sending.start();
    waiting.start();
    sending.join();
    waiting.join();
    assertEquals(8, arrived.getFirst().rows());
  }

  @Test
  void aSenderClosesAfterWhatItWaitsFor() {
    Router work = router(Routing.DIRECT, 1, 1);
    Router back = router(Routing.DIRECT, 1, 0);
    Receiver working = receiver(work, 0, 2);
    Receiver results = receiver(back, 0, 4);
    back.sender(0).closeAfter(List.of(working));
    work.sender(0).send(rows(x, 0, 16), 0, true);
    int received = 0;
    for (Arrival next = receive(working, results); next != null; next = receive(working, results)) {
      if (next.receiver() == working) {
        back.sender(0).send(next.region(), 0, false);
      } else {
        received++;
      }
      next.release();
    }
    assertEquals(2, received);
    assertTrue(back.sender(0).isClosed());
  }

  @Test
  void aBufferThatWasFreedTakesNoPacket() {
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    router.sender(0).send(rows(x, 0, 8), 0, false);
    Arrival first = receive(receiver);
    rig.dag.free(first.region().allocation());
    first.release();
    router.sender(0).send(rows(x, 0, 8), 0, true);
    assertTold(() -> receive(receiver), "1 packet of source s0 waits for a buffer");
  }

  @Test
  void aClosedSenderSendsNothing() {
    Router router = router(Routing.DIRECT, 1, 1);
    router.sender(0).close();
    assertTold(
        () -> router.sender(0).send(rows(x, 0, 8), 0, false),
        "sender s0 of router router is closed");
  }

  @Test
  void aTagThatIsNoTargetIsRefused() {
    Router router = router(Routing.DIRECT, 1, 1);
    assertTold(
        () -> router.sender(0).send(rows(x, 0, 8), 1, false),
        "its policy names target 1 for tag 1, expected 0 to 0");
  }

  @Test
  void anAbortDropsWhatHasNotLeft() {
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    Message message = router.sender(0).send(rows(x, 0, 16), 0, false);
    router.sender(0).abort();
    Arrival first = receive(receiver);
    first.release();
    assertNull(receive(receiver));
    ComputationFailedException failed =
        assertThrows(ComputationFailedException.class, message::await);
    assertTrue(failed.getMessage().contains("was aborted"), failed.getMessage());
    // Writers of the source are free again.
    rig.launch("after", inout(x));
    rig.dag.synchronize();
  }

  @Test
  void closingCancelsWhatHasNotLeft() {
    Router router = router(Routing.DIRECT, 1, 1);
    receiver(router, 0, 1);
    Message message = router.sender(0).send(rows(x, 0, 16), 0, true);
    Vertex after = rig.launch("after", inout(x));
    rig.runtime.close();
    assertTrue(message.isDone());
    assertTrue(after.isComplete());
  }

  @Test
  void closingWhileABufferIsInUseSendsNothingMore() {
    rig.driver.hold();
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    Message message = router.sender(0).send(rows(x, 0, 16), 0, true);
    Arrival first = receive(receiver);
    Vertex user = use("user", first);
    first.release();
    rig.driver.release();
    rig.runtime.close();
    assertTrue(message.isDone());
    assertTrue(user.isComplete());
  }

  @Test
  void aPacketRunsAtItsTarget() {
    rig.driver.hold();
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    router.sender(0).send(rows(x, 0, 8), 0, true);
    receive(receiver);
    assertEquals(1, pendingCopies().getFirst().device());
    rig.driver.completeAll();
  }

  @Test
  void aRefusedCopyFailsThePacketAlone() {
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 2);
    rig.driver.hold();
    Message message = router.sender(0).send(rows(x, 0, 8), 0, true);
    Arrival arrival = receive(receiver);
    for (QueuedCommand before : rig.driver.ready()) {
      if (before.kind() != Command.COPY) {
        rig.driver.complete(before);
      }
    }
    rig.driver.fail(
        pendingCopies().getFirst(),
        new DriverException(
            org.grcuda.driver.CudaResult.CUDA_ERROR_LAUNCH_FAILED, "cuMemcpyAsync", 1, "copy"));
    rig.driver.release();
    assertThrows(ComputationFailedException.class, message::await);
    Vertex user = use("user", arrival);
    rig.runtime.awaitEnd(user);
    assertEquals("router", user.failedName());
  }

  @Test
  void aPlacementOfAKernelOnASegmentIsItsHome() {
    Router router = router(Routing.DIRECT, 1, 1);
    Receiver receiver = receiver(router, 0, 1);
    router.sender(0).send(rows(x, 0, 8), 0, true);
    Arrival arrival = receive(receiver);
    Vertex user =
        rig.dag.submit(
            "user",
            rig.operation("user"),
            Placement.onDevice(1),
            access(arrival.region().allocation(), 0, 32, AccessMode.READ));
    rig.dag.synchronize();
    assertEquals(1, user.device());
  }
}
