package org.grcuda.graph.reference;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.grcuda.graph.Graph;

/** Shortest paths over distances that are compared as unsigned integers. */
final class Dijkstra {

  private Dijkstra() {}

  /**
   * The distance of each vertex.
   *
   * @param unreached at least as large as every distance
   * @param sum the distance at the end of an edge, of that at its beginning and the bits of its
   *     weight; never less than the former, and monotone in it
   */
  static int[] distances(Graph graph, int root, int unreached, IntBinaryOperator sum) {
    int[] distances = new int[graph.vertices()];
    Arrays.fill(distances, unreached);
    distances[root] = 0;
    VertexHeap heap = new VertexHeap(distances);
    heap.lowered(root);
    while (!heap.isEmpty()) {
      int source = heap.removeLeast();
      long end = graph.offset(source + 1);
      for (long edge = graph.offset(source); edge < end; edge++) {
        int target = graph.column(edge);
        int distance = sum.applyAsInt(distances[source], graph.weight(edge));
        if (Integer.compareUnsigned(distance, distances[target]) < 0) {
          distances[target] = distance;
          heap.lowered(target);
        }
      }
    }
    return distances;
  }
}
