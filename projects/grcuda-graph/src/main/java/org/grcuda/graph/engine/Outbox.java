package org.grcuda.graph.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.grcuda.DeviceArray;

/**
 * The buffers of a part in which packets are made. They take turns. A step that packs into one
 * whose packets have not left would wait for their receivers, who may wait for that step: so none
 * begins.
 *
 * @param <A> the buffers
 */
public final class Outbox<A extends DeviceArray> {

  private final List<A> buffers;

  /** Packets of each buffer that were not received. */
  private final int[] unreceived;

  /** Which buffer the packets to each part are from, in the order in which they were sent. */
  private final List<Queue<Integer>> sent = new ArrayList<>();

  private int next;

  /** An outbox for packets to {@code parts} parts. */
  public Outbox(int parts, List<A> buffers) {
    this.buffers = buffers;
    unreceived = new int[buffers.size()];
    for (int part = 0; part < parts; part++) {
      sent.add(new ArrayDeque<>());
    }
  }

  /** Whether the packets of {@link #buffer} have all left. */
  public boolean isFree() {
    return unreceived[next] == 0;
  }

  /** The buffer of the next step. */
  public A buffer() {
    return buffers.get(next);
  }

  /** Notes that {@code packets} packets of {@link #buffer} were sent to {@code target}. */
  public void sent(int target, int packets) {
    for (int i = 0; i < packets; i++) {
      sent.get(target).add(next);
    }
    unreceived[next] += packets;
  }

  /** Notes that {@code target} has received a packet. */
  public void received(int target) {
    unreceived[sent.get(target).remove()]--;
  }

  /** Turns to the other buffer. */
  public void turn() {
    next = (next + 1) % buffers.size();
  }
}
