package org.grcuda.tests.route;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.grcuda.ArrayType;
import org.grcuda.Endpoint;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.runtime.route.Routing;

/**
 * A random program over one router: sends from all sources in random order, receives, kernels on
 * segments, releases late and early. It checks that each row arrives exactly once at each target
 * that the policy names, unchanged, and that the rows between two endpoints keep their order.
 */
final class RandomRouterProgram {

  private static final int MOST_ROWS = 40;

  /** Of a source. */
  private static final int MOST_MESSAGES = 3;

  private final GrCuda cuda;
  private final Kernel add;
  private final Kernel count;
  private final SplittableRandom random;
  private final Routing routing;
  private final boolean toAny;
  private final Router<IntArray> router;
  private final List<Sender<IntArray>> senders = new ArrayList<>();
  private final List<Receiver<IntArray>> receivers = new ArrayList<>();
  private final int buffers;

  /**
   * Rows that were sent and not received, by source and target; by source if any target will do.
   */
  private final Map<List<Integer>, ArrayDeque<Integer>> expected = new HashMap<>();

  /** Packets that were sent and not received, by target; at 0 if any target will do. */
  private final int[] outstanding;

  private final List<List<Segment<IntArray>>> held = new ArrayList<>();
  private final int[] left;
  private int nextValue;

  /**
   * @param add {@code add(x, value, n)} adds a value to each element
   * @param count {@code count(y, counter, first, n)} stores n numbers from the first on, and n
   */
  RandomRouterProgram(GrCuda cuda, Kernel add, Kernel count, long seed) {
    this.cuda = cuda;
    this.add = add;
    this.count = count;
    random = new SplittableRandom(seed);
    routing = Routing.values()[random.nextInt(Routing.values().length)];
    toAny = routing == Routing.SCATTER || routing == Routing.PRIORITY;
    List<Endpoint> all = new ArrayList<>(cuda.endpoints(1 + random.nextInt(4)));
    all.add(cuda.host());
    List<Endpoint> sources = some(all);
    List<Endpoint> targets =
        switch (routing) {
          case RING, TREE -> sources;
          case GATHER -> List.of(all.get(random.nextInt(all.size())));
          default -> some(all);
        };
    router =
        cuda.router(ArrayType.INT)
            .policy(routing)
            .from(sources)
            .to(targets)
            .packet(1 + random.nextInt(16))
            .open();
    buffers = 1 + random.nextInt(3);
    // With fewer output segments than messages, one target may have to receive before another can.
    int outputs = toAny || targets.size() == 1 ? 1 + random.nextInt(2) : MOST_MESSAGES;
    sources.forEach(source -> senders.add(router.sender(source, outputs)));
    targets.forEach(
        target -> {
          receivers.add(router.receiver(target, buffers));
          held.add(new ArrayList<>());
        });
    outstanding = new int[targets.size()];
    left = new int[sources.size()];
    Arrays.setAll(left, i -> random.nextInt(MOST_MESSAGES + 1));
    if (routing == Routing.TREE) {
      // The root of the tree sends to nobody.
      left[0] = 0;
    }
  }

  private List<Endpoint> some(List<Endpoint> all) {
    List<Endpoint> rest = new ArrayList<>(all);
    List<Endpoint> chosen = new ArrayList<>();
    int count = 1 + random.nextInt(all.size());
    for (int i = 0; i < count; i++) {
      chosen.add(rest.remove(random.nextInt(rest.size())));
    }
    return chosen;
  }

  /** Runs it; throws an AssertionError that says what is wrong. */
  void run() {
    while (Arrays.stream(left).anyMatch(count -> count > 0) || isOutstanding()) {
      switch (random.nextInt(3)) {
        case 0 -> sendSome();
        case 1 -> receiveSome();
        default -> releaseSome();
      }
    }
    senders.forEach(Sender::close);
    for (Receiver<IntArray> receiver : receivers) {
      check(receiver.receive() == null, "something arrives that was not sent");
    }
    held.forEach(segments -> segments.forEach(Segment::close));
    expected.values().forEach(rows -> check(rows.isEmpty(), "rows have not arrived: " + rows));
  }

  private boolean isOutstanding() {
    return Arrays.stream(outstanding).anyMatch(count -> count > 0);
  }

