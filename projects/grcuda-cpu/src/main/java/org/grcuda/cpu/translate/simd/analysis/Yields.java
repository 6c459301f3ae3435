package org.grcuda.cpu.translate.simd.analysis;

import java.util.Arrays;
import java.util.BitSet;
import org.grcuda.cpu.translate.pass.SuspensionPoints;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.LinearOrder;

/**
 * The branches back of loops that may wait for what other threads write, such as a lock. Threads of
 * a GPU run independently (PTX ISA 3.1), so lanes that go back let all others have a turn first:
 * those of their gang that wait elsewhere, and after some turns the other gangs of the block.
 */
final class Yields {

  private static final int NONE = -1;

  /** By block: where its yielding branch goes. */
  private final int[] targets;

  private final BitSet places = new BitSet();

  private Yields(ControlFlowGraph graph, LinearOrder order) {
    targets = new int[graph.blocks().size()];
    Arrays.fill(targets, NONE);
    BitSet branches = SuspensionPoints.yields(graph);
    for (int s = branches.nextSetBit(0); s >= 0; s = branches.nextSetBit(s + 1)) {
      int block = graph.blockAt(s).index();
      int target = order.taken(block);
      if (order.position(block) >= 0 && target != LinearOrder.END) {
        targets[block] = target;
        places.set(target);
      }
    }
  }

  /** Of a function. */
  static Yields of(ControlFlowGraph graph, LinearOrder order) {
    return new Yields(graph, order);
  }

  /** Whether there is one. */
  boolean exist() {
    return !places.isEmpty();
  }

  /** Whether the branch at the end of a block is one. */
  boolean endsWithOne(int block) {
    return targets[block] != NONE;
  }

  /** Where that branch goes. */
  int target(int block) {
    return targets[block];
  }

  /** Whether one of them goes to a block. */
  boolean leadTo(int block) {
    return places.get(block);
  }
}
