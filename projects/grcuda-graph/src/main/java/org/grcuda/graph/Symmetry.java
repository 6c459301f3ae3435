package org.grcuda.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/**
 * Turns edges around; and makes graphs symmetric: adds each edge in both directions, and keeps the
 * first of parallel ones.
 */
final class Symmetry {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private Symmetry() {}

  /** See {@link Graph#symmetric}. */
  static Graph symmetric(Graph graph) {
    return graph.isSymmetric() ? graph : merged(doubled(graph));
  }

  /** A graph with each edge turned around. */
  static Graph reversed(Graph graph) {
    return Graph.of(
        graph.vertices(),
        EdgeList.inParallel(
            graph.weightType(),
            graph.vertices(),
            (list, vertex) -> addReversed(graph, (int) vertex, list)));
  }

  private static void addReversed(Graph graph, int source, EdgeList list) {
    long end = graph.offset(source + 1);
    for (long edge = graph.offset(source); edge < end; edge++) {
      list.addBits(graph.column(edge), source, graph.weightBits(edge));
    }
  }

  private static Graph doubled(Graph graph) {
    return Graph.of(
        graph.vertices(),
        EdgeList.inParallel(
            graph.weightType(),
            graph.vertices(),
            (list, vertex) -> add(graph, (int) vertex, list)));
  }

  private static void add(Graph graph, int source, EdgeList list) {
    long end = graph.offset(source + 1);
    for (long edge = graph.offset(source); edge < end; edge++) {
      int target = graph.column(edge);
      list.addBits(source, target, graph.weightBits(edge));
      if (target != source) {
        list.addBits(target, source, graph.weightBits(edge));
      }
    }
  }

  /** The first of parallel edges of each row: it has the smallest weight. */
  private static Graph merged(Graph graph) {
    MemorySegment offsets =
        Arena.ofAuto().allocate((graph.vertices() + 1L) * Long.BYTES, Long.BYTES);
    IntStream.range(0, graph.vertices())
        .parallel()
        .forEach(vertex -> offsets.setAtIndex(LONG, vertex + 1, distinct(graph, vertex)));
    long sum = 0;
    for (int vertex = 1; vertex <= graph.vertices(); vertex++) {
      sum += offsets.getAtIndex(LONG, vertex);
      offsets.setAtIndex(LONG, vertex, sum);
    }
    MemorySegment columns = Arena.ofAuto().allocate(sum * Integer.BYTES, Integer.BYTES);
    MemorySegment weights =
        graph.weightType() == Weights.NONE
            ? MemorySegment.NULL
            : Arena.ofAuto().allocate(sum * Integer.BYTES, Integer.BYTES);
    IntStream.range(0, graph.vertices())
        .parallel()
        .forEach(vertex -> copy(graph, vertex, offsets.getAtIndex(LONG, vertex), columns, weights));
    Graph merged = new Graph(offsets, columns, graph.weightType(), weights);
    merged.reversed = merged;
    return merged;
  }

  private static boolean isFirst(Graph graph, int vertex, long edge) {
    return edge == graph.offset(vertex) || graph.column(edge) != graph.column(edge - 1);
  }

  private static long distinct(Graph graph, int vertex) {
    long distinct = 0;
    long end = graph.offset(vertex + 1);
    for (long edge = graph.offset(vertex); edge < end; edge++) {
      distinct += isFirst(graph, vertex, edge) ? 1 : 0;
    }
    return distinct;
  }

  private static void copy(
      Graph graph, int vertex, long to, MemorySegment columns, MemorySegment weights) {
    long at = to;
    long end = graph.offset(vertex + 1);
    for (long edge = graph.offset(vertex); edge < end; edge++) {
      if (isFirst(graph, vertex, edge)) {
        columns.setAtIndex(INT, at, graph.column(edge));
        if (graph.weightType() != Weights.NONE) {
          weights.setAtIndex(INT, at, graph.weightBits(edge));
        }
        at++;
      }
    }
  }
}
