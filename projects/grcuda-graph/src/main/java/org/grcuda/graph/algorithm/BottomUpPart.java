package org.grcuda.graph.algorithm;

import java.util.ArrayDeque;
import java.util.Queue;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.UIntArray;
import org.grcuda.graph.engine.Network;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.engine.Stepper;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.types.ElementType;
import org.grcuda.worklist.Statistics;

/**
 * One part of {@link BottomUp}. Its steps begin when all parts are through with the latest level.
 */
final class BottomUpPart implements Stepper<UIntArray>, AutoCloseable {

  private static final int UNKNOWN = -1;

  private final Part part;
  private final Kernel search;
  private final PartArrays arrays;
  private final UIntArray level;
  private final DeviceArray row;
  private final DeviceArray column;
  private final UIntArray vertices;
  private final UIntArray blocks;
  private final int count;
  private final UIntArray report;
  private final Sender<UIntArray> reports;
  private final Boundary<UIntArray> boundary;
  private final Queue<Segment<UIntArray>> inbox = new ArrayDeque<>();

  /** The greatest level that is complete; unknown while others' levels are. */
  private int depth;

  private boolean stepping;
  private int found;
  private Statistics statistics = Statistics.NONE;

  /**
   * @param level of each own vertex and each ghost
   */
  BottomUpPart(
      GrCuda cuda,
      Network<UIntArray> network,
      Kernel search,
      Packing<UIntArray> packing,
      Partition partition,
      Part part,
      UIntArray level,
      int packet) {
    this.part = part;
    this.search = search;
    this.level = level;
    arrays = new PartArrays(cuda.at(network.endpoint(part.index())));
    row = arrays.copy(ElementType.UINT, part.offsets());
    column = arrays.copy(ElementType.INT, part.columns());
    RowOrder order = RowOrder.of(part.offsets());
    vertices = arrays.copy(order.vertices());
    blocks = arrays.copy(order.blocks());
    count = order.count();
    report = arrays.uints(1, 2);
    reports = network.reports(part.index());
    boundary =
        new Boundary<>(
            partition,
            part,
            arrays,
            level,
            arrays::uints,
            packing,
            network.packets(part.index()),
            packet);
  }

  void reset() {
    statistics = Statistics.NONE;
  }

  /** How many vertices the latest step has reached. */
  int found() {
    return found;
  }

  Statistics statistics() {
    return statistics;
  }

  @Override
  public boolean isStepping() {
    return stepping;
  }

  @Override
  public boolean canStep() {
    return !stepping && boundary.isFree();
  }

  @Override
  public boolean hasWork() {
    return false;
  }

  /** Begins a step that only tells others which of its vertices are reached. */
  void tell() {
    depth = UNKNOWN;
    step();
  }

  /** Begins a step that reaches vertices of the level above {@code complete}. */
  void search(int complete) {
    depth = complete;
    step();
  }

  @Override
  public void step() {
    report.fill(depth == UNKNOWN ? 1 : 0);
    if (depth != UNKNOWN && count > 0) {
      search
          .grid(count)
          .block(RowOrder.BLOCK)
          .launch(level, row, column, vertices, blocks, part.own(), depth, report);
    }
    reports.send(report);
    stepping = true;
  }

  @Override
  public int finish(UIntArray arrived) {
    stepping = false;
    int[] counts = arrived.toArray();
    found = counts[0];
    statistics = statistics.stepped(1, Integer.toUnsignedLong(counts[1]));
    return found > 0 ? boundary.send() : 0;
  }

  @Override
  public void delivered(int target) {
    boundary.delivered(target);
  }

  @Override
  public void accept(Segment<UIntArray> arrived) {
    inbox.add(arrived);
    statistics = statistics.received(arrived.rows());
  }

  @Override
  public void admitArrived() {
    while (!inbox.isEmpty()) {
      try (Segment<UIntArray> arrived = inbox.remove()) {
        boundary.admit(arrived);
      }
    }
  }

  @Override
  public void close() {
    arrays.close();
  }
}
