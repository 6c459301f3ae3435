package org.grcuda.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.types.GrCudaException;

/**
 * A directed graph in compressed sparse rows, in host memory outside the Java heap. The edges of a
 * vertex are ordered by where they lead, and parallel edges by weight; so two graphs with the same
 * edges are equal. Immutable.
 */
public final class Graph {

  /** The most vertices that a graph can have. */
  public static final int MAX_VERTICES = Integer.MAX_VALUE - 1;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private final int vertices;
  private final long edges;
  private final MemorySegment offsets;
  private final MemorySegment columns;
  private final Weights weightType;
  private final MemorySegment weights;

  /** Made when it is asked for first; this graph, if it is symmetric. */
  Graph reversed;

  /** Whether it is known not to be symmetric. */
  private boolean isDirected;

  Graph(MemorySegment offsets, MemorySegment columns, Weights weightType, MemorySegment weights) {
    this.vertices = Math.toIntExact(offsets.byteSize() / Long.BYTES - 1);
    this.edges = columns.byteSize() / Integer.BYTES;
    this.offsets = offsets.asReadOnly();
    this.columns = columns.asReadOnly();
    this.weightType = weightType;
    this.weights = weights.asReadOnly();
  }

  /**
   * A graph of the edges of several lists.
   *
   * @param vertices from 1 to 2^31 - 2; the edges name them from 0 on
   * @param lists with the same weights, at least one list
   * @throws GrCudaException if an edge names no vertex
   */
  public static Graph of(int vertices, List<EdgeList> lists) {
    return new GraphBuilder(vertices, lists).build();
  }

  /** A graph of the edges of one list; see the other. */
  public static Graph of(int vertices, EdgeList list) {
    return of(vertices, List.of(list));
  }

  /**
   * A graph of rows that are there already, such as those of a file.
   *
   * @param offsets of 64 bits: where the edges of each vertex begin, and where the last ones end
   * @param columns of 32 bits: where each edge leads, in order within each vertex
   * @param weights of 32 bits each; empty for {@link Weights#NONE}
   * @throws GrCudaException if the rows are no such graph: then it says where
   */
  public static Graph ofRows(
      MemorySegment offsets, MemorySegment columns, Weights weightType, MemorySegment weights) {
    RowCheck.check(offsets, columns, weightType, weights);
    return new Graph(offsets, columns, weightType, weights);
  }

  /** Number of vertices. */
  public int vertices() {
    return vertices;
  }

  /** Number of directed edges. */
  public long edges() {
    return edges;
  }

  /** What its edges carry. */
  public Weights weightType() {
    return weightType;
  }

  /** Where the edges of each vertex begin, 64 bits each, and at last the number of edges. */
  public MemorySegment offsets() {
    return offsets;
  }

  /** Where each edge leads, 32 bits each. */
  public MemorySegment columns() {
    return columns;
  }

  /** The weight of each edge, 32 bits each; empty without weights. */
  public MemorySegment weights() {
    return weights;
  }

  /** The first edge of {@code vertex}; for the number of vertices, the number of edges. */
  public long offset(int vertex) {
    return offsets.getAtIndex(LONG, vertex);
  }

  /** How many edges leave {@code vertex}. */
  public long degree(int vertex) {
    return offset(vertex + 1) - offset(vertex);
  }

  /** Where {@code edge} leads. */
  public int column(long edge) {
    return columns.getAtIndex(INT, edge);
  }

  /** The integer weight of {@code edge}. */
  public int weight(long edge) {
    return weights.getAtIndex(INT, edge);
  }

  /** The floating-point weight of {@code edge}. */
  public float floatWeight(long edge) {
    return weights.getAtIndex(ValueLayout.JAVA_FLOAT, edge);
  }

  /** The bits of the weight of {@code edge}; 0 without weights. */
  int weightBits(long edge) {
    return weightType == Weights.NONE ? 0 : weights.getAtIndex(INT, edge);
  }

  /**
   * The graph with each edge in both directions. Of parallel edges the one with the smallest weight
   * stays. This graph, if it is such a one already.
   */
  public Graph symmetric() {
    return Symmetry.symmetric(this);
  }

  /** Whether each edge is there in both directions, with the same weights. */
  public synchronized boolean isSymmetric() {
    if (reversed == null && !isDirected) {
      isDirected = !SymmetryCheck.isSymmetric(this);
      reversed = isDirected ? null : this;
    }
    return reversed == this;
  }

  /** The graph with each edge turned around. This graph, if it is symmetric. */
  public synchronized Graph reversed() {
    if (!isSymmetric() && reversed == null) {
      reversed = Symmetry.reversed(this);
    }
    return reversed;
  }

  /** The same edges with weights from 1 to {@code largest}, drawn for each pair of vertices. */
  public Graph withRandomWeights(int largest, long seed) {
    if (largest < 1) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, "weights, 'largest': expected at least 1, given " + largest);
    }
    MemorySegment drawn = Arena.ofAuto().allocate(edges * Integer.BYTES, Integer.BYTES);
    IntStream.range(0, vertices)
        .parallel()
        .forEach(
            source -> {
              long end = offset(source + 1);
              for (long edge = offset(source); edge < end; edge++) {
                int target = column(edge);
                long pair = (long) Math.min(source, target) << 32 | Math.max(source, target);
                long bits = SplitMix64.at(seed, pair);
                drawn.setAtIndex(INT, edge, 1 + (int) Math.unsignedMultiplyHigh(bits, largest));
              }
            });
    return new Graph(offsets, columns, Weights.INT, drawn);
  }

  /** Whether {@code other} is a graph with the same vertices, edges and weights. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Graph graph
        && weightType == graph.weightType
        && offsets.mismatch(graph.offsets) < 0
        && columns.mismatch(graph.columns) < 0
        && weights.mismatch(graph.weights) < 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31L * vertices + edges);
  }

  /** Such as {@code "graph of 4 vertices and 7 edges with weights of type int"}. */
  @Override
  public String toString() {
    String text = "graph of " + vertices + " vertices and " + edges + " edges";
    return switch (weightType) {
      case NONE -> text;
      case INT -> text + " with weights of type int";
      case FLOAT -> text + " with weights of type float";
    };
  }
}
