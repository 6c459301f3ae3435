package org.grcuda.graph.algorithm;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.graph.Graph;
import org.grcuda.graph.engine.Network;
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
  private final int packet;
  private final RowOrder order;

  /** Where the vertices that are ghosts of each part begin in the boundary. */
  private final int[] firsts;

  private final RankMemory memory;
  private final Sender<FloatArray> reports;
  private final Sender<FloatArray> shares;
  private final Queue<Segment<FloatArray>> inbox = new ArrayDeque<>();

  /** By so much all ranks together may change in a last sweep. */
  private final double limit;

  /** The parts that own its ghosts; none if it need not wait for them. */
  private final BitSet sources;

  /** Those of them of which nothing has arrived since the latest step. */
  private final BitSet missing = new BitSet();

  private boolean stepping;
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
    this.packet = packet;
    limit = part.own() * epsilon;
    order = RowOrder.of(part.offsets());
    firsts = firsts(pulled, part.index());
    sources = synchronous ? new BitSet() : owners();
    reports = network.reports(part.index());
    shares = network.packets(part.index());
    memory =
        new RankMemory(
            cuda.at(network.endpoint(part.index())),
            pulled.parts().size(),
            part,
            degrees(graph),
            firstShares(graph, pulled.graph()),
            order,
            boundary(pulled));
  }

  private static int[] firsts(Partition pulled, int owner) {
    int[] firsts = new int[pulled.parts().size() + 1];
    for (Part other : pulled.parts()) {
      int ghosts = other.ghostOffset(owner + 1) - other.ghostOffset(owner);
      firsts[other.index() + 1] = Math.addExact(firsts[other.index()], ghosts);
    }
    return firsts;
  }

  private BitSet owners() {
    BitSet owners = new BitSet();
    for (int owner = 0; owner + 1 < firsts.length; owner++) {
      owners.set(owner, part.ghostOffset(owner + 1) > part.ghostOffset(owner));
    }
    return owners;
  }

  /** The vertices that are ghosts of other parts, in the order in which those have them. */
  private int[] boundary(Partition pulled) {
    int[] boundary = new int[firsts[firsts.length - 1]];
    for (Part other : pulled.parts()) {
      int first = other.ghostOffset(part.index());
      for (int i = firsts[other.index()]; i < firsts[other.index() + 1]; i++) {
        boundary[i] = other.remote(first + i - firsts[other.index()]);
      }
    }
    return boundary;
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
    works = order.count() > 0;
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
  public boolean isStepping() {
    return stepping;
  }

  @Override
  public boolean canStep() {
    return !stepping && memory.outbox().isFree();
  }

  @Override
  public boolean hasWork() {
    return missing.isEmpty() && wantsStep();
  }

  /** Whether a step would change something. */
  boolean wantsStep() {
    return works || !inbox.isEmpty();
  }

  @Override
  public void delivered(int target) {
    memory.outbox().received(target);
  }

  @Override
  public void accept(Segment<FloatArray> arrived) {
    inbox.add(arrived);
    if (arrived.offset() + arrived.rows() == arrived.total()) {
      missing.clear(arrived.source());
    }
    statistics = statistics.received(arrived.rows());
  }

  @Override
  public void admitArrived() {
    while (!inbox.isEmpty()) {
      try (Segment<FloatArray> arrived = inbox.remove()) {
        long first = part.own() + part.ghostOffset(arrived.source()) + arrived.offset();
        memory.share().slice(first, first + arrived.rows()).copyFrom(arrived.data());
        works = true;
      }
    }
  }

  @Override
  public void step() {
    admitArrived();
    memory.changes().fill(0);
    if (order.count() > 0) {
      kernels
          .sweep()
          .grid(order.count())
          .block(RowOrder.BLOCK)
          .launch(memory.arguments(memory.vertices(), memory.blocks(), damping, memory.changes()));
    }
    reports.send(memory.changes());
    missing.or(sources);
    stepping = true;
  }

  @Override
  public int finish(FloatArray report) {
    stepping = false;
    statistics = statistics.stepped(1, part.edges());
    double change = report.get(0);
    works = change > limit;
    unsent += change;
    return unsent > limit ? send() : 0;
  }

  private int send() {
    unsent = 0;
    int count = firsts[firsts.length - 1];
    if (count == 0) {
      return 0;
    }
    FloatArray out = memory.outbox().buffer();
    kernels.pack().forall(count).launch(memory.share(), memory.boundary(), count, out);
    int all = 0;
    for (int target = 0; target + 1 < firsts.length; target++) {
      int ghosts = firsts[target + 1] - firsts[target];
      if (ghosts > 0) {
        shares.send(out.slice(firsts[target], firsts[target + 1]), target);
        int packets = Math.ceilDiv(ghosts, packet);
        memory.outbox().sent(target, packets);
        all += packets;
      }
    }
    memory.outbox().turn();
    return all;
  }

  @Override
  public void close() {
    memory.close();
  }
}
