package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.grcuda.ArrayType;
import org.grcuda.CudaDevice;
import org.grcuda.Endpoint;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Simulator;
import org.grcuda.bench.reproduce.Table;
import org.grcuda.runtime.route.Routing;

/** What packets, distance and a ring make of transfers. */
final class Transfers implements Evaluation.Section {

  private static final double NANOS = 1e9;
  private static final int DEVICES = 8;
  private static final int BUFFERS = 4;
  private static final long KIBI = 1 << 10;
  private static final long[] PACKETS = {
    64 * KIBI, 256 * KIBI, 1024 * KIBI, 2048 * KIBI, 4096 * KIBI, 10240 * KIBI
  };

  /** Bytes of a packet where its size is not the point. */
  private static final long PACKET = 1 << 20;

  @Override
  public int steps(GrouteSettings settings) {
    return 3;
  }

  @Override
  public Report of(Evaluation evaluation) throws IOException {
    Report report = Evaluation.report("Transfers");
    long bytes = evaluation.settings().bytes();
    Simulator simulator = evaluation.simulator();
    report.tables().add(packets(simulator, bytes));
    evaluation.step();
    report.tables().add(links(simulator, bytes));
    evaluation.step();
    report.tables().add(broadcasts(simulator, bytes));
    evaluation.step();
    report.note(
        "Packets of 1 MB were published to take about 10 % longer than one copy, those of 10 MB"
            + " about 1 %. The copy latency of m60-8, 9 us, was chosen so that 1 MB takes 10 %:"
            + " this row confirms nothing.");
    report.note(
        "Published of distance is the order: within a board, then the host, then other boards; and"
            + " that devices of the other root are slower. The bandwidths here are assumptions.");
    report.note(
        "A ring was published as a remedy for a bus that several copies of a source congest;"
            + " without figures in our extract.");
    report.note(
        "Not modelled: kernels that access the memory of other devices. Of these were published:"
            + " coalesced accesses are up to 21 times as fast as random ones, and transfers by"
            + " kernels in packets are faster than those by the host.");
    return report;
  }

  /** Something to time in a context. */
  private interface Transfer {
    void run(GrCuda cuda, FloatArray source);
  }

  /**
   * How long a transfer takes.
   *
   * @param from the device of the source; -1 for the host
   */
  private static double seconds(Simulator simulator, int from, long bytes, Transfer transfer)
      throws IOException {
    // No kernel runs, and nobody looks at the data.
    try (GrCuda cuda = simulator.builder(StandIn.of(1).machine(), DEVICES).open()) {
      Endpoint source = from < 0 ? cuda.host() : cuda.devices().get(from);
      FloatArray array =
          from < 0
              ? cuda.floatArray(bytes / Float.BYTES)
              : cuda.at(source).floatArray(bytes / Float.BYTES);
      // So that the source has them, whatever it is.
      array.copyFrom(new float[Math.toIntExact(array.length())]);
      cuda.synchronize();
      long began = cuda.nanoTime();
      transfer.run(cuda, array);
      cuda.synchronize();
      return (cuda.nanoTime() - began) / NANOS;
    }
  }

  /** Seconds from a device, or from the host if it is negative, to another device. */
  private static double sent(Simulator simulator, int from, int to, long bytes, long packet)
      throws IOException {
    return seconds(
        simulator,
        from,
        bytes,
        (cuda, array) -> {
          Endpoint source = from < 0 ? cuda.host() : cuda.devices().get(from);
          send(
              cuda.router(ArrayType.FLOAT).packet(packet / Float.BYTES),
              array,
              source,
              List.of(cuda.devices().get(to)));
        });
  }

  /** Sends an array to all targets. */
  private static void send(
      Router.Builder<FloatArray> builder,
      FloatArray array,
      Endpoint source,
      List<? extends Endpoint> targets) {
    Router<FloatArray> router = builder.from(source).to(targets).open();
    List<Receiver<FloatArray>> receivers = new ArrayList<>();
    targets.forEach(target -> receivers.add(router.receiver(target, BUFFERS)));
    try (Sender<FloatArray> sender = router.sender(source)) {
      sender.send(array);
    }
    for (Segment<FloatArray> segment : Receiver.arrivals(receivers)) {
      segment.close();
    }
  }

