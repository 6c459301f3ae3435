package org.grcuda.graph.algorithm;

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
  private final RowArrays rows;
  private final UIntArray report;
  private final Sender<UIntArray> reports;
  private final Boundary<UIntArray> boundary;

  /** The greatest level that is complete; unknown while others' levels are. */
  private int depth;

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
    rows = RowArrays.of(arrays, part);
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
  public boolean canStep() {
    return boundary.isFree();
  }

  @Override
  public boolean hasWork() {
    return false;
  }

  /** The next step only tells others which of its vertices are reached. */
  void tell() {
    depth = UNKNOWN;
  }

  /** The next step reaches vertices of the level above {@code complete}. */
  void search(int complete) {
    depth = complete;
  }

  @Override
  public void step() {
    report.fill(depth == UNKNOWN ? 1 : 0);
    if (depth != UNKNOWN && rows.count() > 0) {
      search
          .grid(rows.count())
          .block(RowOrder.BLOCK)
          .launch(
              level,
              rows.row(),
              rows.column(),
              rows.vertices(),
              rows.blocks(),
              part.own(),
              depth,
              report);
    }
    reports.send(report);
  }

  @Override
  public int finish(UIntArray arrived) {
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
  public void admit(Segment<UIntArray> arrived) {
    boundary.admit(arrived);
    statistics = statistics.received(arrived.rows());
  }

  @Override
  public void close() {
    arrays.close();
  }
}
