package org.grcuda.graph.algorithm;

import java.util.BitSet;
import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.TypedArray;
import org.grcuda.UIntArray;
import org.grcuda.graph.engine.Outbox;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.types.CompileOptions;
import org.grcuda.worklist.CudaSource;

/**
 * The vertices of a part that are ghosts of others. Sends their values there, and puts those of its
 * own ghosts in place when they arrive.
 *
 * @param <A> an array with an element for each own vertex and each ghost
 */
final class Boundary<A extends TypedArray<A, ?>> {

  private final Part part;

  /** Where the vertices that are ghosts of each part begin. */
  private final int[] firsts;

  private final A values;
  private final UIntArray vertices;
  private final Outbox<A> outbox;
  private final Kernel pack;
  private final Sender<A> sender;
  private final int packet;

  /**
   * @param arrays makes what it needs
   * @param values whose elements are sent
   * @param buffers two arrays with an element for each of {@link #count} vertices
   * @param pack of parameters values, vertices, count, and a buffer
   * @param packet most values of a packet
   */
  Boundary(
      Partition partition,
      Part part,
      PartArrays arrays,
      A values,
      List<A> buffers,
      Kernel pack,
      Sender<A> sender,
      int packet) {
    this.part = part;
    this.values = values;
    this.pack = pack;
    this.sender = sender;
    this.packet = packet;
    firsts = firsts(partition, part.index());
    vertices = arrays.copy(vertices(partition));
    outbox = new Outbox<>(partition.parts().size(), buffers);
  }

  /** The kernel that packs floating-point numbers. */
  static Kernel packFloats(GrCuda cuda) {
    return pack(cuda, "packFloats", "float");
  }

  /** The kernel that packs integers. */
  static Kernel packUints(GrCuda cuda) {
    return pack(cuda, "packUints", "uint32");
  }

  private static Kernel pack(GrCuda cuda, String name, String type) {
    Kernel pack =
        cuda.buildKernel(
            CudaSource.read(Boundary.class, "boundary.cu"),
            "%s(values: in pointer %s, vertices: in pointer uint32, count: uint32, out: out pointer %s)"
                .formatted(name, type, type),
            CompileOptions.NONE);
    pack.cost("0", "40 * count");
    return pack;
  }

  private static int[] firsts(Partition partition, int owner) {
    int[] firsts = new int[partition.parts().size() + 1];
    for (Part other : partition.parts()) {
      int ghosts = other.ghostOffset(owner + 1) - other.ghostOffset(owner);
      firsts[other.index() + 1] = Math.addExact(firsts[other.index()], ghosts);
    }
    return firsts;
  }

  /** For how many vertices and parts values are sent. */
  static int count(Partition partition, Part part) {
    return firsts(partition, part.index())[partition.parts().size()];
  }

  private int[] vertices(Partition partition) {
    int[] numbers = new int[firsts[firsts.length - 1]];
    for (Part other : partition.parts()) {
      int first = other.ghostOffset(part.index());
      for (int i = firsts[other.index()]; i < firsts[other.index() + 1]; i++) {
        numbers[i] = other.remote(first + i - firsts[other.index()]);
      }
    }
    return numbers;
  }

  /** The parts that own its ghosts. */
  BitSet sources() {
    BitSet owners = new BitSet();
    for (int owner = 0; owner + 1 < firsts.length; owner++) {
      owners.set(owner, part.ghostOffset(owner + 1) > part.ghostOffset(owner));
    }
    return owners;
  }

  /** Whether what was sent last but one has left. */
  boolean isFree() {
    return outbox.isFree();
  }

  /** Notes that {@code target} has taken a packet. */
  void delivered(int target) {
    outbox.received(target);
  }

  /**
   * Sends the values.
   *
   * @return in how many packets
   */
  int send() {
    int count = firsts[firsts.length - 1];
    if (count == 0) {
      return 0;
    }
    A out = outbox.buffer();
    pack.forall(count).launch(values, vertices, count, out);
    int all = 0;
    for (int target = 0; target + 1 < firsts.length; target++) {
      int ghosts = firsts[target + 1] - firsts[target];
      if (ghosts > 0) {
        sender.send(out.slice(firsts[target], firsts[target + 1]), target);
        int packets = Math.ceilDiv(ghosts, packet);
        outbox.sent(target, packets);
        all += packets;
      }
    }
    outbox.turn();
    return all;
  }

  /** Puts values of ghosts in place. */
  void admit(Segment<A> arrived) {
    long first = part.own() + part.ghostOffset(arrived.source()) + arrived.offset();
    values.slice(first, first + arrived.rows()).copyFrom(arrived.data());
  }
}
