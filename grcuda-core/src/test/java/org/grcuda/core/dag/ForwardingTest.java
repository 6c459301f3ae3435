package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.grcuda.core.dag.DagRig.inout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.Submission.Command;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.route.Arrival;
import org.grcuda.runtime.route.Message;
import org.grcuda.runtime.route.Receiver;
import org.grcuda.runtime.route.Router;
import org.grcuda.runtime.route.RouterShape;
import org.grcuda.runtime.route.Routing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From where the packets of a broadcast are copied, and what waits for that. */
@Timeout(60)
class ForwardingTest extends RouterRig {

  /** From device 0 to device 1, and from there to the host: the links to the host are slow. */
  private Router forwarding() {
    BandwidthMatrix.Builder links = BandwidthMatrix.builder(2, "test");
    for (int device = 0; device < 2; device++) {
      links.set(BandwidthMatrix.HOST, device, 10);
      links.set(device, BandwidthMatrix.HOST, 10);
      links.set(device, 1 - device, 50);
    }
    RouterShape shape = shape(1, 1, BandwidthMatrix.HOST);
    return rig.dag.router("router", Routing.BROADCAST.of(shape, links.build()), shape);
  }

  /** Of each copy so far, whether its source is x, and not the buffer of a target. */
  private List<Boolean> leaveTheSource() {
    return rig.driver.log().stream()
        .filter(c -> c.kind() == Command.COPY)
        .map(c -> c.word(1) >= x.hostAddress() && c.word(1) < x.hostAddress() + x.bytes())
        .toList();
  }

  @Test
  void aBroadcastIsPassedOnWhereLinksDiffer() {
    rig.driver.hold();
    Router router = forwarding();
    Receiver near = receiver(router, 0, 2);
    Receiver far = receiver(router, 1, 2);
    Message message = router.sender(0).send(rows(x, 0, 16), 0, true);
    Vertex after = rig.launch("after", inout(x));
    assertEquals(List.of(true, false, true, false), leaveTheSource());
    List<Long> offsets = new ArrayList<>();
    for (Receiver receiver : List.of(near, far)) {
      offsets.add(receive(receiver).offset());
      offsets.add(receive(receiver).offset());
    }
    assertEquals(List.of(0L, 8L, 0L, 8L), offsets);
    // A copy to the host waits for the one to the device.
    completePrefetches();
    assertEquals(2, movesThatCanBegin().size());
    completeCopies();
    message.await();
    rig.complete("after");
    assertTrue(rig.runtime.isComplete(after));
  }

  @Test
  void whereLinksAreAlikeEachCopyLeavesTheSource() {
    rig.driver.hold();
    Router router = router(Routing.BROADCAST, 1, 1, BandwidthMatrix.HOST);
    receiver(router, 0, 1);
    receiver(router, 1, 1);
    router.sender(0).send(rows(x, 0, 8), 0, true);
    assertEquals(List.of(true, true), leaveTheSource());
    rig.driver.completeAll();
  }

  @Test
  void aSegmentThatTheProgramWritesIsNotPassedOn() {
    rig.driver.hold();
    Router router = forwarding();
    Receiver near = receiver(router, 0, 1);
    router.sender(0).send(rows(x, 0, 8), 0, true);
    use("writer", receive(near));
    receiver(router, 1, 1);
    assertEquals(List.of(true, true), leaveTheSource());
    rig.driver.completeAll();
  }

  @Test
  void aWriterOfASegmentWaitsUntilItWasPassedOn() {
    rig.driver.hold();
    Router router = forwarding();
    Receiver near = receiver(router, 0, 1);
    receiver(router, 1, 1);
    router.sender(0).send(rows(x, 0, 8), 0, true);
    use("writer", receive(near));
    completePrefetches();
    rig.driver.complete(movesThatCanBegin().getFirst());
    completePrefetches();
    assertFalse(
        rig.driver.ready().stream().anyMatch(c -> c.kernel().equals("writer")),
        "the segment is still being passed on");
    completeCopies();
    rig.complete("writer");
    rig.dag.synchronize();
  }

  @Test
  void aBufferThatPassesItsPacketOnIsNotGivenBackBefore() {
    rig.driver.hold();
    Router router = forwarding();
    Receiver near = receiver(router, 0, 1);
    router.sender(0).send(rows(x, 0, 16), 0, true);
    Arrival first = receive(near);
    completeCopies();
    Region region = first.region();
    rig.launch(
        "reader", access(region.allocation(), region.offset(), region.length(), AccessMode.READ));
    first.release();
    // The reader holds the buffer; only now the packet goes on from it.
    receiver(router, 1, 1);
    assertEquals(List.of(true, false), leaveTheSource());
    rig.complete("reader");
    rig.runtime.poll();
    assertEquals(List.of(true, false), leaveTheSource(), "the next packet must wait for the copy");
    completeCopies();
    rig.runtime.poll();
    assertEquals(List.of(true, false, true), leaveTheSource());
    completeCopies();
  }

  /** A target that is full holds up no other one, and gets from the source what is gone before. */
  @Test
  void aTargetThatIsFullHoldsUpNoOther() {
    Router router = forwarding();
    Receiver near = receiver(router, 0, 1);
    Receiver far = receiver(router, 1, 1);
    router.sender(0).send(rows(x, 0, 40), 0, true);
    List<Long> offsets = new ArrayList<>();
    for (Receiver receiver : List.of(near, far)) {
      for (Arrival next = receive(receiver); next != null; next = receive(receiver)) {
        offsets.add(next.offset());
        next.release();
      }
    }
    assertEquals(List.of(0L, 8L, 16L, 24L, 32L, 0L, 8L, 16L, 24L, 32L), offsets);
  }
}
