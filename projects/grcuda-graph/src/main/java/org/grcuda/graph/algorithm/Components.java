package org.grcuda.graph.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ArrayFactory;
import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.Endpoint;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.UIntArray;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.worklist.CudaSource;

/**
 * Connected components: vertices are in one if a path leads from one to the other, whichever way
 * its edges point. Each part joins the ends of its own edges in a forest over all vertices
 * (hooking: Shiloach and Vishkin, Journal of Algorithms 3, 1982). Then the forests are merged in
 * pairs, over routers, until one has all.
 */
public final class Components implements AutoCloseable {

  /** Threads of a block of the kernel hook: CHUNK of edges.cuh. */
  private static final int CHUNK = 256;

  private static final String SOURCE = CudaSource.read(Components.class, "components.cu");

  /** Vertices of which one packet tells. */
  private static final int PACKET = 1 << 16;

  private static final int BUFFERS = 4;

  private final GrCuda cuda;
  private final int vertices;
  private final List<Endpoint> endpoints;
  private final List<Forest> forests = new ArrayList<>();
  private final Kernel start;
  private final Kernel hook;
  private final Kernel hookPairs;
  private final Kernel compress;
  private final Kernel pairs;

  /** What a part has at its endpoint. */
  private record Forest(
      Part part, UIntArray parent, UIntArray row, IntArray column, UIntArray global) {

    static Forest of(ArrayFactory factory, Part part, int vertices) {
      Forest forest =
          new Forest(
              part,
              factory.uintArray(vertices),
              factory.uintArray(part.own() + 1L),
              factory.intArray(Math.max(1, part.edges())),
              factory.uintArray(Math.max(1, part.own() + part.ghosts())));
      forest.row.copyFrom(part.offsets());
      if (part.edges() > 0) {
        forest.column.copyFrom(part.columns());
        forest.global.copyFrom(part.globals());
      }
      return forest;
    }

    void close() {
      List.<DeviceArray>of(parent, row, column, global).forEach(DeviceArray::close);
    }
  }

  /** The components of a graph. */
  public Components(GrCuda cuda, Partition partition) {
    this.cuda = cuda;
    vertices = partition.graph().vertices();
    endpoints = cuda.endpoints(partition.parts().size());
    start = kernel("start(parent: out pointer uint32, n: uint32)");
    hook =
        kernel(
            "hook(parent: inout pointer uint32, row: in pointer uint32, column: in pointer sint32,"
                + " global: in pointer uint32, own: uint32)");
    hookPairs =
        kernel("hookPairs(parent: inout pointer uint32, pairs: in pointer uint32, count: uint32)");
    compress = kernel("compress(parent: inout pointer uint32, n: uint32)");
    pairs =
        kernel(
            "pairs(parent: in pointer uint32, first: uint32, count: uint32,"
                + " out: inout pointer uint32, counter: inout pointer uint32)");
    declareCosts();
    for (Part part : partition.parts()) {
      forests.add(Forest.of(cuda.at(endpoints.get(part.index())), part, vertices));
    }
  }

  /** What launches cost simulated devices; a vertex somewhere is a sector of 32 bytes. */
  private void declareCosts() {
    start.cost("0", "4 * n");
    hookPairs.cost("0", "72 * count");
    compress.cost("0", "40 * n");
    pairs.cost("0", "12 * count");
  }

  private Kernel kernel(String signature) {
    return cuda.buildKernel(SOURCE, signature, CudaSource.withEdges());
  }

  /** For each vertex the smallest one of its component. */
  public int[] run() {
    for (Forest forest : forests) {
      start.forall(vertices).launch(forest.parent, vertices);
      if (forest.part.own() > 0) {
        // A column, the number in the graph of its vertex, and a step towards a root.
        hook.cost("0", "12 * own + 76 * " + forest.part.edges());
        hook.grid(Math.ceilDiv(forest.part.own(), CHUNK))
            .block(CHUNK)
            .launch(forest.parent, forest.row, forest.column, forest.global, forest.part.own());
      }
      compress.forall(vertices).launch(forest.parent, vertices);
    }
    for (int distance = 1; distance < forests.size(); distance *= 2) {
      merge(distance);
    }
    return forests.getFirst().parent.toArray();
  }

  /** Merges each forest whose number is an odd multiple of {@code distance} into one before it. */
  private void merge(int distance) {
    List<Receiver<UIntArray>> receivers = new ArrayList<>();
    for (int target = 0; target + distance < forests.size(); target += 2 * distance) {
      Router<UIntArray> link =
          cuda.router(ArrayType.UINT)
              .from(endpoints.get(target + distance))
              .to(endpoints.get(target))
              .packet(PACKET)
              .columns(2)
              .open();
      receivers.add(link.receiver(endpoints.get(target), BUFFERS));
      send(forests.get(target + distance), link.sender(endpoints.get(target + distance), BUFFERS));
    }
    for (Segment<UIntArray> arrived : Receiver.arrivals(receivers)) {
      UIntArray parent = forests.get(arrived.target().index()).parent;
      hookPairs.forall(arrived.rows()).launch(parent, arrived.data(), arrived.rows());
    }
    for (Receiver<UIntArray> receiver : receivers) {
      compress.forall(vertices).launch(forests.get(receiver.endpoint().index()).parent, vertices);
    }
  }

  private void send(Forest forest, Sender<UIntArray> sender) {
    for (long first = 0; first < vertices; first += PACKET) {
      long count = Math.min(PACKET, vertices - first);
      Sender.Output<UIntArray> out = sender.buffer();
      pairs.forall(count).launch(forest.parent, first, count, out.data(), out.counter());
      sender.send(out);
    }
    sender.close();
  }

  /** Frees its arrays. */
  @Override
  public void close() {
    forests.forEach(Forest::close);
  }
}
