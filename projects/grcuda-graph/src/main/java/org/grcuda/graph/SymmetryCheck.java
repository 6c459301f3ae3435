package org.grcuda.graph;

import java.util.stream.IntStream;

/** Tells whether a graph is symmetric already. */
final class SymmetryCheck {

  private SymmetryCheck() {}

  /** Whether there are no parallel edges, and each edge is there in both directions. */
  static boolean isSymmetric(Graph graph) {
    return IntStream.range(0, graph.vertices())
        .parallel()
        .allMatch(vertex -> isRowSymmetric(graph, vertex));
  }

  private static boolean isRowSymmetric(Graph graph, int source) {
    int previous = -1;
    long end = graph.offset(source + 1);
    for (long edge = graph.offset(source); edge < end; edge++) {
      int target = graph.column(edge);
      if (target == previous || !isThere(graph, target, source, graph.weightBits(edge))) {
        return false;
      }
      previous = target;
    }
    return true;
  }

  private static boolean isThere(Graph graph, int source, int target, int weightBits) {
    long low = graph.offset(source);
    long high = graph.offset(source + 1);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (graph.column(middle) < target) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < graph.offset(source + 1)
        && graph.column(low) == target
        && graph.weightBits(low) == weightBits;
  }
}
