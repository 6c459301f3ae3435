package org.grcuda.core.dag;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.grcuda.driver.UsageException;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.route.Arrival;
import org.grcuda.runtime.route.Message;
import org.grcuda.runtime.route.Receiver;
import org.grcuda.runtime.route.Router;
import org.grcuda.runtime.route.RouterShape;
import org.grcuda.runtime.route.Routing;
import org.grcuda.runtime.route.RoutingPolicy;
import org.grcuda.runtime.route.RowCount;

/**
 * A random program over one router on null devices that complete in a random order. Kernels write
 * sources before and after they are sent, and read and write segments; rows are counted; kernels
 * and counts fail. Each row must arrive once at each target that the policy names, in order,
 * unchanged at the moment when a kernel reads it; a failure must reach those and only those that
 * depend on it; and nothing may be left.
 */
final class RandomRouting {

  private static final int ROW = NullMemory.ROW;
  private static final int SOURCE_ROWS = 12;

  private enum End {
    /** All is received. */
    DRAIN,
    /** A sender is aborted before. */
    ABORT,
    /** The runtime is closed in the middle. */
    CLOSE
  }

  /** A packet that is to arrive. */
  private record Expected(
      int[] values, Vertex writer, long offset, long total, int tag, boolean fails) {}

  /** A kernel that reads a packet of what {@code writer} wrote. */
  private record Reader(Vertex vertex, Vertex writer) {}

  private final SplittableRandom random;
  private final NullMemory memory;
  private final DagRig rig;
  private final Routing routing;
  private final RoutingPolicy policy;
  private final Router router;
  private final boolean toAny;
  private final int buffers;
  private final Region[] sources;
  private final int[][] written;
  private final Vertex[] writers;
  private final Receiver[] receivers;
  private final int[] added;

  /** By source and target; by source and 0 if any target will do. */
  private final Map<List<Integer>, ArrayDeque<Expected>> expected = new HashMap<>();

  private final List<List<Arrival>> held = new ArrayList<>();
  private final List<Vertex> vertices = new ArrayList<>();
  private final List<Reader> readers = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private int nextValue = 1;
  private int nextKernel;

  RandomRouting(long seed) {
    random = new SplittableRandom(seed);
    memory = new NullMemory(random::nextInt);
    int devices = 1 + random.nextInt(3);
    rig =
        new DagRig(
            NullSettings.defaults().withDevices(devices),
            options -> options,
            DependencyPolicy.AUTO,
            memory);
    memory.use(rig);
    rig.driver.hold();
    routing = Routing.values()[random.nextInt(Routing.values().length)];
    RouterShape shape = shape(devices);
    policy = routing.of(shape, links(devices));
    toAny = policy.isToAny();
    router = rig.dag.router("router", policy, shape);
    buffers = 1 + random.nextInt(3);
    sources =
        shape.sources().stream()
            .map(end -> allocate(end.place(), SOURCE_ROWS))
            .toArray(Region[]::new);
    written = new int[sources.length][];
    writers = new Vertex[sources.length];
    IntStream.range(0, sources.length).forEach(this::write);
    receivers = new Receiver[shape.targets().size()];
    Arrays.setAll(receivers, router::receiver);
    added = new int[receivers.length];
    for (int i = 0; i < receivers.length; i++) {
      held.add(new ArrayList<>());
    }
  }

