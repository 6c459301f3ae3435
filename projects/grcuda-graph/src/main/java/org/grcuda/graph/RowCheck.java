package org.grcuda.graph;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import org.grcuda.types.GrCudaException;

/** Checks rows that come from elsewhere. */
final class RowCheck {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
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
    if (count < 1 || count > GraphBuilder.MAX_VERTICES) {
      throw refusal(count + " vertices: expected 1 to " + GraphBuilder.MAX_VERTICES);
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
    IntStream.range(0, vertices).parallel().forEach(this::checkRow);
  }

  private void checkRow(int vertex) {
    int previous = 0;
    for (long edge = offset(vertex); edge < offset(vertex + 1); edge++) {
      int column = columns.getAtIndex(INT, edge);
      if (column < 0 || column >= vertices) {
        throw refusal(
            "edge " + edge + " leads to vertex " + column + ": expected 0 to " + (vertices - 1));
      }
      if (column < previous) {
        throw refusal(
            "the edges of vertex "
                + vertex
                + " are not in order: "
                + previous
                + " stands before "
                + column);
      }
      if (weightType != Weights.NONE) {
        checkWeight(edge);
      }
      previous = column;
    }
  }

  private void checkWeight(long edge) {
    if (weightType == Weights.INT && weights.getAtIndex(INT, edge) < 0) {
      throw refusal(
          "edge "
              + edge
              + " has weight "
              + Integer.toUnsignedString(weights.getAtIndex(INT, edge))
              + ": expected 0 to "
              + Integer.MAX_VALUE);
    }
    if (weightType == Weights.FLOAT
        && Float.isNaN(weights.getAtIndex(ValueLayout.JAVA_FLOAT, edge))) {
      throw refusal("edge " + edge + " has a weight that is no number");
    }
  }

  private long offset(int vertex) {
    return offsets.getAtIndex(LONG, vertex);
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "graph: " + what);
  }
}
