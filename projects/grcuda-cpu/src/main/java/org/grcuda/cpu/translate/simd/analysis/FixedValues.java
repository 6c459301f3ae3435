package org.grcuda.cpu.translate.simd.analysis;

import java.util.BitSet;
import java.util.regex.Pattern;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Values that do not change while a thread runs: those of registers that one instruction outside of
 * loops defines, and what is computed of such values.
 */
final class FixedValues {

  /** Special registers that have one value in a thread. */
  private static final Pattern FIXED = Pattern.compile("%(n?tid|n?ctaid|laneid|lanemask_..)\\b.*");

  private final KernelFlow flow;

  /** Registers that a thread may read before it writes them. */
  private final BitSet undefined;

  /** The blocks that were looked at, and those of them that lie in loops. */
  private final BitSet known = new BitSet();

  private final BitSet repeated = new BitSet();

  FixedValues(KernelFlow flow) {
    this.flow = flow;
    this.undefined = flow.liveness().liveIn(0);
  }

  /** The one instruction that defines an operand; null if it is no register, or has others. */
  Instruction definition(Operand operand) {
    int statement = statement(operand);
    return statement < 0 ? null : flow.instruction(statement);
  }

  private int statement(Operand operand) {
    int[] writers = operand instanceof Register r ? flow.writers(r) : new int[0];
    return writers.length == 1 ? writers[0] : -1;
  }

  /** Whether a loop gives an operand other values, as far as one instruction defines it. */
  boolean changes(Operand operand) {
    int statement = statement(operand);
    if (statement < 0) {
      return false;
    }
    return isRepeated(flow.graph().blockAt(statement));
  }

  private boolean isRepeated(BasicBlock block) {
    if (!known.get(block.index())) {
      known.set(block.index());
      repeated.set(block.index(), flow.graph().reaches(block, block, null));
    }
    return repeated.get(block.index());
  }

  /** Whether an operand has one value in a thread. */
  boolean isFixed(Operand operand) {
    return switch (operand) {
      case Operand.IntegerImmediate n -> true;
      case Operand.Symbol s -> true;
      case Operand.SpecialRegister s -> FIXED.matcher(s.name()).matches();
      case Operand.Negated n -> isFixed(n.predicate());
      case Register r -> statement(r) >= 0 && !changes(r) && !undefined.get(r.index());
      default -> false;
    };
  }

  /** Whether an instruction gives its results, which no other writes, one value in a thread. */
  boolean isFixed(Instruction i) {
    for (Register r : RegisterUse.defined(i)) {
      if (flow.writers(r).length != 1 || undefined.get(r.index())) {
        return false;
      }
    }
    boolean parameter = Invariants.isParameter(i, flow.graph().function());
    return !i.isGuarded()
        && (parameter || Invariants.ARITHMETIC.contains(i.opcode()))
        && i.operands().stream().skip(1).allMatch(o -> parameter || isFixed(o));
  }
}
