package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.grcuda.cpu.translate.pass.SuspensionPoints;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Finds pairs of blocks that begin at warp operations which lanes may have to execute together,
 * some at one block and some at the other: the same operation, with masks that may be equal.
 *
 * <p>That is impossible if one block runs once before the other, with the same mask: a lane at the
 * second has executed the first operation with all others of that mask. Instructions that are
 * {@code .aligned} are executed by all lanes of a warp together (PTX ISA 9.7.14.5), so their lanes
 * are at one of them; a program where they are not has no meaning, and its lanes wait for ever.
 */
public final class CrossMeetings {

  private final ControlFlowGraph graph;

  /** Of a function whose blocks begin at {@link Meetings}. */
  public CrossMeetings(ControlFlowGraph graph) {
    this.graph = graph;
  }

  /** Whether lanes at two blocks, of which each begins at one of {@link Meetings}, may meet. */
  public boolean mayBe(BasicBlock one, BasicBlock other) {
    Instruction a = Meetings.first(graph, one);
    Instruction b = Meetings.first(graph, other);
    if (a == null
        || b == null
        || !Meetings.isOfWarp(a)
        || a.has(Modifier.ALIGNED)
        || !SuspensionPoints.meet(a, b)) {
      return false;
    }
    Operand members = Meetings.members(a);
    if (members == null) {
      return false;
    }
    if (!members.equals(Meetings.members(b))) {
      return !(members instanceof Operand.IntegerImmediate
          && Meetings.members(b) instanceof Operand.IntegerImmediate);
    }
    return !(isConstant(members) && (isOnceBefore(one, other) || isOnceBefore(other, one)));
  }

  /** Whether an operand has one value, or is a register that one instruction defines. */
  private boolean isConstant(Operand members) {
    return members instanceof Operand.IntegerImmediate
        || members instanceof Register register
            && graph.function().body().stream()
                    .filter(s -> s instanceof Instruction i && defines(i, register))
                    .count()
                == 1;
  }

  private static boolean defines(Instruction i, Register register) {
    return RegisterUse.defined(i).contains(register);
  }

  /** Whether a thread that runs the later block has run the first one before, and only once. */
  private boolean isOnceBefore(BasicBlock first, BasicBlock later) {
    return graph.dominates(first.index(), later.index()) && !isInCycle(first);
  }

  private boolean isInCycle(BasicBlock block) {
    BitSet seen = new BitSet();
    Deque<Integer> pending = new ArrayDeque<>(List.copyOf(block.successors()));
    while (!pending.isEmpty()) {
      int next = pending.pop();
      if (!seen.get(next)) {
        seen.set(next);
        pending.addAll(graph.blocks().get(next).successors());
      }
    }
    return seen.get(block.index());
  }
}
