package org.grcuda.graph.reference;

import java.util.Arrays;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;

/**
 * Sequential algorithms on graphs. They are simple rather than fast, and exact wherever an exact
 * result exists. Every method throws a {@link GrCudaException} of kind {@code VALUE} for an
 * argument that it refuses.
 */
public final class Reference {

  /** The level or distance of a vertex that is not reached: 2^32 - 1 as an unsigned integer. */
  public static final int UNREACHED = -1;

  private Reference() {}

  /**
   * Breadth-first search (Cormen, Leiserson, Rivest, Stein: Introduction to algorithms, section
   * 22.2).
   *
   * @param root a vertex
   * @return the least number of edges from {@code root} to each vertex, or {@link #UNREACHED}
   */
  public static int[] bfs(Graph graph, int root) {
    requireRoot("bfs", graph, root);
    int[] levels = new int[graph.vertices()];
    Arrays.fill(levels, UNREACHED);
    int[] queue = new int[graph.vertices()];
    levels[root] = 0;
    queue[0] = root;
    int queued = 1;
    for (int done = 0; done < queued; done++) {
      int source = queue[done];
      long end = graph.offset(source + 1);
      for (long edge = graph.offset(source); edge < end; edge++) {
        int target = graph.column(edge);
        if (levels[target] == UNREACHED) {
          levels[target] = levels[source] + 1;
          queue[queued++] = target;
        }
      }
    }
    return levels;
  }

  /**
   * Shortest paths by the sum of integer weights (Dijkstra: A note on two problems in connexion
   * with graphs, Numerische Mathematik 1, 1959), with a binary heap.
   *
   * @param graph with weights of type int, which {@link #requireDistancesFit} does not refuse
   * @param root a vertex
   * @return the distance of each vertex from {@code root} as an unsigned integer, or {@link
   *     #UNREACHED}
   */
  public static int[] sssp(Graph graph, int root) {
    requireRoot("sssp", graph, root);
    requireDistancesFit(graph);
    return Dijkstra.distances(graph, root, UNREACHED, Integer::sum);
  }

  /**
   * Refuses a graph with integer weights on which a shortest path could take 2^32 - 1 or more. A
   * shortest path leaves each vertex at most once, and so does all but the last edge of a path that
   * an algorithm tries. So the sum of the largest weight out of each vertex bounds both.
   *
   * @throws GrCudaException if that sum is 2^32 - 1 or more, or if the weights are not of type int
   */
  public static void requireDistancesFit(Graph graph) {
    requireWeights("sssp", graph, Weights.INT);
    long sum = 0;
    for (int source = 0; source < graph.vertices(); source++) {
      int largest = 0;
      long end = graph.offset(source + 1);
      for (long edge = graph.offset(source); edge < end; edge++) {
        largest = Math.max(largest, graph.weight(edge));
      }
      sum += largest;
    }
    if (sum >= 0xFFFFFFFFL) {
      throw refusal(
          "sssp, 'graph': the largest weights out of each vertex sum up to "
              + sum
              + ": expected at most 4294967294, so that distances fit into 32 bits");
    }
  }

  /**
   * Shortest paths by floating-point weights, with the algorithm of {@link #sssp}. The length of a
   * path is the sum of its weights, added in single precision from {@code root} on. Adding a weight
   * never makes the sum less, and never makes the larger of two sums the smaller one. So the least
   * sum is unique and does not depend on the algorithm.
   *
   * @param graph with weights of type float, none of them negative or infinite
   * @param root a vertex
   * @return the least sum for each vertex; positive infinity if none is finite
   */
  public static float[] ssspFloat(Graph graph, int root) {
    requireRoot("ssspFloat", graph, root);
    requireFiniteWeights(graph);
    // Floating-point numbers that are not negative are in the order of their bits.
    int[] bits =
        Dijkstra.distances(
            graph,
            root,
            Float.floatToRawIntBits(Float.POSITIVE_INFINITY),
            (sum, weight) ->
                Float.floatToRawIntBits(Float.intBitsToFloat(sum) + Float.intBitsToFloat(weight)));
    float[] distances = new float[bits.length];
    for (int vertex = 0; vertex < bits.length; vertex++) {
      distances[vertex] = Float.intBitsToFloat(bits[vertex]);
    }
    return distances;
  }

