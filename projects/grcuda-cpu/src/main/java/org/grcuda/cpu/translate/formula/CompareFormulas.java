package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formulas.source;
import static org.grcuda.cpu.translate.formula.Formulas.unsupported;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.grcuda.cpu.translate.semantics.CompareSemantics;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Comparison and selection (PTX ISA 9.7.6, 9.7.7): setp, set, selp, slct. */
final class CompareFormulas {

  static final Set<Opcode> OPCODES =
      Collections.unmodifiableSet(EnumSet.of(Opcode.SETP, Opcode.SET, Opcode.SELP, Opcode.SLCT));

  /** The steps that are not instructions of the JVM. */
  enum Comparisons implements Step {
    NE_F32("ne", "(FF)Z"),
    NE_F64("ne", "(DD)Z"),
    EQU_F32("equ", "(FF)Z"),
    EQU_F64("equ", "(DD)Z"),
    NUM_F32("num", "(FF)Z"),
    NUM_F64("num", "(DD)Z"),
    NAN_F32("nan", "(FF)Z"),
    NAN_F64("nan", "(DD)Z");

    private final StaticMethod method;

    Comparisons(String name, String descriptor) {
      this.method = new StaticMethod(CompareSemantics.class, name, descriptor);
    }

    @Override
    public StaticMethod method() {
      return method;
    }
  }

  private CompareFormulas() {}

  static Assignments of(Instruction i) {
    return switch (i.opcode()) {
      case SETP -> setp(i);
      case SET -> set(i);
      case SELP -> Assignments.of(i, chosen(i, source(i, 3, PtxType.PRED)));
      default -> Assignments.of(i, chosen(i, isNotNegative(i)));
    };
  }

  private static Formula chosen(Instruction i, Formula condition) {
    return new Formula.Choice(condition, source(i, 1), source(i, 2));
  }

  /** Of {@code slct}'s last operand. */
  private static Formula isNotNegative(Instruction i) {
    Formula c = FloatFormulas.flushed(i, source(i, 3, i.sourceType()));
    return c.kind() == JvmKind.FLOAT
        ? call(Plain.GE_F32, c, new Formula.Constant(JvmKind.FLOAT, 0))
        : call(Plain.GE_32, c, Formula.number(0));
  }

  private static Assignments setp(Instruction i) {
    boolean packed = HalfFormulas.isPair(i.sourceType());
    Formula holds = comparison(i, 0);
    if (!(i.operand(0) instanceof Operand.Pair pair)) {
      if (packed) {
        throw unsupported(i);
      }
      return Assignments.of(i.operand(0), PtxType.PRED, combined(i, holds));
    }
    Formula other = packed ? comparison(i, 1) : Plain.notPredicate(holds);
    return Assignments.pair(pair, PtxType.PRED, combined(i, holds), combined(i, other));
  }

  private static Assignments set(Instruction i) {
    Formula low = truth(i, combined(i, comparison(i, 0)));
    return HalfFormulas.isPair(i.sourceType())
        ? Assignments.of(i, HalfFormulas.pack(low, truth(i, combined(i, comparison(i, 1)))))
        : Assignments.of(i, low);
  }

  /** The value of the destination for 0 or 1: a number, or all bits. */
  private static Formula truth(Instruction i, Formula holds) {
    return switch (i.type()) {
      case F32 -> call(Plain.F32_OF_S32, holds);
      case F16, F16X2 -> Plain.multiply(holds, Formula.number(ConvertSemantics.HALF_ONE));
      case BF16, BF16X2 -> Plain.multiply(holds, Formula.number(ConvertSemantics.BFLOAT_ONE));
      case U16, S16, U32, S32 -> Plain.negate(holds);
      default -> throw unsupported(i);
    };
  }

