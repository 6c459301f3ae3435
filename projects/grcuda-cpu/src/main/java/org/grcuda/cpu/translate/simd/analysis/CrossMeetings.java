package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.grcuda.cpu.translate.pass.SuspensionPoints;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.RegisterUse;

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

  /** Instructions whose results depend on their sources only. */
  private static final Set<Opcode> PURE =
      Set.of(
          Opcode.MOV,
          Opcode.ADD,
          Opcode.SUB,
          Opcode.MUL,
          Opcode.AND,
          Opcode.OR,
          Opcode.XOR,
          Opcode.NOT,
          Opcode.SHL,
          Opcode.SHR,
          Opcode.CVT);

  /** Special registers that have one value in a thread. */
  private static final Pattern FIXED = Pattern.compile("%(n?tid|n?ctaid|laneid|lanemask_..)\\b.*");

  private static final int MOST_STEPS = 8;

  /** Stands for a register that several instructions define. */
  private static final int SEVERAL = -1;

  private final ControlFlowGraph graph;

  /** Made when first needed. */
  private Map<Operand, Integer> definitions;

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
    Operand first = value(members);
    Operand second = value(Meetings.members(b));
    if (!isSame(first, second, 0)) {
      return !(first instanceof Operand.IntegerImmediate
          && second instanceof Operand.IntegerImmediate);
    }
    boolean changes = changes(first) || changes(second);
    return !(isInTurn(one, other, first, changes) || isInTurn(other, one, first, changes));
  }

  /**
   * Whether two operands have the same value in a thread: they are one, or are computed alike, once
   * in the kernel.
   */
  private boolean isSame(Operand a, Operand b, int depth) {
    if (a.equals(b)) {
      return depth == 0 || isFixed(a);
    }
    Instruction one = definition(a);
    Instruction other = definition(b);
    if (one == null
        || other == null
        || depth == MOST_STEPS
        || changes(a)
        || changes(b)
        || !PURE.contains(one.opcode())
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

  /** Whether an operand has one value in a thread. */
  private boolean isFixed(Operand operand) {
    return operand instanceof Operand.IntegerImmediate
        || operand instanceof Operand.SpecialRegister s && FIXED.matcher(s.name()).matches()
        || operand instanceof Register && definition(operand) != null && !changes(operand);
  }

  /** The number that the one instruction which defines a register gives it; else the operand. */
  private Operand value(Operand members) {
    Instruction definition = definition(members);
    return definition != null
            && definition.opcode() == Opcode.MOV
            && !definition.isGuarded()
            && definition.operand(1) instanceof Operand.IntegerImmediate number
        ? number
        : members;
  }

  /** The one instruction that defines an operand; null if it is no register, or has others. */
  private Instruction definition(Operand members) {
    int statement = definitions().getOrDefault(members, SEVERAL);
    return statement == SEVERAL ? null : (Instruction) graph.function().body().get(statement);
  }

  /** Of registers that one instruction defines, its index; {@link #SEVERAL} of the others. */
  private Map<Operand, Integer> definitions() {
    if (definitions == null) {
      definitions = new HashMap<>();
      List<Statement> body = graph.function().body();
      for (int s = 0; s < body.size(); s++) {
        if (body.get(s) instanceof Instruction i) {
          for (Register register : RegisterUse.defined(i)) {
            definitions.merge(register, s, (first, second) -> SEVERAL);
          }
        }
      }
    }
    return definitions;
  }

  /** Whether a loop gives an operand other values, as far as one instruction defines it. */
  private boolean changes(Operand members) {
    int statement = definitions().getOrDefault(members, SEVERAL);
    if (statement == SEVERAL) {
      return false;
    }
    BasicBlock block = graph.blockAt(statement);
    return reaches(block, block, null);
  }

  /**
   * Whether a thread runs the first block before the later one, and between two runs of the first
   * block the later one exactly once, if the first runs again; with the same mask.
   *
   * @param changes whether the mask may have another value then
   */
  private boolean isInTurn(BasicBlock first, BasicBlock later, Operand members, boolean changes) {
    boolean known = members instanceof Operand.IntegerImmediate || definition(members) != null;
    if (!known || !graph.dominates(first.index(), later.index())) {
      return false;
    }
    return !reaches(first, first, null)
        || !changes && !reaches(first, first, later) && !reaches(later, later, first);
  }

  /** Whether control can go from one block to another, but not by way of a third. */
  private boolean reaches(BasicBlock from, BasicBlock to, BasicBlock without) {
    BitSet seen = new BitSet();
    if (without != null) {
      seen.set(without.index());
    }
    Deque<Integer> pending = new ArrayDeque<>(List.copyOf(from.successors()));
    while (!pending.isEmpty()) {
      int next = pending.pop();
      if (next == to.index()) {
        return true;
      }
      if (!seen.get(next)) {
        seen.set(next);
        pending.addAll(graph.blocks().get(next).successors());
      }
    }
    return false;
  }
}
