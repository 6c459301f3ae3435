package org.grcuda.cpu.translate.pass;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/** Finds the loops of a function that read memory which other threads may write meanwhile. */
final class SpinningLoops {

  /** Most blocks visited for one function: bounds the time that hostile code takes. */
  private static final int MOST_LOOKS = 10_000_000;

  private final ControlFlowGraph graph;
  private final BitSet observing = new BitSet();
  private int looks;

  SpinningLoops(ControlFlowGraph graph) {
    this.graph = graph;
    for (BasicBlock block : graph.blocks()) {
      observing.set(block.index(), observes(block));
    }
  }

  private boolean observes(BasicBlock block) {
    return graph.function().body().subList(block.start(), block.end()).stream()
        .anyMatch(statement -> statement instanceof Instruction i && observes(i));
  }

  private static boolean observes(Instruction i) {
    boolean adds = i.opcode() == Opcode.ATOM && !i.has(Modifier.CAS) && !i.has(Modifier.EXCH);
    return SuspensionPoints.readsOthers(i) && !adds;
  }

  /**
   * Whether the loop of the back edge from {@code from} to {@code header} does. Also true if the
   * function has so many and large loops that finding out takes too long, as a thread may always
   * yield.
   */
  boolean spins(BasicBlock from, BasicBlock header) {
    if (observing.isEmpty()) {
      return false;
    }
    BitSet seen = new BitSet();
    seen.set(header.index());
    Deque<Integer> pending = new ArrayDeque<>();
    pending.add(header.index());
    if (header != from) {
      seen.set(from.index());
      pending.add(from.index());
    }
    while (!pending.isEmpty()) {
      int index = pending.removeLast();
      if (observing.get(index) || ++looks > MOST_LOOKS) {
        return true;
      }
      if (index != header.index()) {
        for (int predecessor : graph.blocks().get(index).predecessors()) {
          if (!seen.get(predecessor)) {
            seen.set(predecessor);
            pending.add(predecessor);
          }
        }
      }
    }
    return false;
  }
}