  private void sendSome() {
    int source = random.nextInt(senders.size());
    if (left[source] == 0) {
      return;
    }
    left[source]--;
    if (random.nextInt(3) == 0) {
      sendCounted(source);
      return;
    }
    int rows = 1 + random.nextInt(MOST_ROWS);
    int tag = random.nextInt(receivers.size());
    int[] values = new int[rows];
    Arrays.setAll(values, i -> nextValue++);
    IntArray array = cuda.intArray(rows);
    array.copyFrom(values);
    if (random.nextBoolean()) {
      // The router must wait for the kernel.
      launch(array, 1000);
      Arrays.setAll(values, i -> values[i] + 1000);
    }
    senders.get(source).send(array, tag);
    if (random.nextBoolean()) {
      // The kernel must wait for the router.
      launch(array, 7);
    }
    expect(source, tag, values);
  }

  /** A message whose rows a kernel counts: one packet, or nothing. */
  private void sendCounted(int source) {
    int[] values = new int[random.nextInt(Math.toIntExact(router.packet()) + 1)];
    int tag = random.nextInt(receivers.size());
    int first = nextValue;
    Arrays.setAll(values, i -> nextValue++);
    Sender.Output<IntArray> out = senders.get(source).buffer();
    count.grid(1).block(64).launch(out.data(), out.counter(), first, values.length);
    senders.get(source).send(out.data(), out.counter(), tag);
    expect(source, tag, values);
  }

  private void expect(int source, int tag, int[] values) {
    int packets = Math.toIntExact(Math.ceilDiv(values.length, router.packet()));
    for (int target : targets(source, tag)) {
      outstanding[target] += packets;
      for (int value : values) {
        expected.computeIfAbsent(List.of(source, target), key -> new ArrayDeque<>()).add(value);
      }
    }
  }

  private int[] targets(int source, int tag) {
    return switch (routing) {
      case BROADCAST, GATHER -> all();
      case SCATTER, PRIORITY -> new int[1];
      case DIRECT -> new int[] {tag};
      case RING -> new int[] {next(source)};
      case TREE -> new int[] {source & source - 1};
    };
  }

  private int next(int source) {
    List<Integer> ring = router.ring();
    return ring.get((ring.indexOf(source) + 1) % ring.size());
  }

  private int[] all() {
    int[] all = new int[receivers.size()];
    Arrays.setAll(all, i -> i);
    return all;
  }

  private void launch(IntArray array, int value) {
    add.grid(1).block(64).launch(array, value, array.length());
  }

  private void receiveSome() {
    int target = random.nextInt(receivers.size());
    Segment<IntArray> segment;
    if (toAny) {
      if (outstanding[0] == 0 || held.stream().allMatch(some -> some.size() == buffers)) {
        return;
      }
      segment = Receiver.receive(receivers);
      target = receivers.stream().map(Receiver::endpoint).toList().indexOf(segment.target());
      outstanding[0]--;
      take(segment, List.of(segment.source(), 0));
    } else {
      if (outstanding[target] == 0 || held.get(target).size() == buffers) {
        return;
      }
      segment = receivers.get(target).receive();
      outstanding[target]--;
      take(segment, List.of(segment.source(), target));
    }
    held.get(target).add(segment);
    if (random.nextBoolean()) {
      // The next packet in this buffer must wait for the kernel.
      launch(segment.data(), 5);
    }
  }

  private void take(Segment<IntArray> segment, List<Integer> lane) {
    int[] values = new int[Math.toIntExact(segment.rows())];
    segment.data().copyTo(values);
    ArrayDeque<Integer> rows = expected.get(lane);
    for (int value : values) {
      int next = rows.remove();
      check(value == next, "expected " + next + ", given " + value + " from " + segment.source());
    }
  }

  private void releaseSome() {
    List<Segment<IntArray>> some = held.get(random.nextInt(held.size()));
    if (!some.isEmpty()) {
      some.remove(random.nextInt(some.size())).close();
    }
  }

  private void check(boolean holds, String problem) {
    if (!holds) {
      throw new AssertionError(
          problem
              + " ("
              + router
              + ", "
              + senders.size()
              + " sources, "
              + receivers.size()
              + " targets, packets of "
              + router.packet()
              + ", "
              + buffers
              + " buffers)");
    }
  }
}
