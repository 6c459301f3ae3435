package org.grcuda.cpu.translate.simd.analysis;

import org.grcuda.cpu.translate.pass.SuspensionPoints;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/**
 * Finds pairs of blocks that begin at warp operations which lanes may have to execute together,
 * some at one block and some at the other: the same operation, with masks that may be equal.
 *
 * <p>That is impossible if one block runs once before the other, with the same mask: a lane at the
 * second has executed the first operation with all others of that mask. It is impossible, too, if
 * the blocks run in turn in a loop: a lane that is at the first again has executed the second with
 * all others. Instructions that are {@code .aligned} are executed by all lanes of a warp together
 * (PTX ISA 9.7.14.5), so their lanes are at one of them; a program where they are not has no
 * meaning, and its lanes wait for ever.
 */
public final class CrossMeetings {

  private static final int MOST_STEPS = 8;

  private final ControlFlowGraph graph;

  private final FixedValues values;

  /** Of a kernel whose blocks begin at {@link Meetings}. */
  public CrossMeetings(KernelFlow flow) {
    this.graph = flow.graph();
    this.values = new FixedValues(flow);
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
    Operand first = value(members);
    Operand second = value(Meetings.members(b));
    if (!isSame(first, second, 0)) {
      return !(first instanceof Operand.IntegerImmediate
          && second instanceof Operand.IntegerImmediate);
    }
    boolean changes = values.changes(first) || values.changes(second);
    return !(isInTurn(one, other, first, changes) || isInTurn(other, one, first, changes));
  }

  /**
   * Whether two operands have the same value in a thread: they are one, or are computed alike, once
   * in the kernel.
   */
  private boolean isSame(Operand a, Operand b, int depth) {
    if (a.equals(b)) {
      return depth == 0 || values.isFixed(a);
    }
    Instruction one = values.definition(a);
    Instruction other = values.definition(b);
    if (one == null
        || other == null
        || depth == MOST_STEPS
        || values.changes(a)
        || values.changes(b)
        || !Invariants.ARITHMETIC.contains(one.opcode())
        || one.opcode() != other.opcode()
        || !one.modifiers().equals(other.modifiers())
        || one.isGuarded()
        || other.isGuarded()
        || one.operands().size() != other.operands().size()) {
      return false;
    }
    for (int o = 1; o < one.operands().size(); o++) {
      if (!isSame(one.operand(o), other.operand(o), depth + 1)) {
        return false;
      }
    }
    return true;
  }

  /** The number that the one instruction which defines a register gives it; else the operand. */
  private Operand value(Operand members) {
    Instruction definition = values.definition(members);
    return definition != null
            && definition.opcode() == Opcode.MOV
            && !definition.isGuarded()
            && definition.operand(1) instanceof Operand.IntegerImmediate number
        ? number
        : members;
  }

  /**
   * Whether a thread runs the first block before the later one, and between two runs of the first
   * block the later one exactly once, if the first runs again; with the same mask.
   *
   * @param changes whether the mask may have another value then
   */
  private boolean isInTurn(BasicBlock first, BasicBlock later, Operand members, boolean changes) {
    boolean known =
        members instanceof Operand.IntegerImmediate || values.definition(members) != null;
    if (!known || !graph.dominates(first.index(), later.index())) {
      return false;
    }
    return !graph.reaches(first, first, null)
        || !changes && !graph.reaches(first, first, later) && !graph.reaches(later, later, first);
  }
}
