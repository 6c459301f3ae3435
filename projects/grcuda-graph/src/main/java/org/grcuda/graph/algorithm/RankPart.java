package org.grcuda.graph.algorithm;

import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.graph.Graph;
import org.grcuda.graph.engine.Network;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.engine.Stepper;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.worklist.Statistics;

/**
 * One part of PageRank. A step takes the shares of ghosts that have arrived, and updates each rank
 * once. The shares of its own vertices are sent to the parts that have them as ghosts when they
 * have changed by more than {@link #limit} since they were sent.
 *
 * <p>The next step waits for news of all parts that own its ghosts, unless nobody else has anything
 * to do: a sweep over old shares changes little.
 */
final class RankPart implements Stepper<FloatArray>, AutoCloseable {

  private final Part part;
  private final RankKernels kernels;
  private final double damping;
  private final RankMemory memory;
  private final Sender<FloatArray> reports;
  private final Boundary<FloatArray> boundary;

  /** By so much all ranks together may change in a last sweep. */
  private final double limit;

  /** The parts that own its ghosts; none if it need not wait for them. */
  private final BitSet sources;

  /** Those of them of which nothing has arrived since the latest step. */
  private final BitSet missing = new BitSet();

  private boolean works;
  private double unsent;
  private Statistics statistics = Statistics.NONE;

  /**
   * @param pulled the parts, with the edges that lead to their vertices
   * @param graph whose edges leave the vertices
   */
  RankPart(
      GrCuda cuda,
      Network<FloatArray> network,
      RankKernels kernels,
      Partition pulled,
      Part part,
      Graph graph,
      double damping,
      double epsilon,
      boolean synchronous,
      int packet) {
    this.part = part;
    this.kernels = kernels;
    this.damping = damping;
    // By edges rather than vertices: a part with few vertices may have the highest ranks.
    double share = (part.own() + (double) part.edges()) / (graph.vertices() + graph.edges());
    limit = epsilon * graph.vertices() * share;
    reports = network.reports(part.index());
    memory =
        new RankMemory(
            cuda.at(network.endpoint(part.index())),
            part,
            degrees(graph),
            firstShares(graph, pulled.graph()));
    PartArrays arrays = memory.arrays();
    boundary =
        new Boundary<>(
            pulled,
            part,
            arrays,
            memory.share(),
            arrays::floats,
            kernels.packing(),
            network.packets(part.index()),
            packet);
    sources = synchronous ? new BitSet() : boundary.sources();
  }

  private int[] degrees(Graph graph) {
    int[] degrees = new int[part.own()];
    for (int local = 0; local < degrees.length; local++) {
      degrees[local] = Math.toIntExact(graph.degree(part.vertex(local)));
    }
    return degrees;
  }

  private float[] firstShares(Graph graph, Graph reversed) {
    float[] first = new float[part.own() + part.ghosts()];
    for (int local = 0; local < first.length; local++) {
      int vertex = part.globals().getAtIndex(ValueLayout.JAVA_INT, local);
      double rank = reversed.degree(vertex) > 0 ? 1 : 1 - damping;
      first[local] = (float) (rank / graph.degree(vertex));
    }
    return first;
  }

  /** Sets all ranks to what they are at first, and begins to count anew. */
  void reset() {
    int all = part.own() + part.ghosts();
    kernels
        .start()
        .forall(Math.max(1, all))
        .launch(memory.arguments(memory.firstShares(), part.own(), all, damping));
    works = memory.rows().count() > 0;
    missing.clear();
    unsent = 0;
    statistics = Statistics.NONE;
  }

  Statistics statistics() {
    return statistics;
  }

  FloatArray rank() {
    return memory.rank();
  }

  @Override
  public boolean canStep() {
    return boundary.isFree();
  }

  @Override
  public boolean hasWork() {
    return missing.isEmpty() && wantsStep();
  }

  /** Whether a step would change something. */
  boolean wantsStep() {
    return works;
  }

  @Override
  public void delivered(int target) {
    boundary.delivered(target);
  }

  @Override
  public void admit(Segment<FloatArray> arrived) {
    boundary.admit(arrived);
    works = true;
    if (arrived.offset() + arrived.rows() == arrived.total()) {
      missing.clear(arrived.source());
    }
    statistics = statistics.received(arrived.rows());
  }

  @Override
  public void step() {
    memory.changes().fill(0);
    if (memory.rows().count() > 0) {
      kernels
          .sweep()
          .grid(memory.rows().count())
          .block(RowOrder.BLOCK)
          .launch(
              memory.arguments(
                  memory.rows().vertices(),
                  memory.rows().blocks(),
                  part.own(),
                  part.edges(),
                  damping,
                  memory.changes()));
    }
    reports.send(memory.changes());
    missing.or(sources);
  }

  @Override
  public int finish(FloatArray report) {
    statistics = statistics.stepped(1, part.edges());
    double change = report.get(0);
    works = change > limit;
    unsent += change;
    if (unsent <= limit) {
      return 0;
    }
    unsent = 0;
    return boundary.send();
  }

  @Override
  public void close() {
    memory.close();
  }
}
