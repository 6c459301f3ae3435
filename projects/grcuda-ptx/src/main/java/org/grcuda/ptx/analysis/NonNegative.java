package org.grcuda.ptx.analysis;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * The analysis that finds the registers whose values are never negative, taken as signed numbers: a
 * register has this property if all instructions that write it make such values of such values. It
 * assumes that no sum, product or shift to the left overflows.
 */
public final class NonNegative {

  private static final Set<String> COUNTS =
      Set.of("%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid", "%nwarpid", "WARP_SZ");

  private final Set<Register> registers;

  private NonNegative(Set<Register> registers) {
    this.registers = registers;
  }

  /** The registers of a function. */
  public static NonNegative of(PtxFunction function) {
    List<Instruction> writers =
        function.body().stream()
            .filter(s -> s instanceof Instruction i && !RegisterUse.defined(i).isEmpty())
            .map(Instruction.class::cast)
            .toList();
    Set<Register> written =
        writers.stream().flatMap(i -> RegisterUse.defined(i).stream()).collect(Collectors.toSet());
    // All are taken to be so, until an instruction shows the opposite.
    NonNegative result = new NonNegative(written);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Instruction i : writers) {
        if (!result.makes(i)) {
          changed |= written.removeAll(RegisterUse.defined(i));
        }
      }
    }
    return result;
  }

  /** Whether an operand's value is never negative. */
  public boolean holds(Operand operand) {
    return switch (operand) {
      case Register r -> registers.contains(r);
      case Operand.IntegerImmediate n -> n.value() >= 0 && n.value() <= Integer.MAX_VALUE;
      case Operand.SpecialRegister s -> COUNTS.contains(s.name().replaceFirst("\\.[xyz]$", ""));
      case Operand.Symbol s -> true;
      default -> false;
    };
  }

  /** Whether an instruction makes such a value. */
  private boolean makes(Instruction i) {
    return switch (i.opcode()) {
      case MOV, CVTA, MUL, MUL24, MAD, MAD24, ADD, OR, XOR, SELP -> areAll(i);
      case CVT -> holds(i.operand(1)) || isNarrow(i.types().getLast());
      case SHL -> holds(i.operand(1));
      case SHR, BFE -> holds(i.operand(1)) || !i.type().isSigned() && isPositive(i.operand(2));
      case DIV, REM -> i.type().isSigned() ? areAll(i) : isAny(i);
      case AND -> isAny(i);
      case MIN -> i.type().isSigned() ? areAll(i) : isAny(i);
      case MAX -> i.type().isSigned() ? isAny(i) : areAll(i);
      case LD, LDU -> isNarrow(i.type());
      case POPC, CLZ -> true;
      default -> false;
    };
  }

  private static boolean isNarrow(PtxType type) {
    return type.isInteger() && !type.isSigned() && type.size() < 4;
  }

  private static boolean isPositive(Operand operand) {
    return operand instanceof Operand.IntegerImmediate n && n.value() > 0;
  }

  /** Of the sources; predicates that choose among them do not count. */
  private boolean areAll(Instruction i) {
    return i.operands().stream().skip(1).allMatch(o -> isPredicate(o) || holds(o));
  }

  private boolean isAny(Instruction i) {
    return i.operands().stream().skip(1).anyMatch(o -> !isPredicate(o) && holds(o));
  }

  private static boolean isPredicate(Operand operand) {
    return operand instanceof Register r && r.type() == PtxType.PRED
        || operand instanceof Operand.Negated;
  }
}
