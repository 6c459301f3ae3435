package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.route.Arrival;
import org.grcuda.runtime.route.Receiver;
import org.grcuda.runtime.route.Router;
import org.grcuda.runtime.route.RouterShape;
import org.grcuda.runtime.route.Routing;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.AfterEach;

/** Routers between two null devices, and short ways to use them. */
abstract class RouterRig {

  static final int ROW = 4;
  static final int PACKET = 8;
  static final Set<Command> MOVES = Set.of(Command.COPY, Command.PREFETCH, Command.ADVISE);

  final DagRig rig =
      new DagRig(
          NullSettings.defaults().withDevices(2),
          options -> options,
          DependencyPolicy.AUTO,
          Blocker.uninterruptible());
  final Allocation x = rig.allocate("x", 64 * ROW);

  /** Host tasks that have begun. */
  final List<Vertex> begun = new ArrayList<>();

  @AfterEach
  void close() {
    begun.forEach(task -> rig.runtime.finish(task, null));
    rig.close();
  }

  /** Of {@code sources} endpoints on device 0, and as many targets as there are {@code places}. */
  static RouterShape shape(int sources, int... places) {
    return new RouterShape(
        IntStream.range(0, sources).mapToObj(i -> new RouterShape.End("s" + i, 0)).toList(),
        IntStream.range(0, places.length)
            .mapToObj(i -> new RouterShape.End("t" + i, places[i]))
            .toList(),
        ROW,
        PACKET);
  }

  Router router(Routing routing, int sources, int... places) {
    RouterShape shape = shape(sources, places);
    return rig.dag.router("router", routing.of(shape, BandwidthMatrix.assumed(2)), shape);
  }

  Receiver receiver(Router router, int index, int count) {
    Receiver receiver = router.receiver(index);
    int place = router.shape().targets().get(index).place();
    for (int i = 0; i < count; i++) {
      Allocation memory =
          place == BandwidthMatrix.HOST
              ? rig.allocate("buffer" + i, PACKET * ROW)
              : rig.runtime.memory().allocateOn(place, "buffer" + i, PACKET * ROW);
      Region buffer = memory.whole();
      receiver.addBuffer(buffer, buffer);
    }
    return receiver;
  }

  static Region rows(Allocation of, int from, int to) {
    return new Region(of, (long) from * ROW, (long) (to - from) * ROW);
  }

  Arrival receive(Receiver... some) {
    return rig.runtime.exchange().receive(List.of(some));
  }

  Vertex use(String kernel, Arrival arrival) {
    Region region = arrival.region();
    return rig.launch(
        kernel,
        access(region.allocation(), region.offset(), region.length(), AccessMode.READ_WRITE));
  }

  List<QueuedCommand> pendingCopies() {
    return rig.driver.pending().stream().filter(c -> c.kind() == Command.COPY).toList();
  }

  /** Completes the copies that can begin, and the prefetches before them. */
  void completeCopies() {
    List<QueuedCommand> some = movesThatCanBegin();
    while (!some.isEmpty()) {
      some.forEach(rig.driver::complete);
      some = movesThatCanBegin();
    }
  }

  void completePrefetches() {
    while (movesThatCanBegin().stream().anyMatch(c -> c.kind() != Command.COPY)) {
      movesThatCanBegin().stream()
          .filter(c -> c.kind() != Command.COPY)
          .forEach(rig.driver::complete);
    }
  }

  List<QueuedCommand> movesThatCanBegin() {
    return rig.driver.ready().stream().filter(c -> MOVES.contains(c.kind())).toList();
  }
}
