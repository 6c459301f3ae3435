package org.grcuda.graph.generate;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;

/** Makes graphs whose rows are known: each row is written where it belongs. */
final class KnownRows {

  private KnownRows() {}

  static Graph graph(int vertices, Neighbours rows) {
    Arena arena = Arena.ofAuto();
    MemorySegment offsets = arena.allocate((vertices + 1L) * Long.BYTES, Long.BYTES);
    IntStream.range(0, vertices)
        .parallel()
        .forEach(vertex -> offsets.setAtIndex(ValueLayout.JAVA_LONG, vertex, rows.degree(vertex)));
    long edges = DrawnRows.sums(offsets);
    MemorySegment columns = arena.allocate(edges * Integer.BYTES, Integer.BYTES);
    IntStream.range(0, vertices)
        .parallel()
        .forEach(
            vertex -> {
              long at = offsets.getAtIndex(ValueLayout.JAVA_LONG, vertex);
              int degree = rows.degree(vertex);
              for (int i = 0; i < degree; i++) {
                columns.setAtIndex(ValueLayout.JAVA_INT, at + i, rows.neighbour(vertex, i));
              }
            });
    return Graph.ofRows(offsets, columns, Weights.NONE, MemorySegment.NULL);
  }
}
