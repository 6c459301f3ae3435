package org.grcuda.graph.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ArrayFactory;
import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.Endpoint;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.UIntArray;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.runtime.route.Routing;
import org.grcuda.types.ElementType;
import org.grcuda.worklist.CudaSource;

/**
 * Connected components: vertices are in one if a path leads from one to the other, whichever way
 * its edges point. Each part joins the ends of its own edges in a forest over its own vertices and
 * its ghosts (hooking: Shiloach and Vishkin, Journal of Algorithms 3, 1982); if there are many, at
 * first two edges of each vertex, after which most others need only a look (Sutton, Ben-Nun, Barak:
 * Optimizing parallel graph connectivity computation via subgraph sampling, IPDPS 2018). Then the
 * parts tell the first one to which roots their vertices belong, and it joins those in a forest
 * over all.
 */
public final class Components implements AutoCloseable {

  /** Edges of each vertex that are joined first. */
  private static final int SAMPLES = 2;

  /** With fewer edges for each vertex, none is joined before the others. */
  private static final int SAMPLED_DEGREE = 8;

  private static final String SOURCE = CudaSource.read(Components.class, "components.cu");

  /** Most pairs of a packet. */
  private static final int PACKET = 1 << 16;

  /** Buffers for packets of each part. */
  private static final int BUFFERS = 2;

  private final GrCuda cuda;
  private final int vertices;
  private final List<Endpoint> endpoints;
  private final List<Forest> forests = new ArrayList<>();
  private final PartArrays joined;
  private final UIntArray parent;
  private final Kernel start;
  private final Kernel hookSample;
  private final Kernel hook;
  private final Kernel pair;
  private final Kernel hookPairs;
  private final Kernel compress;

  /** The components of a graph. */
  public Components(GrCuda cuda, Partition partition) {
    this.cuda = cuda;
    int parts = partition.parts().size();
    vertices = partition.graph().vertices();
    endpoints = cuda.endpoints(parts);
    String forest = "parent: inout pointer uint32, ";
    String edges = forest + "row: in pointer uint32, column: in pointer sint32, ";
    start = kernel("start(parent: out pointer uint32, n: uint32)");
    hookSample = kernel("hookSample(" + edges + "own: uint32, number: uint32)");
    hook =
        kernel(
            "hook("
                + edges
                + "vertices: in pointer uint32, blocks: in pointer uint32, first: uint32,"
                + " edges: uint32)");
    pair =
        kernel(
            "pair(parent: in pointer uint32, global: in pointer uint32, n: uint32,"
                + " pairs: out pointer uint32)");
    hookPairs = kernel("hookPairs(" + forest + "pairs: in pointer uint32, count: uint32)");
    compress = kernel("compress(" + forest + "n: uint32)");
    declareCosts();
    for (Part part : partition.parts()) {
      forests.add(new Forest(cuda.at(endpoints.get(part.index())), part, parts > 1));
    }
    joined = new PartArrays(cuda.at(endpoints.getFirst()));
    parent = parts > 1 ? joined.uints(vertices) : forests.getFirst().parent;
  }

  /** What launches cost simulated devices; a vertex somewhere is a sector of 32 bytes. */
  private void declareCosts() {
    start.cost("0", "4 * n");
    hookSample.cost("0", "84 * own");
    // A column, and a step towards a root.
    hook.cost("0", "44 * edges");
    pair.cost("0", "48 * n");
    hookPairs.cost("0", "72 * count");
    compress.cost("0", "40 * n");
  }

  private Kernel kernel(String signature) {
    return cuda.buildKernel(
        SOURCE, signature, CudaSource.withHeader(Components.class, RowOrder.HEADER));
  }

  /** For each vertex the smallest one of its component. */
  public int[] run() {
    forests.forEach(this::hook);
    if (forests.size() > 1) {
      join();
    }
    return parent.toArray();
  }

  private void hook(Forest forest) {
    int own = forest.part.own();
    if (own == 0) {
      return;
    }
    start.forall(forest.numbered).launch(forest.parent, forest.numbered);
    int samples = forest.part.edges() / own >= SAMPLED_DEGREE ? SAMPLES : 0;
    RowArrays rows = forest.rows;
    for (int number = 0; number < samples; number++) {
      hookSample.forall(own).launch(forest.parent, rows.row(), rows.column(), own, number);
    }
    if (samples > 0) {
      compress.forall(forest.numbered).launch(forest.parent, forest.numbered);
    }
    if (rows.count() > 0) {
      hook.grid(rows.count())
          .block(RowOrder.BLOCK)
          .launch(
              forest.parent,
              rows.row(),
              rows.column(),
              rows.vertices(),
              rows.blocks(),
              samples,
              forest.part.edges());
    }
    compress.forall(forest.numbered).launch(forest.parent, forest.numbered);
  }

  /** Joins the forests of all parts. */
  private void join() {
    start.forall(vertices).launch(parent, vertices);
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
      Sender<UIntArray> sender = router.sender(endpoints.get(forest.part.index()));
      if (forest.numbered > 0) {
        pair.forall(forest.numbered)
            .launch(forest.parent, forest.global, forest.numbered, forest.pairs);
        sender.send(forest.pairs);
      }
      sender.close();
    }
    for (Segment<UIntArray> arrived : Receiver.arrivals(List.of(receiver))) {
      hookPairs.forall(arrived.rows()).launch(parent, arrived.data(), arrived.rows());
    }
    compress.forall(vertices).launch(parent, vertices);
  }

  /** Frees its arrays. */
  @Override
  public void close() {
    forests.forEach(forest -> forest.arrays.close());
    joined.close();
  }

  /** The arrays of a part at its endpoint. */
  private static final class Forest {

    final Part part;

    /** How many vertices the forest has: own ones and ghosts. */
    final int numbered;

    final PartArrays arrays;
    final UIntArray parent;
    final RowArrays rows;
    final DeviceArray global;
    final UIntArray pairs;

    Forest(ArrayFactory factory, Part part, boolean sends) {
      this.part = part;
      numbered = part.own() + part.ghosts();
      arrays = new PartArrays(factory);
      parent = arrays.uints(numbered);
      rows = RowArrays.of(arrays, part);
      global = arrays.copy(ElementType.UINT, part.globals());
      pairs = arrays.uints(sends ? numbered : 0, 2);
    }
  }
}
