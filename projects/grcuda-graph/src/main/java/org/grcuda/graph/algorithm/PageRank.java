package org.grcuda.graph.algorithm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.grcuda.ArrayType;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.graph.engine.Engine;
import org.grcuda.graph.engine.Network;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.types.GrCudaException;
import org.grcuda.worklist.Settings;
import org.grcuda.worklist.Statistics;

/**
 * PageRank (Page, Brin, Motwani, Winograd: The PageRank citation ranking, 1999). The ranks fulfil
 * rank = (1 - damping) + damping * sum of rank / degree over the edges that lead here; divided by
 * the number of vertices, they are probabilities if each vertex has an edge. A vertex without edges
 * keeps its rank for itself.
 *
 * <p>Each part sums up its ranks over the edges that lead to its vertices, in place, and again with
 * what other parts have sent meanwhile (chaotic relaxation: Chazan and Miranker, Linear Algebra and
 * its Applications 2, 1969), until all changes are small: at most epsilon for each vertex on
 * average, in the last sweep of a part and in what it has not sent. So the sum of all errors is at
 * most 2 n epsilon damping / (1 - damping) for n vertices, and rounding; the last bits depend on
 * the order of work.
 */
public final class PageRank implements AutoCloseable {

  /** The damping of the first publication. */
  public static final double USUAL_DAMPING = 0.85;

  /** The changes that are small, if the program does not say. */
  public static final double USUAL_EPSILON = 1e-4;

  /** Less than that may be lost in the rounding of sums of floats, and sweeps would not end. */
  private static final double LEAST_EPSILON = 1e-6;

  private final GrCuda cuda;
  private final Partition partition;
  private final List<RankPart> parts = new ArrayList<>();
  private final Engine<FloatArray> engine;

  /** Time of the latest run. */
  private long nanos;

  /** A run has begun and not ended, or has failed. */
  private boolean running;

  /** With the usual damping and epsilon. */
  public PageRank(GrCuda cuda, Partition partition) {
    this(
        cuda,
        partition,
        USUAL_DAMPING,
        USUAL_EPSILON,
        Settings.DEFAULT.schedule(),
        Settings.DEFAULT.packet());
  }

  /**
   * PageRank of a graph.
   *
   * @param damping from 0 to 1, both exclusive
   * @param epsilon by how much ranks may still change, on average: at least 1e-6
   * @param schedule who waits for whom
   * @param packet most vertices of a packet
   */
  public PageRank(
      GrCuda cuda,
      Partition partition,
      double damping,
      double epsilon,
      Settings.Schedule schedule,
      int packet) {
    require(damping > 0 && damping < 1, "damping", "a number between 0 and 1", damping);
    require(
        epsilon >= LEAST_EPSILON && epsilon < Double.POSITIVE_INFINITY,
        "epsilon",
        "a number of at least " + LEAST_EPSILON,
        epsilon);
    require(packet >= 1, "packet", "at least 1", packet);
    this.cuda = cuda;
    this.partition = partition;
    Partition pulled = partition.reversed();
    int count = pulled.parts().size();
    RankKernels kernels = RankKernels.of(cuda);
    int used = Boundary.packet(pulled, kernels.packing(), packet);
    Network<FloatArray> network = new Network<>(cuda, ArrayType.FLOAT, count, 1, used, 1);
    boolean synchronous = schedule == Settings.Schedule.BULK_SYNCHRONOUS;
    for (Part part : pulled.parts()) {
      parts.add(
          new RankPart(
              cuda,
              network,
              kernels,
              pulled,
              part,
              partition.graph(),
              damping,
              epsilon,
              synchronous,
              used));
    }
    engine = network.engine(parts, synchronous, this::wake);
  }

  /** When nothing else goes on, parts that wait for each other step. */
  private BitSet wake(BitSet idle, boolean isQuiet) {
    BitSet woken = new BitSet();
    if (isQuiet) {
      idle.stream().filter(i -> parts.get(i).wantsStep()).forEach(woken::set);
    }
    return woken;
  }

  private static void require(boolean holds, String name, String expected, Number given) {
    if (!holds) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "pagerank, '" + name + "': expected " + expected + ", given " + given);
    }
  }

  /**
   * The rank of each vertex.
   *
   * @throws GrCudaException if a kernel failed, in this run or in an earlier one
   */
  public synchronized float[] run() {
    if (running) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, "pagerank: its run has failed; make another");
    }
    running = true;
    parts.forEach(RankPart::reset);
    long began = cuda.nanoTime();
    engine.run();
    nanos = cuda.nanoTime() - began;
    running = false;
    return gathered();
  }

  private float[] gathered() {
    float[] ranks = new float[partition.graph().vertices()];
    for (Part part : partition.parts()) {
      float[] own = parts.get(part.index()).rank().toArray();
      for (int local = 0; local < part.own(); local++) {
        ranks[part.vertex(local)] = own[local];
      }
    }
    return ranks;
  }

  /** What the latest run has done. */
  public synchronized Statistics statistics() {
    return parts.stream()
        .map(RankPart::statistics)
        .reduce(Statistics.NONE, Statistics::plus)
        .ran(nanos);
  }

  /** Frees its arrays. */
  @Override
  public synchronized void close() {
    parts.forEach(RankPart::close);
  }
}
