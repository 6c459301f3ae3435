package org.grcuda.runtime.route;

import java.util.ArrayDeque;
import java.util.List;

/**
 * The packets of one sender that go to the same target, or to any of the same targets, in the order
 * in which they were sent. They leave in that order.
 *
 * @param targets the receivers' positions
 */
record Lane(Sender sender, List<Integer> targets, ArrayDeque<Packet> packets) {

  /** What tells lanes apart. */
  record Key(int source, List<Integer> targets) {}

  /** Whether it has a packet that may go to {@code target}. */
  boolean mayReach(int target) {
    return !packets.isEmpty() && targets.contains(target);
  }
}