  /** The comparison, combined with the predicate source if there is one. */
  private static Formula combined(Instruction i, Formula holds) {
    if (i.operands().size() < 4) {
      return holds;
    }
    Formula other = source(i, 3, PtxType.PRED);
    Modifier operator = i.oneOf(Modifier.BOOLEANS);
    return operator == Modifier.AND
        ? call(Plain.AND_32, holds, other)
        : call(operator == Modifier.OR ? Plain.OR_32 : Plain.XOR_32, holds, other);
  }

  /** Compares the first two sources, or the part 0 or 1 of them. */
  private static Formula comparison(Instruction i, int part) {
    PtxType type = i.sourceType();
    Modifier relation = i.oneOf(Modifier.COMPARISONS);
    return switch (type) {
      case F32, F64 -> {
        Formula a = FloatFormulas.flushed(i, source(i, 1, type));
        Formula b = FloatFormulas.flushed(i, source(i, 2, type));
        yield call(ofFloats(i, relation, type == PtxType.F32), a, b);
      }
      case F16, BF16, F16X2, BF16X2 ->
          call(
              ofFloats(i, relation, true),
              HalfFormulas.part(i, type, 1, part),
              HalfFormulas.part(i, type, 2, part));
      default -> call(ofIntegers(i, relation, type), source(i, 1, type), source(i, 2, type));
    };
  }

  private static Step ofFloats(Instruction i, Modifier relation, boolean single) {
    return switch (relation) {
      case EQ -> single ? Plain.EQ_F32 : Plain.EQ_F64;
      case LT -> single ? Plain.LT_F32 : Plain.LT_F64;
      case LE -> single ? Plain.LE_F32 : Plain.LE_F64;
      case GT -> single ? Plain.GT_F32 : Plain.GT_F64;
      case GE -> single ? Plain.GE_F32 : Plain.GE_F64;
      case NEU -> single ? Plain.NEU_F32 : Plain.NEU_F64;
      case LTU -> single ? Plain.LTU_F32 : Plain.LTU_F64;
      case LEU -> single ? Plain.LEU_F32 : Plain.LEU_F64;
      case GTU -> single ? Plain.GTU_F32 : Plain.GTU_F64;
      case GEU -> single ? Plain.GEU_F32 : Plain.GEU_F64;
      case NE -> single ? Comparisons.NE_F32 : Comparisons.NE_F64;
      case EQU -> single ? Comparisons.EQU_F32 : Comparisons.EQU_F64;
      case NUM -> single ? Comparisons.NUM_F32 : Comparisons.NUM_F64;
      case NOT_A_NUMBER -> single ? Comparisons.NAN_F32 : Comparisons.NAN_F64;
      default -> throw unsupported(i);
    };
  }

  /** Unsigned values of 16 bits are ints that are not negative: they compare as signed ones. */
  private static Step ofIntegers(Instruction i, Modifier relation, PtxType type) {
    boolean wide = JvmKind.of(type) == JvmKind.LONG;
    boolean signed = type.isSigned() || type.size() == 2;
    return switch (relation) {
      case EQ -> wide ? Plain.EQ_64 : Plain.EQ_32;
      case NE -> wide ? Plain.NE_64 : Plain.NE_32;
      case LT -> signed ? wide ? Plain.LT_64 : Plain.LT_32 : wide ? Plain.LO_64 : Plain.LO_32;
      case LE -> signed ? wide ? Plain.LE_64 : Plain.LE_32 : wide ? Plain.LS_64 : Plain.LS_32;
      case GT -> signed ? wide ? Plain.GT_64 : Plain.GT_32 : wide ? Plain.HI_64 : Plain.HI_32;
      case GE -> signed ? wide ? Plain.GE_64 : Plain.GE_32 : wide ? Plain.HS_64 : Plain.HS_32;
      case LO -> wide ? Plain.LO_64 : Plain.LO_32;
      case LS -> wide ? Plain.LS_64 : Plain.LS_32;
      case HI -> wide ? Plain.HI_64 : Plain.HI_32;
      case HS -> wide ? Plain.HS_64 : Plain.HS_32;
      default -> throw unsupported(i);
    };
  }
}
