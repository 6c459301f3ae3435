package org.grcuda.graph.generate;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;

/**
 * Makes graphs of edges without weights that are drawn by their index: draws each edge once and
 * gives it a place in the row of its vertex, in any order; then puts it there, and sorts the row.
 */
final class DrawnRows {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final VarHandle ATOMIC_LONG = LONG.varHandle();
  private static final long PIECE = 1 << 16;

  private DrawnRows() {}

  /**
   * A graph of the edges 0 to {@code edges - 1}.
   *
   * @param edge the source of each edge in the upper 32 bits, the target in the lower ones
   */
  static Graph graph(int vertices, long edges, LongUnaryOperator edge) {
    Arena arena = Arena.ofAuto();
    MemorySegment offsets = arena.allocate((vertices + 1L) * Long.BYTES, Long.BYTES);
    MemorySegment columns = arena.allocate(edges * Integer.BYTES, Integer.BYTES);
    try (Arena draft = Arena.ofShared()) {
      MemorySegment pairs = draft.allocate(edges * Long.BYTES, Long.BYTES);
      MemorySegment places = draft.allocate(edges * Integer.BYTES, Integer.BYTES);
      inParallel(
          edges,
          i -> {
            long pair = edge.applyAsLong(i);
            pairs.setAtIndex(LONG, i, pair);
            long place = (long) ATOMIC_LONG.getAndAdd(offsets, (pair >>> 32) * Long.BYTES, 1L);
            places.setAtIndex(INT, i, (int) place);
          });
      sums(offsets);
      inParallel(
          edges,
          i -> {
            long pair = pairs.getAtIndex(LONG, i);
            long place = Integer.toUnsignedLong(places.getAtIndex(INT, i));
            columns.setAtIndex(INT, offsets.getAtIndex(LONG, pair >>> 32) + place, (int) pair);
          });
    }
    IntStream.range(0, vertices)
        .parallel()
        .forEach(
            vertex ->
                sort(
                    columns,
                    offsets.getAtIndex(LONG, vertex),
                    offsets.getAtIndex(LONG, vertex + 1)));
    return Graph.ofRows(offsets, columns, Weights.NONE, MemorySegment.NULL);
  }

  /** Puts the sum of what stands before each element there, and returns the sum of all. */
  static long sums(MemorySegment counts) {
    long length = counts.byteSize() / Long.BYTES;
    long sum = 0;
    for (long i = 0; i < length; i++) {
      long count = counts.getAtIndex(LONG, i);
      counts.setAtIndex(LONG, i, sum);
      sum += count;
    }
    return sum;
  }

  private static void inParallel(long count, LongConsumer action) {
    LongStream.range(0, (count + PIECE - 1) / PIECE)
        .parallel()
        .forEach(
            piece -> {
              long end = Math.min(count, (piece + 1) * PIECE);
              for (long i = piece * PIECE; i < end; i++) {
                action.accept(i);
              }
            });
  }

  private static void sort(MemorySegment columns, long begin, long end) {
    int degree = Math.toIntExact(end - begin);
    if (degree < 2) {
      return;
    }
    int[] row = new int[degree];
    MemorySegment.copy(columns, INT, begin * Integer.BYTES, row, 0, degree);
    Arrays.sort(row);
    MemorySegment.copy(row, 0, columns, INT, begin * Integer.BYTES, degree);
  }
}
