package org.grcuda.graph.algorithm;

import java.util.List;
import java.util.Locale;
import org.grcuda.GrCuda;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.partition.Partition;
import org.grcuda.graph.reference.Reference;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.worklist.Combine;
import org.grcuda.worklist.CudaSource;
import org.grcuda.worklist.Operator;
import org.grcuda.worklist.Settings;
import org.grcuda.worklist.StateArray;
import org.grcuda.worklist.Statistics;
import org.grcuda.worklist.Worklist;

/**
 * Shortest paths from one vertex, by the sum of weights. The result is the same for any number of
 * parts and in any order of work: rounding keeps the order of sums, so floats have only one result,
 * too.
 *
 * <p>Vertices are taken by their distance, in steps of delta (Meyer and Sanders: Delta-stepping,
 * Journal of Algorithms 49, 2003). In a graph with many edges for each vertex all parts do so in
 * rounds, unless a schedule is given: parts that do not wait would follow edges too early.
 */
public final class Sssp implements AutoCloseable {

  /** The distance of vertices that are not reached, if weights are integers. */
  public static final int UNREACHED = -1;

  private static final String SOURCE = CudaSource.read(Sssp.class, "sssp.cu");

  private static final Operator INTEGERS =
      new Operator(
          "Sssp",
          SOURCE,
          List.of(new StateArray("distance", ElementType.UINT, 0xFFFFFFFFL)),
          "distance",
          Combine.MIN);

  private static final Operator FLOATS =
      new Operator(
          "Sssp",
          SOURCE,
          List.of(new StateArray("distance", ElementType.FLOAT, Float.POSITIVE_INFINITY)),
          "distance",
          Combine.MIN);

  private final Weights weights;
  private final Worklist list;

  /** Searches of a graph, with a delta that suits its weights. */
  public Sssp(GrCuda cuda, Partition partition) {
    this(cuda, partition, Settings.DEFAULT.delta(delta(partition.graph())));
  }

  /**
   * Searches of a graph.
   *
   * @throws GrCudaException if the graph has no weights, a float is negative, or the sum of weights
   *     on a path might be too large for 32 bits
   */
  public Sssp(GrCuda cuda, Partition partition, Settings settings) {
    weights = partition.graph().weightType();
    requireWeights(partition.graph());
    if (weights == Weights.FLOAT) {
      Reference.requireFiniteWeights(partition.graph());
    } else {
      Reference.requireDistancesFit(partition.graph());
    }
    boolean inRounds =
        settings.schedule() == Settings.Schedule.AUTOMATIC && Density.isDense(partition.graph());
    list =
        new Worklist(
            cuda,
            partition,
            weights == Weights.INT ? INTEGERS : FLOATS,
            inRounds ? settings.schedule(Settings.Schedule.BULK_SYNCHRONOUS) : settings);
  }

  /**
   * A delta for a graph: 32 times its mean weight, divided by its mean degree. With it a round has
   * enough edges to follow, and few twice.
   *
   * @throws GrCudaException if the graph has no weights
   */
  public static double delta(Graph graph) {
    requireWeights(graph);
    double sum = 0;
    for (long edge = 0; edge < graph.edges(); edge++) {
      sum += graph.weightType() == Weights.INT ? graph.weight(edge) : graph.floatWeight(edge);
    }
    double edges = Math.max(1, graph.edges());
    double delta = 32 * (sum / edges) / (edges / graph.vertices());
    return graph.weightType() == Weights.INT ? Math.max(1, Math.rint(delta)) : delta;
  }

  private static void requireWeights(Graph graph) {
    if (graph.weightType() == Weights.NONE) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, "sssp: expected a graph with weights, given a " + graph);
    }
  }

  private void search(int root) {
    list.reset();
    list.push(root, 0);
    list.run();
  }

  /**
   * Searches from {@code root}.
   *
   * @return the distance of each vertex, as 32 bits without sign; {@link #UNREACHED} if no path
   *     leads there
   * @throws GrCudaException if there is no such vertex, or weights are floats
   */
  public int[] run(int root) {
    require(Weights.INT, "runFloat");
    search(root);
    return list.gatherInts("distance");
  }

  /** As {@link #run}, for weights that are floats; vertices not reached are infinitely far. */
  public float[] runFloat(int root) {
    require(Weights.FLOAT, "run");
    search(root);
    return list.gatherFloats("distance");
  }

  private void require(Weights wanted, String other) {
    if (weights != wanted) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          "sssp: the weights are of type "
              + weights.name().toLowerCase(Locale.ROOT)
              + "; call "
              + other);
    }
  }

  /** What the latest run has done. */
  public Statistics statistics() {
    return list.statistics();
  }

  /** Frees its arrays. */
  @Override
  public void close() {
    list.close();
  }
}
