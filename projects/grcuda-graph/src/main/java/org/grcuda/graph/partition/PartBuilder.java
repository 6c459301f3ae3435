package org.grcuda.graph.partition;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;

/** Makes parts, one after the other. */
final class PartBuilder {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  private final Graph graph;
  private final int[] owners;
  private final int[] locals;

  /** The number of each vertex that is a ghost of the part that is being made. */
  private final int[] ghosts;

  PartBuilder(Graph graph, int[] owners, int[] locals) {
    this.graph = graph;
    this.owners = owners;
    this.locals = locals;
    ghosts = new int[owners.length];
  }

  Part build(int part, int[] vertices, int parts) {
    BitSet foreign = foreign(part, vertices);
    int[] ghostOffsets = new int[parts + 1];
    foreign.stream().forEach(vertex -> ghostOffsets[owners[vertex] + 1]++);
    for (int owner = 0; owner < parts; owner++) {
      ghostOffsets[owner + 1] += ghostOffsets[owner];
    }
    int[] next = ghostOffsets.clone();
    int[] remote = new int[ghostOffsets[parts]];
    MemorySegment globals =
        Arena.ofAuto()
            .allocate((vertices.length + (long) remote.length) * Integer.BYTES, Integer.BYTES);
    MemorySegment.copy(vertices, 0, globals, INT, 0, vertices.length);
    foreign.stream()
        .forEach(
            vertex -> {
              int ghost = next[owners[vertex]]++;
              remote[ghost] = locals[vertex];
              globals.setAtIndex(INT, (long) vertices.length + ghost, vertex);
              ghosts[vertex] = vertices.length + ghost;
            });
    return rows(part, vertices, ghostOffsets, remote, globals);
  }

  /** The vertices of other parts to which edges lead. */
  private BitSet foreign(int part, int[] vertices) {
    BitSet foreign = new BitSet(owners.length);
    for (int vertex : vertices) {
      for (long edge = graph.offset(vertex); edge < graph.offset(vertex + 1); edge++) {
        int column = graph.column(edge);
        if (owners[column] != part) {
          foreign.set(column);
        }
      }
    }
    return foreign;
  }

  private Part rows(
      int part, int[] vertices, int[] ghostOffsets, int[] remote, MemorySegment globals) {
    Arena arena = Arena.ofAuto();
    MemorySegment offsets = arena.allocate((vertices.length + 1L) * Integer.BYTES, Integer.BYTES);
    long edges = 0;
    for (int local = 0; local < vertices.length; local++) {
      offsets.setAtIndex(INT, local, (int) edges);
      edges += graph.degree(vertices[local]);
    }
    if (edges > Integer.MAX_VALUE) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "partition: part "
              + part
              + " would have "
              + edges
              + " edges, expected at most "
              + Integer.MAX_VALUE
              + "; use more parts");
    }
    offsets.setAtIndex(INT, vertices.length, (int) edges);
    MemorySegment columns = arena.allocate(edges * Integer.BYTES, Integer.BYTES);
    boolean weighted = graph.weightType() != Weights.NONE;
    MemorySegment weights =
        weighted ? arena.allocate(edges * Integer.BYTES, Integer.BYTES) : MemorySegment.NULL;
    long at = 0;
    for (int vertex : vertices) {
      long begin = graph.offset(vertex);
      long degree = graph.degree(vertex);
      if (weighted) {
        MemorySegment.copy(
            graph.weights(),
            begin * Integer.BYTES,
            weights,
            at * Integer.BYTES,
            degree * Integer.BYTES);
      }
      for (long edge = begin; edge < begin + degree; edge++) {
        int column = graph.column(edge);
        columns.setAtIndex(INT, at++, owners[column] == part ? locals[column] : ghosts[column]);
      }
    }
    return new Part(part, vertices, ghostOffsets, remote, globals, offsets, columns, weights);
  }
}
