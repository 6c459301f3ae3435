package org.grcuda.worklist;

import org.grcuda.Kernel;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.UIntArray;
import org.grcuda.graph.engine.Outbox;
import org.grcuda.graph.engine.Stepper;
import org.grcuda.graph.partition.Part;

/**
 * One part of a worklist, and what the host knows of it since its latest step. A step takes in the
 * pairs that have arrived, follows edges, packs pairs for other parts, and reports. Its kernels run
 * at the part's endpoint one after the other; the host waits for none.
 */
final class Worker implements Stepper<UIntArray> {

  /** Threads of a block: CHUNK of worklist.cu. */
  private static final int BLOCK = 256;

  /** Most blocks of a launch: their threads take several vertices if there are more. */
  private static final int MOST_BLOCKS = 4096;

  /** Most rounds of one launch: a kernel that nobody wants any more ends soon. */
  private static final int MOST_FUSED_ROUNDS = 1024;

  private final Part part;
  private final WorkLayout layout;
  private final PartMemory memory;
  private final Outbox<UIntArray> outbox;
  private final Kernels kernels;
  private final Settings settings;
  private final Threshold order;
  private final Sender<UIntArray> reports;
  private final Sender<UIntArray> pairs;

  /** At most so many vertices are near. */
  private long near;

  private long far;
  private int farLeast;
  private int threshold;
  private Statistics statistics = Statistics.NONE;

  Worker(
      Part part,
      WorkLayout layout,
      PartMemory memory,
      Kernels kernels,
      Settings settings,
      Threshold order,
      Sender<UIntArray> reports,
      Sender<UIntArray> pairs) {
    this.part = part;
    this.layout = layout;
    this.memory = memory;
    this.outbox = memory.outbox();
    this.kernels = kernels;
    this.settings = settings;
    this.order = order;
    this.reports = reports;
    this.pairs = pairs;
  }

  /** No work any more, and the state as at first. */
  void reset() {
    memory.reset();
    near = 0;
    far = 0;
    statistics = Statistics.NONE;
  }

  PartMemory memory() {
    return memory;
  }

  Statistics statistics() {
    return statistics;
  }

  @Override
  public boolean canStep() {
    return outbox.isFree();
  }

  /** Whether there is work for a step that raises no threshold. */
  @Override
  public boolean hasWork() {
    return near > 0;
  }

  /** At most so many vertices are near. */
  long near() {
    return near;
  }

  /** Whether there is work beyond the threshold. */
  boolean hasFar() {
    return far > 0;
  }

  @Override
  public void delivered(int target) {
    outbox.received(target);
  }

  @Override
  public void admit(Segment<UIntArray> arrived) {
    admit(arrived.data(), arrived.rows());
    statistics = statistics.received(arrived.rows());
  }

  /** Gives all own vertices {@code value}. */
  void pushAll(Number value) {
    if (part.own() > 0) {
      kernels.pushAll().forall(part.own()).launch(memory.arguments(value));
      near = part.own();
    }
  }

  /** Takes in pairs of the program. */
  void push(UIntArray given) {
    admit(given, given.shape()[0]);
  }

  private void admit(UIntArray given, long rows) {
    kernels.admit().forall(rows).launch(memory.arguments(given, rows));
    near += rows;
  }

  /** The threshold that comes next. */
  int nextThreshold() {
    return order.next(threshold, farLeast);
  }

  /** Whether something may be beyond the threshold and below {@code raised}. */
  boolean hasFarBelow(int raised) {
    return far > 0 && Integer.compareUnsigned(farLeast, raised) < 0;
  }

  /** Raises the threshold to {@code raised}; a step is to follow. */
  void raise(int raised) {
    statistics = statistics.raised();
    launch(kernels.raise(), far, raised);
    near = far;
  }

  @Override
  public void step() {
    expand();
    launch(kernels.pack(), layout.ghosts(), outbox.buffer(), memory.table(), memory.control());
    reports.send(memory.control());
  }

  private void expand() {
    boolean fuses =
        settings.schedule() != Settings.Schedule.BULK_SYNCHRONOUS && near <= settings.fusedLimit();
    if (fuses) {
      Object[] arguments =
          memory.arguments(
              settings.fusedLimit(),
              settings.fusedRounds(),
              MOST_FUSED_ROUNDS,
              settings.delta() > 0 && !settings.strict(),
              order.argument());
      kernels.expandFused().grid(1).block(BLOCK).launch(arguments);
    } else {
      launch(kernels.expand(), near);
    }
  }

  private void launch(Kernel kernel, long items, Object... own) {
    long blocks = Math.clamp((items + BLOCK - 1) / BLOCK, 1, MOST_BLOCKS);
    kernel.grid((int) blocks).block(BLOCK).launch(memory.arguments(own));
  }

  @Override
  public int finish(UIntArray report) {
    int[] header = report.toArray();
    near = header[WorkLayout.COUNT + header[WorkLayout.NEAR]];
    far = header[WorkLayout.COUNT + header[WorkLayout.FAR]];
    farLeast = header[WorkLayout.FAR_LEAST];
    threshold = header[WorkLayout.THRESHOLD];
    long edges =
        (long) header[WorkLayout.EDGES_HIGH] << 32
            | Integer.toUnsignedLong(header[WorkLayout.EDGES_LOW]);
    statistics = statistics.stepped(header[WorkLayout.ROUNDS], edges);
    int all = 0;
    for (int owner = 0; owner < layout.parts(); owner++) {
      int count = header[WorkLayout.OUT + owner];
      if (count > 0) {
        int first = part.ghostOffset(owner);
        pairs.send(outbox.buffer().slice(first, first + count), owner);
        int packets = Math.ceilDiv(count, settings.packet());
        outbox.sent(owner, packets);
        all += packets;
      }
    }
    if (all > 0) {
      outbox.turn();
    }
    return all;
  }
}
