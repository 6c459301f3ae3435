package org.grcuda.bench.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.ArrayType;
import org.grcuda.CudaDevice;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.route.Routing;

/**
 * Benchmark of what a packet of a router costs the host: from the send to the release of the
 * segment, on null devices, beside a copy between two arrays. Times and allocated bytes are medians
 * over rounds.
 */
public final class RoutingBenchmark {

  private static final int PACKETS = 8_192;
  private static final int IN_MESSAGE = 64;
  private static final int ROWS = 16;
  private static final int DEVICES = 4;
  private static final int WARM_UP_ROUNDS = 20;
  private static final int ROUNDS = 31;
  private static final int KEPT_ROUNDS = 10;

  /** One way to move {@link #PACKETS} packets, and its measurements. */
  private abstract static class Way {

    private final String name;
    private final long[] nanos = new long[ROUNDS];
    private final long[] allocated = new long[ROUNDS];
    private long kept;

    Way(String name) {
      this.name = name;
    }

    abstract void move();

    void measure(int round) {
      long before = Heap.allocatedByThisThread();
      long began = System.nanoTime();
      move();
      nanos[round] = System.nanoTime() - began;
      allocated[round] = Heap.allocatedByThisThread() - before;
    }

    void measureKept() {
      long before = Heap.usedAfterCollection();
      for (int round = 0; round < KEPT_ROUNDS; round++) {
        move();
      }
      kept = Heap.usedAfterCollection() - before;
    }

    void print() {
      System.out.printf(
          "%-44s %8.0f %12.0f %12.1f%n",
          name,
          median(nanos) / PACKETS,
          median(allocated) / PACKETS,
          (double) kept / KEPT_ROUNDS / PACKETS);
    }
  }

  private RoutingBenchmark() {}

  /** Runs the benchmark and prints the results to standard output. */
  public static void run() {
    NullSettings machine =
        NullSettings.defaults()
            .withDevices(DEVICES)
            .withLog(false)
            .withHostMemory(1L << 40, false)
            .withChecks(false);
    try (GrCuda cuda = GrCuda.builder().driver(new NullDriver(machine)).open()) {
      List<Way> ways = ways(cuda);
      for (int round = 0; round < WARM_UP_ROUNDS; round++) {
        ways.forEach(Way::move);
      }
      for (int round = 0; round < ROUNDS; round++) {
        for (Way way : ways) {
          way.measure(round);
        }
      }
      ways.forEach(Way::measureKept);
      System.out.printf("%-44s %8s %12s %12s%n", "a packet", "ns", "bytes", "bytes kept");
      ways.forEach(Way::print);
    }
  }

  private static List<Way> ways(GrCuda cuda) {
    List<Way> ways = new ArrayList<>();
    FloatArray packet = cuda.floatArray(ROWS);
    FloatArray message = cuda.floatArray(ROWS * IN_MESSAGE);
    FloatArray target = cuda.floatArray(ROWS);
    ways.add(
        new Way("a copy between arrays, without a router") {
          @Override
          void move() {
            for (int i = 0; i < PACKETS; i++) {
              target.copyFrom(packet);
            }
            cuda.synchronize();
          }
        });
    List<CudaDevice> devices = cuda.devices();
    Ends link = new Ends(cuda, Routing.DIRECT, devices.subList(0, 1), devices.subList(1, 2));
    ways.add(
        new Way("a link, a packet a message") {
          @Override
          void move() {
            for (int i = 0; i < PACKETS; i++) {
              link.sender.send(packet);
              link.receive(1);
            }
            cuda.synchronize();
          }
        });
    ways.add(
        new Way("a link, " + IN_MESSAGE + " packets a message") {
          @Override
          void move() {
            for (int i = 0; i < PACKETS / IN_MESSAGE; i++) {
              link.sender.send(message);
              link.receive(IN_MESSAGE);
            }
            cuda.synchronize();
          }
        });
    Ends scatter = new Ends(cuda, Routing.SCATTER, devices.subList(0, 1), devices);
    ways.add(
        new Way("scattered to " + DEVICES + ", " + IN_MESSAGE + " packets a message") {
          @Override
          void move() {
            for (int i = 0; i < PACKETS / IN_MESSAGE; i++) {
              scatter.sender.send(message);
              scatter.receive(IN_MESSAGE);
            }
            cuda.synchronize();
          }
        });
    return ways;
  }

  /** The first sender of a router, and all its receivers. */
  private static final class Ends {

    private final Sender<FloatArray> sender;
    private final List<Receiver<FloatArray>> receivers = new ArrayList<>();

    Ends(GrCuda cuda, Routing routing, List<CudaDevice> sources, List<CudaDevice> targets) {
      Router<FloatArray> router =
          cuda.router(ArrayType.FLOAT)
              .policy(routing)
              .from(sources)
              .to(targets)
              .packet(ROWS)
              .open();
      sender = router.sender(sources.getFirst());
      targets.forEach(target -> receivers.add(router.receiver(target)));
    }

    void receive(int packets) {
      for (int i = 0; i < packets; i++) {
        try (Segment<FloatArray> segment = Receiver.receive(receivers)) {
          if (segment.rows() != ROWS) {
            throw new IllegalStateException(segment.rows() + " rows");
          }
        }
      }
    }
  }

  private static double median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
