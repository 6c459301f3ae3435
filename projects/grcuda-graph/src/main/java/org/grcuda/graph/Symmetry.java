package org.grcuda.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Makes graphs symmetric, in parallel: puts each edge into the rows of both its ends, sorts each
 * row and keeps the first of parallel edges, which has the smallest weight.
 */
final class Symmetry {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final VarHandle ATOMIC_LONG = LONG.varHandle();

  private final Graph graph;
  private final Weights weightType;

  /** Where each row of the draft begins; while it is filled, where its next edge belongs. */
  private final MemorySegment cursors;

  /** The draft: where each edge leads in the upper 32 bits, the rank of its weight in the lower. */
  private final MemorySegment keys;

  private final MemorySegment offsets;

  private Symmetry(Graph graph, Arena draft) {
    this.graph = graph;
    weightType = graph.weightType();
    cursors = draft.allocate((graph.vertices() + 1L) * Long.BYTES, Long.BYTES);
    keys = draft.allocate(2 * graph.edges() * Long.BYTES, Long.BYTES);
    offsets = Arena.ofAuto().allocate(cursors.byteSize(), Long.BYTES);
  }

  /** See {@link Graph#symmetric}. */
  static Graph symmetric(Graph graph) {
    if (SymmetryCheck.isSymmetric(graph)) {
      return graph;
    }
    try (Arena draft = Arena.ofShared()) {
      return new Symmetry(graph, draft).build();
    }
  }

  private Graph build() {
    forEachVertex(this::count);
    sumUp(cursors);
    forEachVertex(this::place);
    // At the end each cursor stands where the next row begins.
    MemorySegment.copy(cursors, 0, cursors, Long.BYTES, cursors.byteSize() - Long.BYTES);
    cursors.setAtIndex(LONG, 0, 0);
    forEachVertex(this::merge);
    long edges = sumUp(offsets);
    Arena arena = Arena.ofAuto();
    MemorySegment columns = arena.allocate(edges * Integer.BYTES, Integer.BYTES);
    MemorySegment weights =
        weightType == Weights.NONE
            ? MemorySegment.NULL
            : arena.allocate(edges * Integer.BYTES, Integer.BYTES);
    forEachVertex(vertex -> copy(vertex, columns, weights));
    return new Graph(offsets, columns, weightType, weights);
  }

  private void forEachVertex(IntConsumer action) {
    IntStream.range(0, graph.vertices()).parallel().forEach(action);
  }

  /** Puts the sum of what stands before each element there, and returns the sum of all. */
  private static long sumUp(MemorySegment counts) {
    long length = counts.byteSize() / Long.BYTES;
    long sum = 0;
    for (long i = 0; i < length; i++) {
      long count = counts.getAtIndex(LONG, i);
      counts.setAtIndex(LONG, i, sum);
      sum += count;
    }
    return sum;
  }

  private long reserve(int vertex, long count) {
    return (long) ATOMIC_LONG.getAndAdd(cursors, (long) vertex * Long.BYTES, count);
  }

  private void count(int source) {
    long end = graph.offset(source + 1);
    for (long edge = graph.offset(source); edge < end; edge++) {
      int target = graph.column(edge);
      if (target != source) {
        reserve(target, 1);
      }
    }
    reserve(source, graph.degree(source));
  }

  private void place(int source) {
    long at = reserve(source, graph.degree(source));
    long end = graph.offset(source + 1);
    for (long edge = graph.offset(source); edge < end; edge++) {
      int target = graph.column(edge);
      long rank = WeightOrder.rank(weightType, graph.weightBits(edge)) & 0xFFFFFFFFL;
      keys.setAtIndex(LONG, at++, (long) target << 32 | rank);
      if (target != source) {
        keys.setAtIndex(LONG, reserve(target, 1), (long) source << 32 | rank);
      }
    }
  }

  /** Sorts a row of the draft and moves the edges that stay to its beginning. */
  private void merge(int vertex) {
    long begin = cursors.getAtIndex(LONG, vertex);
    long[] row = new long[Math.toIntExact(cursors.getAtIndex(LONG, vertex + 1) - begin)];
    MemorySegment.copy(keys, LONG, begin * Long.BYTES, row, 0, row.length);
    Arrays.sort(row);
    int kept = 0;
    for (long key : row) {
      if (kept == 0 || row[kept - 1] >>> 32 != key >>> 32) {
        row[kept++] = key;
      }
    }
    MemorySegment.copy(row, 0, keys, LONG, begin * Long.BYTES, kept);
    offsets.setAtIndex(LONG, vertex, kept);
  }

  private void copy(int vertex, MemorySegment columns, MemorySegment weights) {
    long from = cursors.getAtIndex(LONG, vertex);
    long end = offsets.getAtIndex(LONG, vertex + 1);
    for (long edge = offsets.getAtIndex(LONG, vertex); edge < end; edge++) {
      long key = keys.getAtIndex(LONG, from++);
      columns.setAtIndex(INT, edge, (int) (key >>> 32));
      if (weightType != Weights.NONE) {
        weights.setAtIndex(INT, edge, WeightOrder.bits(weightType, (int) key));
      }
    }
  }
}
