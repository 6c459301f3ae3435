package org.grcuda.graph;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.stream.IntStream;
import org.grcuda.types.GrCudaException;

/** Checks rows that come from elsewhere. */
final class RowCheck {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private final MemorySegment offsets;
  private final MemorySegment columns;
  private final Weights weightType;
  private final MemorySegment weights;
  private final int vertices;

  private RowCheck(
      MemorySegment offsets, MemorySegment columns, Weights weightType, MemorySegment weights) {
    this.offsets = offsets;
    this.columns = columns;
    this.weightType = weightType;
    this.weights = weights;
    long count = offsets.byteSize() / Long.BYTES - 1;
    if (count < 1 || count > Graph.MAX_VERTICES) {
      throw refusal(count + " vertices: expected 1 to " + Graph.MAX_VERTICES);
    }
    vertices = (int) count;
  }

  /**
   * Throws unless these are the rows of a graph.
   *
   * @throws GrCudaException that says where they are not
   */
  static void check(
      MemorySegment offsets, MemorySegment columns, Weights weightType, MemorySegment weights) {
    new RowCheck(offsets, columns, weightType, weights).run();
  }

  private void run() {
    long edges = columns.byteSize() / Integer.BYTES;
    long expected = weightType == Weights.NONE ? 0 : edges * Integer.BYTES;
    if (weights.byteSize() != expected) {
      throw refusal("weights of " + weights.byteSize() + " bytes: expected " + expected);
    }
    if (offset(0) != 0 || offset(vertices) != edges) {
      throw refusal(
          "offsets from "
              + offset(0)
              + " to "
              + offset(vertices)
              + ": expected 0 to "
              + edges
              + ", the number of edges");
    }
    for (int vertex = 0; vertex < vertices; vertex++) {
      if (offset(vertex) > offset(vertex + 1)) {
        throw refusal(
            "the edges of vertex "
                + vertex
                + " begin at "
                + offset(vertex)
                + " and end at "
                + offset(vertex + 1));
      }
    }
    IntStream.range(0, vertices)
        .parallel()
        .mapToObj(this::problem)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(
            problem -> {
              throw refusal(problem);
            });
  }

  /** What is wrong with the edges of a vertex; null if nothing is. */
  private String problem(int vertex) {
    long begin = offset(vertex);
    for (long edge = begin; edge < offset(vertex + 1); edge++) {
      int column = columns.getAtIndex(INT, edge);
      if (column < 0 || column >= vertices) {
        return "edge " + edge + " leads to vertex " + column + ": expected 0 to " + (vertices - 1);
      }
      String problem = weightType == Weights.NONE ? null : weightProblem(edge);
      if (problem != null) {
        return problem;
      }
      if (edge > begin && compare(edge - 1, edge) > 0) {
        return "the edges of vertex "
            + vertex
            + " are not in order: "
            + shown(edge - 1)
            + " stands before "
            + shown(edge);
      }
    }
    return null;
  }

  private String weightProblem(long edge) {
    if (weightType == Weights.INT && weights.getAtIndex(INT, edge) < 0) {
      return "edge "
          + edge
          + " has weight "
          + weights.getAtIndex(INT, edge)
          + ": expected 0 to "
          + Integer.MAX_VALUE;
    }
    if (weightType == Weights.FLOAT && Float.isNaN(weights.getAtIndex(FLOAT, edge))) {
      return "edge " + edge + " has a weight that is no number";
    }
    return null;
  }

  private int compare(long a, long b) {
    int order = Integer.compare(columns.getAtIndex(INT, a), columns.getAtIndex(INT, b));
    if (order != 0) {
      return order;
    }
    return switch (weightType) {
      case NONE -> 0;
      case INT -> Integer.compare(weights.getAtIndex(INT, a), weights.getAtIndex(INT, b));
      case FLOAT -> Float.compare(weights.getAtIndex(FLOAT, a), weights.getAtIndex(FLOAT, b));
    };
  }

  /** Where an edge leads, and its weight. */
  private String shown(long edge) {
    int column = columns.getAtIndex(INT, edge);
    return switch (weightType) {
      case NONE -> "" + column;
      case INT -> column + " with weight " + weights.getAtIndex(INT, edge);
      case FLOAT -> column + " with weight " + weights.getAtIndex(FLOAT, edge);
    };
  }

  private long offset(int vertex) {
    return offsets.getAtIndex(LONG, vertex);
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "graph: " + what);
  }
}
