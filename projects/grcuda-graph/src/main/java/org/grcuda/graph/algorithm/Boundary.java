package org.grcuda.graph.algorithm;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.TypedArray;
import org.grcuda.UIntArray;
import org.grcuda.graph.engine.Outbox;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;

/**
 * The vertices of a part that are ghosts of others. Sends their values there, and puts those of its
 * own ghosts in place when they arrive.
 *
 * @param <A> an array with an element for each own vertex and each ghost
 */
final class Boundary<A extends TypedArray<A, ?>> {

  private final Part part;

  /** Which elements of a buffer are for each part. */
  private final int[] firsts;

  private final A values;
  private final UIntArray vertices;
  private final int count;
  private final Outbox<A> outbox;
  private final Packing<A> packing;
  private final Sender<A> sender;
  private final int packet;

  /**
   * @param arrays makes what it needs
   * @param values whose elements are sent
   * @param buffers makes an array of so many elements
   * @param packet most elements of a packet
   */
  Boundary(
      Partition partition,
      Part part,
      PartArrays arrays,
      A values,
      IntFunction<A> buffers,
      Packing<A> packing,
      Sender<A> sender,
      int packet) {
    this.part = part;
    this.values = values;
    this.packing = packing;
    this.sender = sender;
    this.packet = packet;
    int parts = partition.parts().size();
    firsts = new int[parts + 1];
    for (Part other : partition.parts()) {
      int elements = elements(ghosts(other, part.index()), packing);
      firsts[other.index() + 1] = Math.addExact(firsts[other.index()], elements);
    }
    count = Math.multiplyExact(firsts[parts], packing.width());
    vertices = arrays.copy(vertices(partition));
    outbox =
        new Outbox<>(parts, List.of(buffers.apply(firsts[parts]), buffers.apply(firsts[parts])));
  }

  private static int ghosts(Part part, int owner) {
    return part.ghostOffset(owner + 1) - part.ghostOffset(owner);
  }

  private static int elements(int vertices, Packing<?> packing) {
    return Math.ceilDiv(vertices, packing.width());
  }

  /** The most elements that one part sends to another at a time, but at most {@code most}. */
  static int packet(Partition partition, Packing<?> packing, int most) {
    return Math.clamp(elements(partition.mostGhosts(), packing), 1, most);
  }

  private int[] vertices(Partition partition) {
    int[] numbers = new int[count];
    Arrays.fill(numbers, -1);
    for (Part other : partition.parts()) {
      int first = other.ghostOffset(part.index());
      int at = firsts[other.index()] * packing.width();
      for (int i = 0; i < ghosts(other, part.index()); i++) {
        numbers[at + i] = other.remote(first + i);
      }
    }
    return numbers;
  }

  /** The parts that own its ghosts. */
  BitSet sources() {
    BitSet owners = new BitSet();
    for (int owner = 0; owner + 1 < firsts.length; owner++) {
      owners.set(owner, ghosts(part, owner) > 0);
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
    if (count == 0) {
      return 0;
    }
    A out = outbox.buffer();
    packing.pack(values, vertices, count, out);
    int all = 0;
    for (int target = 0; target + 1 < firsts.length; target++) {
      int elements = firsts[target + 1] - firsts[target];
      if (elements > 0) {
        sender.send(out.slice(firsts[target], firsts[target + 1]), target);
        int packets = Math.ceilDiv(elements, packet);
        outbox.sent(target, packets);
        all += packets;
      }
    }
    outbox.turn();
    return all;
  }

  /** Puts values of ghosts in place. */
  void admit(Segment<A> arrived) {
    int source = arrived.source();
    long before = arrived.offset() * packing.width();
    long first = part.own() + part.ghostOffset(source) + before;
    long ghosts = Math.min(arrived.rows() * packing.width(), ghosts(part, source) - before);
    packing.unpack(arrived.data(), values, first, ghosts);
  }
}
