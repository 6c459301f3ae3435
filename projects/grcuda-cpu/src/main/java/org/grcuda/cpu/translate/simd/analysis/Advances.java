package org.grcuda.cpu.translate.simd.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Loops.Loop;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that finds how far an address moves from one iteration of the innermost loop around it
 * to the next. It is for prefetches only: it does not ask which way an iteration takes.
 */
public final class Advances {

  /** Longest chain of instructions that is followed. */
  private static final int DEPTH = 32;

  private static final Advance NONE = new Advance(null, 0, 0);

  private final ControlFlowGraph graph;
  private final GangPlan plan;
  private final Map<Integer, InLoop> loops = new HashMap<>();

  /** Of a kernel. */
  public Advances(ControlFlowGraph graph, GangPlan plan) {
    this.graph = graph;
    this.plan = plan;
  }

  /**
   * {@code step * factor + constant}, in the unit of the value.
   *
   * @param step a register that the loop does not write, or null for none
   */
  public record Advance(Register step, long factor, long constant) {

    /** Null if the sum has two steps. */
    private Advance plus(Advance other) {
      if (step != null && other.step != null && !step.equals(other.step)) {
        return null;
      }
      return new Advance(
          step == null ? other.step : step, factor + other.factor, constant + other.constant);
    }

    private Advance times(long number) {
      return new Advance(step, factor * number, constant * number);
    }
  }

  /** What is known about an address that a statement reads; empty outside loops. */
  public Optional<Advance> of(int statement, Register address) {
    Loop loop = plan.innermostLoop(graph.blockAt(statement).index());
    return loop == null
        ? Optional.empty()
        : Optional.ofNullable(
            loops
                .computeIfAbsent(loop.header(), _ -> new InLoop(definitions(loop)))
                .advance(address, DEPTH));
  }

  /** The registers that the loop writes, each with its instruction if that is the only one. */
  private Map<Register, Optional<Instruction>> definitions(Loop loop) {
    Map<Register, Optional<Instruction>> found = new HashMap<>();
    loop.blocks().stream().mapToObj(graph.blocks()::get).forEach(block -> define(block, found));
    return found;
  }

  private void define(BasicBlock block, Map<Register, Optional<Instruction>> found) {
    for (Statement s : graph.function().body().subList(block.start(), block.end())) {
      if (s instanceof Instruction i) {
        for (Register r : RegisterUse.defined(i)) {
          found.merge(
              r, i.isGuarded() ? Optional.empty() : Optional.of(i), (_, _) -> Optional.empty());
        }
      }
    }
  }

  /** What is known about the registers that one loop writes. */
  private static final class InLoop {

    private final Map<Register, Optional<Instruction>> written;
    private final Map<Register, Advance> known = new HashMap<>();

    InLoop(Map<Register, Optional<Instruction>> written) {
      this.written = written;
    }

    /** Null where it is not known. */
    private Advance advance(Operand o, int depth) {
      if (!(o instanceof Register r) || !written.containsKey(r)) {
        return NONE;
      }
      if (!known.containsKey(r)) {
        // Not known while it is looked for: so a cycle ends, and nothing is looked for twice.
        known.put(r, null);
        known.put(r, result(r, depth));
      }
      return known.get(r);
    }

    private Advance result(Register r, int depth) {
      Instruction i = written.get(r).orElse(null);
      if (i == null || depth == 0 || i.type() == null || i.type().isFloat()) {
        return null;
      }
      Advance around = around(r);
      if (around != null) {
        return around;
      }
      return switch (i.opcode()) {
        case MOV, CVT, CVTA -> advance(i.operand(1), depth - 1);
        case ADD -> sum(i.operand(1), i.operand(2), 1, depth);
        case SUB -> sum(i.operand(1), i.operand(2), -1, depth);
        case SHL -> product(i, 1L << number(i.operand(2)), depth);
        case MUL -> product(i, number(i.operand(2)), depth);
        case MAD -> {
          Advance product = product(i, number(i.operand(2)), depth);
          Advance added = advance(i.operand(3), depth - 1);
          yield product == null || added == null ? null : product.plus(added);
        }
        default -> null;
      };
    }

    private Advance sum(Operand a, Operand b, int sign, int depth) {
      Advance first = advance(a, depth - 1);
      Advance second = advance(b, depth - 1);
      return first == null || second == null ? null : first.plus(second.times(sign));
    }

    private Advance product(Instruction i, long number, int depth) {
      Advance first = advance(i.operand(1), depth - 1);
      if (i.operand(2) instanceof Operand.IntegerImmediate && !i.has(Modifier.HI)) {
        return first == null ? null : first.times(number);
      }
      boolean stays = NONE.equals(first) && NONE.equals(advance(i.operand(2), depth - 1));
      return stays ? NONE : null;
    }

    private static long number(Operand o) {
      return o instanceof Operand.IntegerImmediate n ? n.value() : 0;
    }

    /**
     * What is added to a register on the way from its instruction back to that; null if not sums.
     */
    private Advance around(Register start) {
      Advance total = NONE;
      Register at = start;
      for (int k = 0; k < DEPTH; k++) {
        Instruction i = written.get(at).orElse(null);
        Advance step = i == null ? null : step(i);
        if (step == null) {
          return null;
        }
        total = total.plus(step);
        at = source(i);
        if (total == null || at.equals(start)) {
          return total;
        }
      }
      return null;
    }

    /** What an instruction adds to its one source that the loop writes; null if it does not add. */
    private Advance step(Instruction i) {
      Register source = source(i);
      return switch (i.opcode()) {
        case MOV -> source == null ? null : NONE;
        case ADD, SUB -> {
          boolean first = source != null && source.equals(i.operand(1));
          if (source == null || i.opcode() == Opcode.SUB && !first) {
            yield null;
          }
          Advance added =
              switch (i.operand(first ? 2 : 1)) {
                case Register r -> new Advance(r, 1, 0);
                case Operand.IntegerImmediate n -> new Advance(null, 0, n.value());
                default -> null;
              };
          yield added == null || i.opcode() == Opcode.ADD ? added : added.times(-1);
        }
        default -> null;
      };
    }

    /** The one register that an instruction reads and the loop writes; null if there are others. */
    private Register source(Instruction i) {
      Register found = null;
      for (Register r : RegisterUse.used(i)) {
        if (written.containsKey(r)) {
          if (found != null) {
            return null;
          }
          found = r;
        }
      }
      return found;
    }
  }
}
