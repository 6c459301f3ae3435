package org.grcuda.graph.reference;

import java.util.Arrays;
import org.grcuda.graph.Graph;

/** The definitions of what {@link Reference} computes, as directly as possible. */
final class Naive {

  private Naive() {}

  /** Does something for an edge. */
  interface EdgeAction {
    void accept(int source, int target, long edge);
  }

  static void forEachEdge(Graph graph, EdgeAction action) {
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        action.accept(source, graph.column(edge), edge);
      }
    }
  }

  /** Levels by relaxing all edges as often as there are vertices. */
  static int[] bfs(Graph graph, int root) {
    long[] levels = new long[graph.vertices()];
    Arrays.fill(levels, 0xFFFFFFFFL);
    levels[root] = 0;
    for (int i = 0; i < graph.vertices(); i++) {
      forEachEdge(
          graph,
          (source, target, edge) -> levels[target] = Math.min(levels[target], levels[source] + 1));
    }
    return unsigned(levels);
  }

  /** Distances between all vertices by the algorithm of Floyd and Warshall. */
  static int[][] distances(Graph graph) {
    int n = graph.vertices();
    long[][] distances = new long[n][n];
    for (int i = 0; i < n; i++) {
      Arrays.fill(distances[i], 0xFFFFFFFFL);
      distances[i][i] = 0;
    }
    forEachEdge(
        graph,
        (source, target, edge) ->
            distances[source][target] = Math.min(distances[source][target], graph.weight(edge)));
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          distances[i][j] = Math.min(distances[i][j], distances[i][k] + distances[k][j]);
        }
      }
    }
    return Arrays.stream(distances).map(Naive::unsigned).toArray(int[][]::new);
  }

  private static int[] unsigned(long[] numbers) {
    return Arrays.stream(numbers).mapToInt(number -> (int) Math.min(number, 0xFFFFFFFFL)).toArray();
  }

  /** Distances by the algorithm of Bellman and Ford, in single precision. */
  static float[] floatDistances(Graph graph, int root) {
    float[] distances = new float[graph.vertices()];
    Arrays.fill(distances, Float.POSITIVE_INFINITY);
    distances[root] = 0;
    for (int i = 0; i < graph.vertices(); i++) {
      forEachEdge(
          graph,
          (source, target, edge) ->
              distances[target] =
                  Math.min(distances[target], distances[source] + graph.floatWeight(edge)));
    }
    return distances;
  }

  /** Ranks by a thousand multiplications with a dense matrix. */
  static double[] pageRank(Graph graph, double damping) {
    int n = graph.vertices();
    double[][] shares = new double[n][n];
    forEachEdge(
        graph, (source, target, edge) -> shares[target][source] += 1.0 / graph.degree(source));
    double[] ranks = new double[n];
    for (int i = 0; i < 1000; i++) {
      double[] next = new double[n];
      for (int target = 0; target < n; target++) {
        double sum = 0;
        for (int source = 0; source < n; source++) {
          sum += shares[target][source] * ranks[source];
        }
        next[target] = 1 - damping + damping * sum;
      }
      ranks = next;
    }
    return ranks;
  }

  /** Components by passing on the smallest number along all edges. */
  static int[] components(Graph graph) {
    int[] smallest = new int[graph.vertices()];
    Arrays.setAll(smallest, vertex -> vertex);
    for (int i = 0; i < graph.vertices(); i++) {
      forEachEdge(
          graph,
          (source, target, edge) -> {
            int least = Math.min(smallest[source], smallest[target]);
            smallest[source] = least;
            smallest[target] = least;
          });
    }
    return smallest;
  }
}
