package org.grcuda.worklist;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.grcuda.UIntArray;

/**
 * The buffers of a part in which pairs are packed. They take turns. A step that packs into one
 * whose packets have not left would wait for their receivers, who may wait for that step: so none
 * begins.
 */
final class Outbox {

  private final UIntArray[] buffers;

  /** Packets of each buffer that were not received. */
  private final int[] unreceived;

  /** Which buffer the packets to each part are from, in the order in which they were sent. */
  private final List<Queue<Integer>> sent = new ArrayList<>();

  private int next;

  Outbox(int parts, UIntArray... buffers) {
    this.buffers = buffers;
    unreceived = new int[buffers.length];
    for (int part = 0; part < parts; part++) {
      sent.add(new ArrayDeque<>());
    }
  }

  /** Whether the packets of {@link #buffer} have all left. */
  boolean isFree() {
    return unreceived[next] == 0;
  }

  /** The buffer of the next step. */
  UIntArray buffer() {
    return buffers[next];
  }

  /** Notes that {@code packets} packets of {@link #buffer} were sent to {@code target}. */
  void sent(int target, int packets) {
    for (int i = 0; i < packets; i++) {
      sent.get(target).add(next);
    }
    unreceived[next] += packets;
  }

  /** Notes that {@code target} has received a packet. */
  void received(int target) {
    unreceived[sent.get(target).remove()]--;
  }

  /** Turns to the other buffer. */
  void turn() {
    next = (next + 1) % buffers.length;
  }
}
