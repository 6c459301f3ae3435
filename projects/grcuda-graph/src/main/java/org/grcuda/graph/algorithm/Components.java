package org.grcuda.graph.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ArrayType;
import org.grcuda.Endpoint;
import org.grcuda.GrCuda;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.UIntArray;
import org.grcuda.graph.Graph;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.runtime.route.Routing;
import org.grcuda.worklist.Statistics;

/**
 * Connected components: vertices are in one if a path leads from one to the other, whichever way
 * its edges point. Each part joins the ends of its own edges in a forest over its own vertices and
 * its ghosts (hooking: Shiloach and Vishkin, Journal of Algorithms 3, 1982). If there are many, it
 * begins with two edges of each vertex; then most vertices are in one tree, whose other edges need
 * no look where each edge has a reverse one (Sutton, Ben-Nun, Barak: Optimizing parallel graph
 * connectivity computation via subgraph sampling, IPDPS 2018).
 *
 * <p>Then the parts tell the first one which vertices are in their main trees, and the roots of
 * others, and it joins those in a forest over all. An edge between the main trees of two parts may
 * have been left out by both. If these trees turn out to be joined all the same, nothing is missed;
 * else the parts go on with all edges.
 */
public final class Components implements AutoCloseable {

  /** Most rows of a packet. */
  private static final int PACKET = 1 << 16;

  /** Buffers for packets of each part. */
  private static final int BUFFERS = 2;

  private final GrCuda cuda;
  private final int vertices;
  private final boolean samples;
  private final boolean skips;
  private final ForestKernels kernels;
  private final List<Endpoint> endpoints;
  private final List<Forest> forests = new ArrayList<>();
  private final PartArrays joined;

  /** The parent of each vertex of the graph. */
  private final UIntArray parent;

  private Statistics received = Statistics.NONE;

  /** The components of a graph. */
  public Components(GrCuda cuda, Partition partition) {
    this.cuda = cuda;
    Graph graph = partition.graph();
    int parts = partition.parts().size();
    vertices = graph.vertices();
    samples = Density.isDense(graph);
    skips = samples && graph.isSymmetric();
    kernels = ForestKernels.of(cuda);
    endpoints = cuda.endpoints(parts);
    for (Part part : partition.parts()) {
      forests.add(
          new Forest(kernels, cuda.at(endpoints.get(part.index())), part, vertices, parts > 1));
    }
    joined = new PartArrays(cuda.at(endpoints.getFirst()));
    parent = parts > 1 ? joined.uints(vertices) : forests.getFirst().parent();
  }

  /** For each vertex the smallest one of its component. */
  public int[] run() {
    received = Statistics.NONE;
    long began = cuda.nanoTime();
    int[] roots = hook();
    received = received.ran(cuda.nanoTime() - began);
    return roots;
  }

  private int[] hook() {
    for (Forest forest : forests) {
      if (samples) {
        forest.sample();
      } else {
        forest.start();
      }
      forest.hook(skips);
    }
    int[] roots = roots();
    if (skips && !isOne(roots)) {
      forests.forEach(forest -> forest.hook(false));
      roots = roots();
    }
    return roots;
  }

  /** The root of each vertex, once all forests are joined. */
  private int[] roots() {
    if (forests.size() > 1) {
      join();
    } else {
      forests.getFirst().compress();
    }
    return parent.toArray();
  }

  /** Whether the main trees of all parts are in one component. */
  private boolean isOne(int[] roots) {
    return forests.stream()
            .filter(Forest::hasEdges)
            .mapToInt(forest -> roots[forest.mainVertex()])
            .distinct()
            .count()
        <= 1;
  }

  /** Joins the forests of all parts. */
  private void join() {
    forests.forEach(Forest::report);
    kernels.start().forall(vertices).launch(parent, vertices);
    Endpoint target = endpoints.getFirst();
    Router<UIntArray> router =
        cuda.router(ArrayType.UINT)
            .policy(Routing.GATHER)
            .from(endpoints)
            .to(target)
            .packet(PACKET)
            .columns(2)
            .open();
    Receiver<UIntArray> receiver = router.receiver(target, BUFFERS * forests.size());
    for (Forest forest : forests) {
      forest.send(router.sender(endpoints.get(forest.index())));
    }
    Receiver.arrivals(List.of(receiver)).forEach(this::admit);
    kernels.compress().forall(vertices).launch(parent, vertices);
  }

  private void admit(Segment<UIntArray> arrived) {
    received = received.received(arrived.rows());
    if (arrived.tag() == Forest.PAIRS) {
      kernels.hookPairs().forall(arrived.rows()).launch(parent, arrived.data(), arrived.rows());
      return;
    }
    long first = arrived.offset() * Forest.ROW;
    long count = Math.min(arrived.rows() * Forest.ROW, vertices - first);
    kernels
        .hookMain()
        .forall(count)
        .launch(parent, forests.get(arrived.source()).mainVertex(), arrived.data(), first, count);
  }

  /**
   * What the latest run has done. Its pairs are the rows of packets: a pair of vertices each, or
   * bytes for eight vertices.
   */
  public Statistics statistics() {
    long edges = forests.stream().mapToLong(Forest::edges).sum();
    return received.plus(Statistics.NONE.stepped(0, edges));
  }

  /** Frees its arrays. */
  @Override
  public void close() {
    forests.forEach(Forest::close);
    joined.close();
  }
}