  private static Table packets(Simulator simulator, long bytes) throws IOException {
    Table table =
        Table.of(
            "%d MB from device 0 to device 1, in packets".formatted(bytes >> 20),
            List.of("packet, KB", "ms", "over one copy, %", "published, %"));
    double whole = sent(simulator, 0, 1, bytes, bytes);
    for (long packet : PACKETS) {
      double seconds = sent(simulator, 0, 1, bytes, packet);
      String published =
          packet == 1024 * KIBI ? "about 10" : packet == 10240 * KIBI ? "about 1" : "";
      table.add(List.of(packet / KIBI, seconds * 1e3, 100 * (seconds / whole - 1), published));
    }
    table.add(List.of("one copy", whole * 1e3, 0.0, ""));
    return table;
  }

  private static Table links(Simulator simulator, long bytes) throws IOException {
    Table table =
        Table.of(
            "%d MB to device 0, in packets of 1 MB".formatted(bytes >> 20),
            List.of("from", "where", "GB/s"));
    Map<Integer, String> sources = new LinkedHashMap<>();
    sources.put(1, "same board");
    sources.put(-1, "the host");
    sources.put(2, "other board of the root");
    sources.put(4, "other root");
    for (Map.Entry<Integer, String> source : sources.entrySet()) {
      int from = source.getKey();
      double seconds = sent(simulator, from, 0, bytes, PACKET);
      table.add(
          List.of(
              from < 0 ? "host" : "device " + from, source.getValue(), bytes / seconds / NANOS));
    }
    return table;
  }

  private static Table broadcasts(Simulator simulator, long bytes) throws IOException {
    Table table =
        Table.of(
            "%d MB from device 0 to several devices, in packets of 1 MB".formatted(bytes >> 20),
            List.of(
                "targets",
                "each by itself, ms",
                "policy broadcast, ms",
                "passed on in a ring, ms",
                "ring, times as fast"));
    for (int targets = 1; targets < DEVICES; targets++) {
      int last = targets;
      int[] all = IntStream.range(0, targets).toArray();
      double naive =
          seconds(
              simulator,
              0,
              bytes,
              (cuda, array) ->
                  send(
                      builder(cuda).policy((source, tag) -> all),
                      array,
                      cuda.devices().getFirst(),
                      others(cuda, last)));
      double policy =
          seconds(
              simulator,
              0,
              bytes,
              (cuda, array) ->
                  send(
                      builder(cuda).policy(Routing.BROADCAST),
                      array,
                      cuda.devices().getFirst(),
                      others(cuda, last)));
      double ring =
          seconds(
              simulator,
              0,
              bytes,
              (cuda, array) -> passOn(cuda, array, cuda.devices().subList(0, last + 1)));
      table.add(List.of(targets, naive * 1e3, policy * 1e3, ring * 1e3, naive / ring));
    }
    return table;
  }

  private static Router.Builder<FloatArray> builder(GrCuda cuda) {
    return cuda.router(ArrayType.FLOAT).packet(PACKET / Float.BYTES);
  }

  /** The first devices but for device 0. */
  private static List<CudaDevice> others(GrCuda cuda, int count) {
    return cuda.devices().subList(1, count + 1);
  }

  /** Sends an array from the first endpoint to the others: each passes it on to the next. */
  private static void passOn(GrCuda cuda, FloatArray array, List<CudaDevice> places) {
    Router<FloatArray> router =
        cuda.router(ArrayType.FLOAT)
            .policy(Routing.RING)
            .from(places)
            .to(places)
            .packet(PACKET / Float.BYTES)
            .open();
    List<Integer> order = router.ring();
    int start = order.indexOf(0);
    List<Receiver<FloatArray>> receivers = new ArrayList<>();
    List<Sender<FloatArray>> senders = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      CudaDevice place = places.get(order.get((start + i) % places.size()));
      senders.add(router.sender(place));
      receivers.add(router.receiver(place, BUFFERS));
    }
    long left = (places.size() - 1L) * Math.ceilDiv(array.length(), router.packet());
    senders.getFirst().send(array);
    List<Receiver<FloatArray>> others = receivers.subList(1, receivers.size());
    while (left-- > 0) {
      try (Segment<FloatArray> segment = Receiver.receive(others)) {
        int at = position(receivers, segment);
        if (at < places.size() - 1) {
          senders.get(at).send(segment.data());
        }
      }
    }
    senders.forEach(Sender::close);
  }

  private static int position(List<Receiver<FloatArray>> receivers, Segment<FloatArray> segment) {
    for (int i = 0; i < receivers.size(); i++) {
      if (receivers.get(i).endpoint().equals(segment.target())) {
        return i;
      }
    }
    throw new IllegalStateException("no receiver at " + segment.target());
  }
}
