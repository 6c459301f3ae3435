package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * The pass that finds varying registers whose lanes differ from lane 0 by statically known amounts,
 * as {@code tid & 7}, {@code tid ^ 4} and {@code 2 * tid - (tid & 3)} do. All lanes of such a
 * register, active or not, hold the value of its one definition, as nothing is merged.
 */
public final class Patterns {

  private final GangPlan plan;
  private final BitSet undefined;
  private final Pattern[] patterns;
  private final int lanes;

  private Patterns(KernelFlow flow, GangPlan plan, int lanes) {
    this.lanes = lanes;
    this.undefined = flow.liveness().liveIn(0);
    this.plan = plan;
    this.patterns = new Pattern[flow.graph().function().registers().size()];
  }

  /**
   * Finds them.
   *
   * @param lanes of a vector
   */
  public static Patterns run(KernelFlow flow, GangPlan plan, int lanes) {
    Patterns result = new Patterns(flow, plan, lanes);
    List<Instruction> candidates = new ArrayList<>();
    for (BasicBlock block : plan.order()) {
      int end = block.end();
      for (int s = flow.nextDefining(block.start()); s < end; s = flow.nextDefining(s + 1)) {
        if (result.mayHave(flow, block, flow.instruction(s))) {
          candidates.add(flow.instruction(s));
        }
      }
    }
    for (boolean changed = true; changed; ) {
      changed = false;
      for (Instruction i : candidates) {
        int r = ((Register) i.operand(0)).index();
        if (result.patterns[r] == null) {
          result.patterns[r] = result.result(i);
          changed |= result.patterns[r] != null;
        }
      }
    }
    return result;
  }

  private boolean mayHave(KernelFlow flow, BasicBlock block, Instruction i) {
    return i.operand(0) instanceof Register r
        && plan.shape(r).isVarying()
        && !i.isGuarded()
        && flow.definitions(r) == 1
        && !undefined.get(r.index())
        && i.type() != null
        && ShapeRules.isScalar(i.type())
        && i.type().size() >= 4
        && !plan.isKept(block.index(), r);
  }

  private Pattern result(Instruction i) {
    if (i.has(Modifier.CC) || i.has(Modifier.SAT) || i.has(Modifier.HI)) {
      return null;
    }
    List<Pattern> sources = new ArrayList<>(4);
    for (int k = 1; k < i.operands().size(); k++) {
      Pattern source = of(i.operand(k));
      if (source == null) {
        return null;
      }
      sources.add(source);
    }
    if (sources.isEmpty()) {
      return null;
    }
    Pattern a = sources.get(0);
    Pattern b = sources.size() > 1 ? sources.get(1) : null;
    Pattern result =
        switch (i.opcode()) {
          case MOV -> a;
          // Each lane has its own local memory.
          case CVTA -> i.space() == StateSpace.LOCAL ? null : a.unaligned();
          case ADD -> a.plus(b);
          case SUB -> a.plus(b.times(-1));
          case MUL -> product(i, a, b);
          case MAD -> {
            Pattern product = product(i, a, b);
            yield product == null ? null : product.plus(sources.get(2));
          }
          case SHL -> b.isNumber() ? a.shiftLeft(b.number(), i.type().bits()) : null;
          case SHR -> b.isNumber() ? a.shiftRight(b.number(), i.type().bits()) : null;
          case AND -> b.isNumber() ? a.and(b.number()) : a.isNumber() ? b.and(a.number()) : null;
          case OR -> b.isNumber() ? a.or(b.number()) : null;
          case XOR -> b.isNumber() ? a.xor(b.number()) : null;
          case CVT -> convert(i, a);
          default -> null;
        };
    boolean isLong = i.type().size() == Long.BYTES || i.has(Modifier.WIDE);
    return result == null || isLong ? result : result.toInt();
  }

  private static Pattern product(Instruction i, Pattern a, Pattern b) {
    if (!b.isNumber()) {
      return null;
    }
    if (!i.has(Modifier.WIDE)) {
      return a.times(b.number());
    }
    long factor = i.type().isSigned() ? (int) b.number() : Integer.toUnsignedLong((int) b.number());
    return i.type().size() == Integer.BYTES && a.isAligned() ? a.times(factor) : null;
  }

  private static Pattern convert(Instruction i, Pattern a) {
    if (i.sourceType().isFloat() || i.sourceType().size() < Integer.BYTES) {
      return null;
    }
    return i.type().size() <= i.sourceType().size() || a.isAligned() ? a : null;
  }

  private Pattern of(Operand operand) {
    return switch (operand) {
      case Register r when plan.shape(r).isVarying() -> patterns[r.index()];
      case Register r -> Pattern.of(plan.shape(r), lanes);
      case Operand.IntegerImmediate n -> Pattern.number(n.value(), lanes);
      case Operand.SpecialRegister s ->
          plan.shape(s).isVarying() ? null : Pattern.of(plan.shape(s), lanes);
      case Operand.Symbol s -> Pattern.of(Shape.uniform(0), lanes);
      default -> null;
    };
  }

  /** How the lanes of a register differ; null where that is not known. */
  public Pattern of(Register register) {
    return of((Operand) register);
  }
}