  private RouterShape shape(int devices) {
    List<RouterShape.End> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(new RouterShape.End("e" + i, random.nextInt(devices + 1) + Places.HOST));
    }
    List<RouterShape.End> from = some(all);
    List<RouterShape.End> to =
        switch (routing) {
          case RING, TREE -> from;
          case GATHER -> List.of(all.get(random.nextInt(all.size())));
          default -> some(all);
        };
    return new RouterShape(from, to, ROW, 1 + random.nextInt(5));
  }

  private List<RouterShape.End> some(List<RouterShape.End> all) {
    List<RouterShape.End> rest = new ArrayList<>(all);
    List<RouterShape.End> chosen = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      chosen.add(rest.remove(random.nextInt(rest.size())));
    }
    return chosen;
  }

  private BandwidthMatrix links(int devices) {
    double fast = random.nextBoolean() ? 10 : 50;
    BandwidthMatrix.Builder links = BandwidthMatrix.builder(devices, "random");
    for (int from = Places.HOST; from < devices; from++) {
      for (int to = Places.HOST; to < devices; to++) {
        if (from != to) {
          links.set(from, to, random.nextBoolean() ? 10 : fast);
        }
      }
    }
    return links.build();
  }

  private Region allocate(int place, long count) {
    Allocation made =
        place == Places.HOST
            ? rig.allocate("a", count * ROW)
            : rig.runtime.memory().allocateOn(place, "a", count * ROW);
    return made.whole();
  }

  /** Runs it; throws an AssertionError that says what is wrong. */
  void run() {
    int steps = 5 + random.nextInt(40);
    End end = End.values()[Math.max(0, random.nextInt(10) - 7)];
    try {
      for (int i = 0; i < steps; i++) {
        step();
      }
      finish(end);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(e + " (" + router + ", " + routing + ", " + end + ")", e);
    }
    check(rig.driver.openStreams() == 0, "streams are left");
    check(rig.driver.openEvents() == 0, "events are left");
    check(rig.driver.liveAllocations() == 0, "memory is left");
  }

  private void step() {
    int source = random.nextInt(sources.length);
    int target = random.nextInt(receivers.length);
    switch (random.nextInt(8)) {
      case 0 -> write(source);
      case 1 -> send(source);
      case 2 -> sendCounted(source);
      case 3 -> addBuffer(target);
      case 4 -> release(target);
      case 5 -> memory.progress();
      default -> receive(target);
    }
  }

  private Vertex launch(Region region, AccessMode mode, Runnable action) {
    String kernel = "k" + nextKernel++;
    memory.kernel(kernel, action);
    int home = region.allocation().home();
    Vertex vertex =
        rig.dag.submit(
            kernel,
            rig.operation(kernel),
            home == Places.HOST ? Placement.ANYWHERE : Placement.onDevice(home),
            new Access(region, mode));
    vertices.add(vertex);
    return vertex;
  }

  private void write(int source) {
    int[] values = new int[SOURCE_ROWS];
    Arrays.setAll(values, i -> nextValue++);
    memory.mayFail("k" + nextKernel);
    writers[source] =
        launch(sources[source], AccessMode.OVERWRITE, () -> memory.write(sources[source], values));
    written[source] = values;
  }

  private int[] targets(int source, int tag) {
    return toAny ? new int[1] : policy.targets(source, tag);
  }

  private void send(int source) {
    if (routing == Routing.TREE && source == 0) {
      return;
    }
    int from = random.nextInt(SOURCE_ROWS);
    int to = from + 1 + random.nextInt(SOURCE_ROWS - from);
    int tag = random.nextInt(receivers.length);
    Region part =
        new Region(sources[source].allocation(), (long) from * ROW, (long) (to - from) * ROW);
    messages.add(router.sender(source).send(part, tag, false));
    long packet = router.shape().packetRows();
    for (int target : targets(source, tag)) {
      for (int at = from; at < to; at += (int) packet) {
        int[] values = Arrays.copyOfRange(written[source], at, (int) Math.min(to, at + packet));
        expect(
            source,
            target,
            new Expected(values, writers[source], at - from, to - from, tag, false));
      }
    }
  }

  private void expect(int source, int target, Expected packet) {
    expected.computeIfAbsent(List.of(source, target), key -> new ArrayDeque<>()).add(packet);
  }

  private void sendCounted(int source) {
    if (routing == Routing.TREE && source == 0) {
      return;
    }
    int room = (int) router.shape().packetRows();
    int rows = random.nextInt(room + 1);
    int kind = random.nextInt(8);
    boolean fails = kind == 0 || kind == 1;
    RowCount count = new RowCount();
    Vertex reader =
        rig.dag.submit(
            "count",
            new Operation.HostTask(
                (task, addresses) ->
                    memory.task(
                        () -> {
                          count.set(kind == 1 ? room + 1 : rows);
                          rig.runtime.finish(task, kind == 0 ? noNumber(source) : null);
                        })));
    count.readBy(reader);
    vertices.add(reader);
    int tag = random.nextInt(receivers.length);
    Region part = new Region(sources[source].allocation(), 0, (long) room * ROW);
    messages.add(router.sender(source).send(part, count, tag, false));
    for (int target : targets(source, tag)) {
      if (fails || rows > 0) {
        int[] values = Arrays.copyOf(written[source], rows);
        expect(source, target, new Expected(values, writers[source], 0, rows, tag, fails));
      }
    }
  }

  private Throwable noNumber(int source) {
    return new IllegalStateException("no number of " + router.sender(source));
  }

  private void addBuffer(int target) {
    if (added[target] < buffers) {
      added[target]++;
      RouterShape shape = router.shape();
      Region buffer = allocate(shape.targets().get(target).place(), shape.packetRows());
      receivers[target].addBuffer(buffer, buffer);
    }
  }

  private boolean isExpected(int target) {
    return expected.entrySet().stream()
        .anyMatch(
            entry -> entry.getKey().get(1) == (toAny ? 0 : target) && !entry.getValue().isEmpty());
  }

  private boolean hasRoom(int target) {
    return held.get(target).size() < added[target];
  }

  private void receive(int target) {
    boolean canCome =
        toAny ? IntStream.range(0, receivers.length).anyMatch(this::hasRoom) : hasRoom(target);
    if (canCome && isExpected(target)) {
      List<Receiver> some = toAny ? List.of(receivers) : List.of(receivers[target]);
      try {
        check(take(some), "there is nothing, though packets are to come");
      } catch (UsageException e) {
        // What holds up this target may be that another one has not received.
        check(!toAny && receivers.length > 1, e.getMessage());
      }
    }
  }

  /** Receives one packet; false if there will be none. */
  private boolean take(List<Receiver> some) {
    Arrival arrival;
    try {
      arrival = rig.runtime.exchange().receive(some);
    } catch (ComputationFailedException e) {
      takeFailed(e.getMessage());
      return true;
    }
    if (arrival == null) {
      return false;
    }
    int target = arrival.receiver().index();
    ArrayDeque<Expected> lane = expected.get(List.of(arrival.source(), toAny ? 0 : target));
    check(lane != null && !lane.isEmpty(), "something arrives that was not sent");
    Expected packet = lane.remove();
    check(!packet.fails, "a packet arrives whose count has failed");
    check(
        packet.values.length == arrival.rows()
            && packet.offset == arrival.offset()
            && packet.total == arrival.total()
            && packet.tag == arrival.tag(),
        "another packet arrives than " + packet);
    held.get(target).add(arrival);
    use(arrival, packet);
    return true;
  }

  /** The error tells whose packet has failed, and where. */
  private void takeFailed(String error) {
    for (Map.Entry<List<Integer>, ArrayDeque<Expected>> lane : expected.entrySet()) {
      boolean isHere = toAny || error.contains(receivers[lane.getKey().get(1)].toString());
      Expected first = lane.getValue().peek();
      if (isHere
          && first != null
          && first.fails
          && error.contains(router.sender(lane.getKey().getFirst()).toString())) {
        lane.getValue().remove();
        return;
      }
    }
    throw new AssertionError("a packet has failed whose count has not: " + error);
  }

  private void use(Arrival arrival, Expected packet) {
    Region region = arrival.region();
    int uses = random.nextInt(4);
    if (uses > 0) {
      Vertex reader = launch(region, AccessMode.READ, () -> check(region, packet));
      readers.add(new Reader(reader, packet.writer));
    }
    if (uses > 2) {
      int[] junk = new int[packet.values.length];
      launch(region, AccessMode.OVERWRITE, () -> memory.write(region, junk));
    }
  }

  /** What a failed writer should have written is in no memory. */
  private void check(Region region, Expected packet) {
    if (!memory.hasFailed(packet.writer.name())) {
      memory.check(region, packet.values);
    }
  }

  private void release(int target) {
    List<Arrival> some = held.get(target);
    if (!some.isEmpty()) {
      some.remove(random.nextInt(some.size())).release();
    }
  }

  private void finish(End end) {
    if (end == End.CLOSE) {
      // Closing waits for what the program itself has begun.
      memory.finishTasks();
      rig.close();
      messages.forEach(message -> check(message.isDone(), "a message is not done"));
      return;
    }
    int aborted = end == End.ABORT ? random.nextInt(sources.length) : -1;
    if (aborted >= 0) {
      router.sender(aborted).abort();
    }
    for (int i = 0; i < sources.length; i++) {
      router.sender(i).close();
    }
    for (int target = 0; target < receivers.length; target++) {
      addBuffer(target);
      while (!held.get(target).isEmpty()) {
        release(target);
      }
    }
    drain();
    expected.forEach(
        (lane, packets) ->
            check(
                packets.isEmpty() || lane.getFirst() == aborted,
                "packets have not arrived: " + packets));
    settle();
  }

  /** Who receives at all targets, and releases, gets everything. */
  private void drain() {
    while (take(List.of(receivers))) {
      releaseAll();
    }
  }

  private void releaseAll() {
    held.forEach(arrivals -> arrivals.forEach(Arrival::release));
    held.forEach(List::clear);
  }

  private void settle() {
    boolean goesOn = true;
    while (goesOn) {
      rig.runtime.poll();
      goesOn = memory.progress();
    }
    rig.runtime.poll();
    check(rig.runtime.unfinished() == 0, rig.runtime.unfinished() + " have not ended");
    messages.forEach(message -> check(message.isDone(), "a message is not done"));
    for (Vertex vertex : vertices) {
      check(vertex.isComplete(), vertex + " has not ended");
      check(
          vertex.operation() == null
              && vertex.accesses().length == 0
              && vertex.parents().length == 0,
          vertex + " keeps something");
    }
    for (Reader reader : readers) {
      check(
          reader.vertex.isFailed() == reader.writer.isFailed(),
          "the writer of a packet failed: " + reader.writer.isFailed() + ", its reader not so");
    }
    rig.close();
  }

  private static void check(boolean holds, String problem) {
    if (!holds) {
      throw new AssertionError(problem);
    }
  }
}
