package org.grcuda.graph.algorithm;

import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.graph.partition.Partition;
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
 * PageRank by residuals: a vertex adds its residual to its rank, and passes it on to those that its
 * edges lead to, damped and in equal shares (Whang et al.: Scalable data-driven PageRank, Euro-Par
 * 2015). The ranks fulfil rank = (1 - damping) + damping * sum of rank / degree over the edges that
 * lead here; divided by the number of vertices, they are probabilities if each vertex has an edge.
 * A vertex without edges keeps its rank for itself.
 *
 * <p>Residuals up to epsilon stay. So the sum of all errors is at most 2 n epsilon / (1 - damping)
 * for n vertices, and rounding; the last bits depend on the order of work.
 */
public final class PageRank implements AutoCloseable {

  /** The damping of the first publication. */
  public static final double USUAL_DAMPING = 0.85;

  /** The largest residual that stays, if the program does not say. */
  public static final double USUAL_EPSILON = 1e-4;

  private final double damping;
  private final Worklist list;

  /** With the usual damping and epsilon. */
  public PageRank(GrCuda cuda, Partition partition) {
    this(cuda, partition, USUAL_DAMPING, USUAL_EPSILON, Settings.DEFAULT);
  }

  /**
   * PageRank of a graph.
   *
   * @param damping from 0 to 1, both exclusive
   * @param epsilon the largest residual that stays: above 0
   */
  public PageRank(
      GrCuda cuda, Partition partition, double damping, double epsilon, Settings settings) {
    require(damping > 0 && damping < 1, "damping", "a number between 0 and 1", damping);
    require((float) epsilon > 0, "epsilon", "a number above 0", epsilon);
    if (settings.delta() != 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "pagerank: residuals have no order; given delta " + settings.delta());
    }
    this.damping = damping;
    String constants =
        "#define DAMPING %sf\n#define EPSILON %sf\n".formatted((float) damping, (float) epsilon);
    Operator operator =
        new Operator(
            "PageRank",
            constants + CudaSource.read(PageRank.class, "pagerank.cu"),
            List.of(
                new StateArray("residual", ElementType.FLOAT, 0f),
                new StateArray("rank", ElementType.FLOAT, 0f)),
            "residual",
            Combine.ADD);
    list = new Worklist(cuda, partition, operator, settings);
  }

  private static void require(boolean holds, String name, String expected, double given) {
    if (!holds) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "pagerank, '" + name + "': expected " + expected + ", given " + given);
    }
  }

  /** The rank of each vertex. */
  public float[] run() {
    list.reset();
    list.pushAll(1 - damping);
    list.run();
    return list.gatherFloats("rank");
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
