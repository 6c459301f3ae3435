package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.contract.Choices;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.route.Arrival;
import org.grcuda.runtime.route.Receiver;
import org.grcuda.runtime.route.Router;
import org.grcuda.runtime.route.RouterShape;
import org.grcuda.runtime.route.Routing;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three packets to two endpoints, in every order in which copies and kernels may end: each kernel
 * reads what was sent, though the source is written before and after, and nothing is left.
 */
class EveryRoutingOrderTest {

  private static final int ROW = NullMemory.ROW;
  private static final int PACKETS = 3;

  @ParameterizedTest
  @EnumSource(
      value = Routing.class,
      names = {"BROADCAST", "SCATTER", "PRIORITY", "DIRECT"})
  void everyKernelReadsWhatWasSent(Routing routing) {
    Choices choices = new Choices();
    int orders = 0;
    do {
      choices.begin();
      try {
        new Run(routing, choices).run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(choices + ": " + e, e);
      }
      orders++;
    } while (choices.next());
    assertTrue(orders > 1, "one order only");
  }

  private static final class Run {

    private final NullMemory memory;
    private final DagRig rig;
    private final Routing routing;
    private final Router router;
    private final List<Receiver> receivers = new ArrayList<>();
    private final Region source;
    private final List<Vertex> vertices = new ArrayList<>();

    Run(Routing routing, Choices choices) {
      this.routing = routing;
      memory = new NullMemory(choices::choose);
      rig =
          new DagRig(
              NullSettings.defaults().withDevices(3),
              options -> options.inputPrefetch(false),
              DependencyPolicy.AUTO,
              memory);
      memory.use(rig);
      rig.driver.hold();
      RouterShape shape =
          new RouterShape(
              List.of(new RouterShape.End("s", 0)),
              List.of(new RouterShape.End("a", 1), new RouterShape.End("b", 2)),
              ROW,
              1);
      router = rig.dag.router("router", routing.of(shape, links()), shape);
      source = rig.runtime.memory().allocateOn(0, "source", PACKETS * ROW).whole();
      for (int target = 0; target < 2; target++) {
        Receiver receiver = router.receiver(target);
        Region buffer = rig.runtime.memory().allocateOn(target + 1, "buffer", ROW).whole();
        receiver.addBuffer(buffer, buffer);
        receivers.add(receiver);
      }
    }

    /** The link between the targets is fast, so the first passes a broadcast on. */
    private static BandwidthMatrix links() {
      BandwidthMatrix.Builder links = BandwidthMatrix.builder(3, "test");
      for (int from = BandwidthMatrix.HOST; from < 3; from++) {
        for (int to = BandwidthMatrix.HOST; to < 3; to++) {
          if (from != to) {
            links.set(from, to, Math.min(from, to) > 0 ? 50 : 10);
          }
        }
      }
      return links.build();
    }

    void run() {
      write(10);
      router.sender(0).send(source, 1, true);
      write(20);
      int[] next = new int[2];
      int received = 0;
      Arrival arrival = rig.runtime.exchange().receive(receivers);
      while (arrival != null) {
        int value = 10 + (int) arrival.offset();
        int target = arrival.receiver().index();
        assertTrue(arrival.offset() >= next[target], "packets have overtaken each other");
        next[target] = (int) arrival.offset() + 1;
        Region region = arrival.region();
        launch(region, AccessMode.READ, () -> memory.check(region, new int[] {value}));
        arrival.release();
        received++;
        arrival = rig.runtime.exchange().receive(receivers);
      }
      assertEquals(routing == Routing.BROADCAST ? 2 * PACKETS : PACKETS, received);
      finish();
    }

    private void write(int first) {
      int[] values = new int[PACKETS];
      Arrays.setAll(values, i -> first + i);
      launch(source, AccessMode.OVERWRITE, () -> memory.write(source, values));
    }

    private void launch(Region region, AccessMode mode, Runnable action) {
      String kernel = "k" + vertices.size();
      memory.kernel(kernel, action);
      Allocation allocation = region.allocation();
      vertices.add(
          rig.dag.submit(
              kernel,
              rig.operation(kernel),
              Placement.onDevice(allocation.home()),
              access(allocation, region.offset(), region.length(), mode)));
    }

    private void finish() {
      do {
        rig.runtime.poll();
      } while (memory.progress());
      assertEquals(0, rig.runtime.unfinished());
      for (Vertex vertex : vertices) {
        assertTrue(vertex.isComplete(), vertex + " has not ended");
        assertFalse(vertex.isFailed(), vertex + " has failed");
      }
      rig.close();
      assertEquals(0, rig.driver.openStreams(), "streams left");
      assertEquals(0, rig.driver.openEvents(), "events left");
      assertEquals(0, rig.driver.liveAllocations(), "memory left");
    }
  }
}