  /**
   * PageRank (Page, Brin, Motwani, Winograd: The PageRank citation ranking, Stanford InfoLab 1999,
   * section 2) by iteration in double precision, not divided by the number of vertices:
   *
   * <pre>rank[v] = 1 - damping + damping * sum of rank[u] / degree[u] over the edges u to v</pre>
   *
   * <p>Parallel edges count each. The rank of a vertex without edges is not passed on, so the ranks
   * may sum up to less than the number of vertices. All together, the ranks differ from the exact
   * ones by less than {@code tolerance * damping / (1 - damping)}, but for rounding.
   *
   * @param damping from 0 on, less than 1
   * @param tolerance more than 0; the iteration ends when the ranks, all together, change by less
   *     than this
   */
  public static double[] pageRank(Graph graph, double damping, double tolerance) {
    if (!(damping >= 0 && damping < 1)) {
      throw refusal("pageRank, 'damping': expected at least 0 and less than 1, given " + damping);
    }
    if (!(tolerance > 0)) {
      throw refusal("pageRank, 'tolerance': expected more than 0, given " + tolerance);
    }
    double[] ranks = new double[graph.vertices()];
    Arrays.fill(ranks, 1 - damping);
    double change = Double.POSITIVE_INFINITY;
    // No rank ever becomes less, not by rounding either, so at last none changes at all.
    while (change >= tolerance) {
      double[] next = pageRankStep(graph, damping, ranks);
      change = 0;
      for (int vertex = 0; vertex < ranks.length; vertex++) {
        change += Math.abs(next[vertex] - ranks[vertex]);
      }
      ranks = next;
    }
    return ranks;
  }

  private static double[] pageRankStep(Graph graph, double damping, double[] ranks) {
    double[] next = new double[ranks.length];
    Arrays.fill(next, 1 - damping);
    for (int source = 0; source < ranks.length; source++) {
      long begin = graph.offset(source);
      long end = graph.offset(source + 1);
      double share = damping * ranks[source] / (end - begin);
      for (long edge = begin; edge < end; edge++) {
        next[graph.column(edge)] += share;
      }
    }
    return next;
  }

  /**
   * Connected components, where edges count in both directions, by union and find (Tarjan, van
   * Leeuwen: Worst-case analysis of set union algorithms, Journal of the ACM 31, 1984; path
   * halving).
   *
   * @return for each vertex the smallest vertex of its component
   */
  public static int[] components(Graph graph) {
    int[] parents = new int[graph.vertices()];
    Arrays.setAll(parents, vertex -> vertex);
    for (int source = 0; source < parents.length; source++) {
      long end = graph.offset(source + 1);
      for (long edge = graph.offset(source); edge < end; edge++) {
        int a = find(parents, source);
        int b = find(parents, graph.column(edge));
        parents[Math.max(a, b)] = Math.min(a, b);
      }
    }
    // Parents are smaller than their children, so each parent is final before its children ask.
    for (int vertex = 0; vertex < parents.length; vertex++) {
      parents[vertex] = parents[parents[vertex]];
    }
    return parents;
  }

  private static int find(int[] parents, int vertex) {
    int at = vertex;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  private static void requireRoot(String algorithm, Graph graph, int root) {
    if (root < 0 || root >= graph.vertices()) {
      throw refusal(
          algorithm + ", 'root': expected 0 to " + (graph.vertices() - 1) + ", given " + root);
    }
  }

  private static void requireWeights(String algorithm, Graph graph, Weights expected) {
    if (graph.weightType() != expected) {
      String type = expected == Weights.INT ? "int" : "float";
      throw refusal(
          algorithm + ", 'graph': expected weights of type " + type + ", given a " + graph);
    }
  }

  /**
   * Refuses a graph with floating-point weights that a shortest path cannot have.
   *
   * @throws GrCudaException if a weight is negative or infinite, or if the weights are not of type
   *     float
   */
  public static void requireFiniteWeights(Graph graph) {
    requireWeights("ssspFloat", graph, Weights.FLOAT);
    for (int source = 0; source < graph.vertices(); source++) {
      long end = graph.offset(source + 1);
      for (long edge = graph.offset(source); edge < end; edge++) {
        float weight = graph.floatWeight(edge);
        if (!(weight >= 0 && weight < Float.POSITIVE_INFINITY)) {
          throw refusal(
              "ssspFloat, 'graph': the edge from "
                  + source
                  + " to "
                  + graph.column(edge)
                  + " has weight "
                  + weight
                  + ": expected at least 0 and less than infinity");
        }
      }
    }
  }

  private static GrCudaException refusal(String message) {
    return new GrCudaException(GrCudaException.Kind.VALUE, message);
  }
}
