package org.grcuda.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.grcuda.types.GrCudaException;

/**
 * Makes compressed sparse rows of lists of edges, in parallel: counts the edges of each vertex,
 * puts them into its row in any order, and sorts the row. So the result does not depend on the
 * threads.
 */
final class GraphBuilder {

  static final int MAX_VERTICES = Integer.MAX_VALUE - 1;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final VarHandle ATOMIC_LONG = LONG.varHandle();
  private static final long PIECE = 1 << 16;

  private final int vertices;
  private final List<EdgeList> lists;
  private final Weights weightType;
  private final MemorySegment offsets;
  private final MemorySegment columns;
  private final MemorySegment weights;

  GraphBuilder(int vertices, List<EdgeList> lists) {
    if (vertices < 1 || vertices > MAX_VERTICES) {
      throw refusal(vertices + " vertices: expected 1 to " + MAX_VERTICES);
    }
    this.vertices = vertices;
    this.lists = lists;
    weightType = lists.getFirst().weights();
    long edges = 0;
    for (EdgeList list : lists) {
      if (list.weights() != weightType) {
        throw refusal("lists of edges with " + weightType + " and with " + list.weights());
      }
      edges += list.size();
    }
    Arena arena = Arena.ofAuto();
    offsets = arena.allocate((vertices + 1L) * Long.BYTES, Long.BYTES);
    columns = arena.allocate(edges * Integer.BYTES, Integer.BYTES);
    weights =
        weightType == Weights.NONE
            ? MemorySegment.NULL
            : arena.allocate(edges * Integer.BYTES, Integer.BYTES);
  }

  Graph build() {
    lists.forEach(list -> inParallel(list.size(), edge -> count(list, edge)));
    long sum = 0;
    for (int vertex = 0; vertex <= vertices; vertex++) {
      long degree = offsets.getAtIndex(LONG, vertex);
      offsets.setAtIndex(LONG, vertex, sum);
      sum += degree;
    }
    // Each offset is also the cursor of its row: at the end it stands where the next row began.
    lists.forEach(list -> inParallel(list.size(), edge -> place(list, edge)));
    MemorySegment.copy(offsets, 0, offsets, Long.BYTES, (long) vertices * Long.BYTES);
    offsets.setAtIndex(LONG, 0, 0);
    IntStream.range(0, vertices).parallel().forEach(this::sortRow);
    return new Graph(offsets, columns, weightType, weights);
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

  private void count(EdgeList list, long edge) {
    int source = list.source(edge);
    int target = list.target(edge);
    if (source < 0 || source >= vertices || target < 0 || target >= vertices) {
      throw refusal(
          "an edge from "
              + source
              + " to "
              + target
              + ": expected vertices from 0 to "
              + (vertices - 1));
    }
    ATOMIC_LONG.getAndAdd(offsets, (long) source * Long.BYTES, 1L);
  }

  private void place(EdgeList list, long edge) {
    long at = (long) ATOMIC_LONG.getAndAdd(offsets, (long) list.source(edge) * Long.BYTES, 1L);
    columns.setAtIndex(INT, at, list.target(edge));
    if (weightType != Weights.NONE) {
      weights.setAtIndex(INT, at, list.weightBits(edge));
    }
  }

  private void sortRow(int vertex) {
    long begin = offsets.getAtIndex(LONG, vertex);
    int degree = Math.toIntExact(offsets.getAtIndex(LONG, vertex + 1) - begin);
    if (degree < 2) {
      return;
    }
    long[] row = new long[degree];
    for (int i = 0; i < degree; i++) {
      int weight = weightType == Weights.NONE ? 0 : weights.getAtIndex(INT, begin + i);
      row[i] = (long) columns.getAtIndex(INT, begin + i) << 32 | rank(weight) & 0xFFFFFFFFL;
    }
    Arrays.sort(row);
    for (int i = 0; i < degree; i++) {
      columns.setAtIndex(INT, begin + i, (int) (row[i] >>> 32));
      if (weightType != Weights.NONE) {
        weights.setAtIndex(INT, begin + i, weight((int) row[i]));
      }
    }
  }

  /** A number that is in the order of the weights, as an unsigned integer. */
  private int rank(int bits) {
    if (weightType != Weights.FLOAT) {
      return bits;
    }
    return bits < 0 ? ~bits : bits | Integer.MIN_VALUE;
  }

  private int weight(int rank) {
    if (weightType != Weights.FLOAT) {
      return rank;
    }
    return rank < 0 ? rank & Integer.MAX_VALUE : ~rank;
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "graph: " + what);
  }
}
