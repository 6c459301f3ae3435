package org.grcuda.graph.file;

import java.util.stream.IntStream;
import org.grcuda.graph.Graph;
import org.grcuda.graph.SplitMix64;
import org.grcuda.graph.Weights;

/** Whether each edge of a graph without weights of type float stands in both directions. */
final class Mirror {

  private Mirror() {}

  /**
   * Whether each edge stands as often in the other direction, with the same weight. It compares
   * sums of random numbers, one for each edge, so a wrong yes has the probability 2^-64.
   */
  static boolean isMirrored(Graph graph) {
    return IntStream.range(0, graph.vertices())
            .parallel()
            .mapToLong(vertex -> difference(graph, vertex))
            .sum()
        == 0;
  }

  private static long difference(Graph graph, int source) {
    long sum = 0;
    for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
      int target = graph.column(edge);
      if (source < target) {
        sum += SplitMix64.at(weight(graph, edge), (long) source << 32 | target);
      } else if (source > target) {
        sum -= SplitMix64.at(weight(graph, edge), (long) target << 32 | source);
      }
    }
    return sum;
  }

  /** The first edge that stands less often in the other direction; there must be one. */
  static long oneWayEdge(Graph graph) {
    int source =
        IntStream.range(0, graph.vertices())
            .parallel()
            .filter(vertex -> oneWayEdge(graph, vertex) >= 0)
            .findFirst()
            .orElseThrow();
    return oneWayEdge(graph, source);
  }

  private static long oneWayEdge(Graph graph, int source) {
    long same = graph.offset(source);
    for (long edge = same; edge < graph.offset(source + 1); edge++) {
      int target = graph.column(edge);
      int weight = weight(graph, edge);
      if (compare(graph, same, target, weight) != 0) {
        same = edge;
      }
      // The first of equal edges has the first of the opposite ones, and so on.
      long opposite = find(graph, target, source, weight) + edge - same;
      if (opposite >= graph.offset(target + 1) || compare(graph, opposite, source, weight) != 0) {
        return edge;
      }
    }
    return -1;
  }

  /** The first edge of {@code source} that is not before those to {@code target}. */
  private static long find(Graph graph, int source, int target, int weight) {
    long low = graph.offset(source);
    long high = graph.offset(source + 1);
    while (low < high) {
      long middle = low + high >>> 1;
      if (compare(graph, middle, target, weight) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int compare(Graph graph, long edge, int target, int weight) {
    int order = Integer.compare(graph.column(edge), target);
    return order != 0 ? order : Integer.compare(weight(graph, edge), weight);
  }

  private static int weight(Graph graph, long edge) {
    return graph.weightType() == Weights.NONE ? 0 : graph.weight(edge);
  }

  /** Where {@code edge} starts. */
  static int source(Graph graph, long edge) {
    int low = 0;
    int high = graph.vertices();
    while (high - low > 1) {
      int middle = low + high >>> 1;
      if (graph.offset(middle) <= edge) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
