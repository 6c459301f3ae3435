package org.grcuda.graph.algorithm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import org.grcuda.ArrayType;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.UIntArray;
import org.grcuda.graph.engine.Engine;
import org.grcuda.graph.engine.Network;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.worklist.CudaSource;
import org.grcuda.worklist.Statistics;

/**
 * The steps of a breadth-first search in which each vertex that is not reached looks for a neighbor
 * that is, rather than the other way around (Beamer, Asanovic, Patterson: Direction-optimizing
 * breadth-first search, SC 2012). If many vertices were reached by the latest step, it finds one
 * after few edges. All parts go from level to level together.
 */
final class BottomUp implements AutoCloseable {

  private final GrCuda cuda;
  private final List<BottomUpPart> parts = new ArrayList<>();
  private final Engine<UIntArray> engine;

  /** The greatest level that is complete. */
  private int depth;

  /** Time of the runs since the latest reset. */
  private long nanos;

  /** Whether parts know the levels of their ghosts. */
  private boolean told;

  /**
   * The steps on a graph.
   *
   * @param partition of a symmetric graph
   * @param levels the levels that a part knows, of its own vertices and of ghosts
   */
  BottomUp(GrCuda cuda, Partition partition, IntFunction<UIntArray> levels, int packet) {
    this.cuda = cuda;
    Packing<UIntArray> packing = Packing.reached(cuda);
    int used = Boundary.packet(partition, packing, packet);
    Network<UIntArray> network =
        new Network<>(cuda, ArrayType.UINT, partition.parts().size(), 2, used, 1);
    Kernel search =
        cuda.buildKernel(
            CudaSource.read(BottomUp.class, "bottomup.cu"),
            "searchUp(level: inout pointer uint32, row: in pointer uint32, column: in pointer"
                + " sint32, vertices: in pointer uint32, blocks: in pointer uint32, own: uint32,"
                + " depth: uint32, report: inout pointer uint32)",
            CudaSource.withHeader(BottomUp.class, RowOrder.HEADER));
    // A look at each vertex, and for each edge a column and the level of its vertex.
    search.cost("0", "8 * own + 36 * report[1]");
    for (Part part : partition.parts()) {
      parts.add(
          new BottomUpPart(
              cuda, network, search, packing, partition, part, levels.apply(part.index()), used));
    }
    engine =
        network.engine(parts, true, (idle, isQuiet) -> isQuiet && advance() ? idle : new BitSet());
  }

  /** Forgets what was done. */
  void reset() {
    parts.forEach(BottomUpPart::reset);
    nanos = 0;
  }

  /** Reaches all vertices that can be, after those of level {@code complete}. */
  void run(int complete) {
    depth = complete;
    told = false;
    long began = cuda.nanoTime();
    engine.run();
    nanos += cuda.nanoTime() - began;
  }

  /** Prepares the next step of all parts; whether there is one. */
  private boolean advance() {
    if (!told) {
      told = true;
      parts.forEach(BottomUpPart::tell);
      return true;
    }
    if (parts.stream().allMatch(part -> part.found() == 0)) {
      return false;
    }
    parts.forEach(part -> part.search(depth));
    depth++;
    return true;
  }

  Statistics statistics() {
    return parts.stream()
        .map(BottomUpPart::statistics)
        .reduce(Statistics.NONE, Statistics::plus)
        .ran(nanos);
  }

  /** Frees its arrays. */
  @Override
  public void close() {
    parts.forEach(BottomUpPart::close);
  }
}
