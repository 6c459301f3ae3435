package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formulas.ofSign;
import static org.grcuda.cpu.translate.formula.Formulas.source;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.grcuda.cpu.translate.semantics.BitSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * Logic and shifts (PTX ISA 9.7.8), bit fields and permutations (9.7.1, 9.7.9.8). {@code and},
 * {@code or}, {@code xor} and {@code not} also take predicates.
 */
final class BitFormulas {

  static final Set<Opcode> OPCODES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Opcode.AND,
              Opcode.OR,
              Opcode.XOR,
              Opcode.NOT,
              Opcode.SHL,
              Opcode.SHR,
              Opcode.LOP3,
              Opcode.BFIND,
              Opcode.SZEXT,
              Opcode.CNOT,
              Opcode.SHF,
              Opcode.PRMT,
              Opcode.BFE,
              Opcode.BFI,
              Opcode.BMSK,
              Opcode.FNS,
              Opcode.POPC,
              Opcode.CLZ,
              Opcode.BREV));

  private static final PtxType WORD = PtxType.B32;

  /** The steps. */
  enum Bits implements Step {
    SHL_32("shl32", "(II)I"),
    SHR_U32("shrU32", "(II)I"),
    SHR_S32("shrS32", "(II)I"),
    SHL_64("shl64", "(JI)J"),
    SHR_U64("shrU64", "(JI)J"),
    SHR_S64("shrS64", "(JI)J"),
    FUNNEL_LEFT_CLAMP("shfLeftClamp", "(III)I"),
    FUNNEL_LEFT_WRAP("shfLeftWrap", "(III)I"),
    FUNNEL_RIGHT_CLAMP("shfRightClamp", "(III)I"),
    FUNNEL_RIGHT_WRAP("shfRightWrap", "(III)I"),
    EXTRACT_U32("bfeU32", "(III)I"),
    EXTRACT_S32("bfeS32", "(III)I"),
    EXTRACT_U64("bfeU64", "(JII)J"),
    EXTRACT_S64("bfeS64", "(JII)J"),
    INSERT_32("bfi32", "(IIII)I"),
    INSERT_64("bfi64", "(JJII)J"),
    FIND_U32("bfindU32", "(I)I"),
    FIND_S32("bfindS32", "(I)I"),
    FIND_U64("bfindU64", "(J)I"),
    FIND_S64("bfindS64", "(J)I"),
    SHIFT_AMOUNT("shiftAmount", "(II)I"),
    CNOT_32("cnot", "(I)I"),
    CNOT_64("cnot", "(J)J"),
    MASK_CLAMP("bmskClamp", "(II)I"),
    MASK_WRAP("bmskWrap", "(II)I"),
    EXTEND_U32("szextU32", "(II)I"),
    EXTEND_S32("szextS32", "(II)I"),
    EXTEND_WRAP("szextWrap", "(IIZ)I"),
    LOP3("lop3", "(IIII)I"),
    LOP3_OR("lop3Or", "(II)Z"),
    LOP3_AND("lop3And", "(II)Z"),
    PERMUTE("prmt", "(III)I"),
    PERMUTE_F4E("prmtF4e", "(III)I"),
    PERMUTE_B4E("prmtB4e", "(III)I"),
    PERMUTE_RC8("prmtRc8", "(III)I"),
    PERMUTE_ECL("prmtEcl", "(III)I"),
    PERMUTE_ECR("prmtEcr", "(III)I"),
    PERMUTE_RC16("prmtRc16", "(III)I"),
    FIND_NTH("fns", "(III)I"),
    COUNT_32(Integer.class, "bitCount", "(I)I"),
    COUNT_64(Long.class, "bitCount", "(J)I"),
    LEADING_32(Integer.class, "numberOfLeadingZeros", "(I)I"),
    LEADING_64(Long.class, "numberOfLeadingZeros", "(J)I"),
    REVERSE_32(Integer.class, "reverse", "(I)I"),
    REVERSE_64(Long.class, "reverse", "(J)J");

    private final StaticMethod method;

    Bits(String name, String descriptor) {
      this(BitSemantics.class, name, descriptor);
    }

    Bits(Class<?> owner, String name, String descriptor) {
      this.method = new StaticMethod(owner, name, descriptor);
    }

    @Override
    public StaticMethod method() {
      return method;
    }
  }

  private BitFormulas() {}

  static Assignments of(Instruction i) {
    PtxType type = i.type();
    boolean wide = JvmKind.of(type) == JvmKind.LONG;
    return switch (i.opcode()) {
      case AND -> direct(i, wide ? Plain.AND_64 : Plain.AND_32, type, type, type);
      case OR -> direct(i, wide ? Plain.OR_64 : Plain.OR_32, type, type, type);
      case XOR -> direct(i, wide ? Plain.XOR_64 : Plain.XOR_32, type, type, type);
      case NOT -> Assignments.of(i, not(i));
      case SHL, SHR -> shift(i, wide);
      case LOP3 -> lop3(i);
      case BFIND -> find(i);
      case SZEXT -> extend(i);
      case CNOT -> direct(i, wide ? Bits.CNOT_64 : Bits.CNOT_32, type, type);
      case SHF -> direct(i, funnelShift(i), type, WORD, WORD, WORD);
      case PRMT -> direct(i, permutation(i), type, WORD, WORD, WORD);
      case BFE -> direct(i, extraction(type), type, type, WORD, WORD);
      case BFI -> direct(i, wide ? Bits.INSERT_64 : Bits.INSERT_32, type, type, type, WORD, WORD);
      case BMSK -> direct(i, clamps(i) ? Bits.MASK_CLAMP : Bits.MASK_WRAP, type, WORD, WORD);
      case FNS -> direct(i, Bits.FIND_NTH, type, WORD, WORD, WORD);
      case POPC -> direct(i, wide ? Bits.COUNT_64 : Bits.COUNT_32, PtxType.U32, type);
      case CLZ -> direct(i, wide ? Bits.LEADING_64 : Bits.LEADING_32, PtxType.U32, type);
      case BREV -> direct(i, wide ? Bits.REVERSE_64 : Bits.REVERSE_32, type, type);
      default -> throw Formulas.unsupported(i);
    };
  }

  /**
   * One step.
   *
   * @param result the type of the destination
   * @param sources those of the operands behind it
   */
  private static Assignments direct(Instruction i, Step step, PtxType result, PtxType... sources) {
    Formula[] arguments = new Formula[sources.length];
    for (int k = 0; k < sources.length; k++) {
      arguments[k] = source(i, k + 1, sources[k]);
    }
    return Assignments.of(i.operand(0), result, call(step, arguments));
  }

  private static boolean clamps(Instruction i) {
    return i.has(Modifier.CLAMP);
  }

  private static Formula not(Instruction i) {
    Formula a = source(i, 1);
    return i.type() == PtxType.PRED ? Plain.notPredicate(a) : Plain.not(a);
  }

  /** Amounts known to be in range are one shift of the JVM. */
  private static Assignments shift(Instruction i, boolean wide) {
    boolean left = i.opcode() == Opcode.SHL;
    boolean signed = i.type().isSigned();
    boolean inRange =
        i.operand(2) instanceof Operand.IntegerImmediate n
            && n.value() >= 0
            && n.value() < (wide ? Long.SIZE : Integer.SIZE);
    Step step;
    if (inRange) {
      step =
          wide
              ? left ? Plain.SHL_64 : signed ? Plain.SHR_64 : Plain.USHR_64
              : left ? Plain.SHL_32 : signed ? Plain.SHR_32 : Plain.USHR_32;
    } else if (left) {
      step = wide ? Bits.SHL_64 : Bits.SHL_32;
    } else {
      step = ofSign(i.type(), Bits.SHR_S32, Bits.SHR_U32, Bits.SHR_S64, Bits.SHR_U64);
    }
    return direct(i, step, i.type(), i.type(), PtxType.U32);
  }

  private static Assignments lop3(Instruction i) {
    Formula value =
        call(
            Bits.LOP3,
            source(i, 1, WORD),
            source(i, 2, WORD),
            source(i, 3, WORD),
            source(i, 4, WORD));
    if (!(i.operand(0) instanceof Operand.Pair pair)) {
      return Assignments.of(i, value);
    }
    Step step = i.has(Modifier.OR) ? Bits.LOP3_OR : Bits.LOP3_AND;
    return Assignments.pair(pair, i.type(), value, call(step, value, source(i, 5, PtxType.PRED)));
  }

  private static Assignments find(Instruction i) {
    PtxType type = i.type();
    Step step = ofSign(type, Bits.FIND_S32, Bits.FIND_U32, Bits.FIND_S64, Bits.FIND_U64);
    Formula found = call(step, source(i, 1));
    if (i.has(Modifier.SHIFTAMT)) {
      found = call(Bits.SHIFT_AMOUNT, found, Formula.number(type.bits() - 1));
    }
    return Assignments.of(i.operand(0), PtxType.U32, found);
  }

  private static Assignments extend(Instruction i) {
    boolean signed = i.type().isSigned();
    Formula a = source(i, 1, WORD);
    Formula n = source(i, 2, WORD);
    return Assignments.of(
        i,
        clamps(i)
            ? call(signed ? Bits.EXTEND_S32 : Bits.EXTEND_U32, a, n)
            : call(Bits.EXTEND_WRAP, a, n, Formula.flag(signed)));
  }

  private static Bits funnelShift(Instruction i) {
    return i.has(Modifier.L)
        ? clamps(i) ? Bits.FUNNEL_LEFT_CLAMP : Bits.FUNNEL_LEFT_WRAP
        : clamps(i) ? Bits.FUNNEL_RIGHT_CLAMP : Bits.FUNNEL_RIGHT_WRAP;
  }

  private static Bits extraction(PtxType type) {
    return ofSign(type, Bits.EXTRACT_S32, Bits.EXTRACT_U32, Bits.EXTRACT_S64, Bits.EXTRACT_U64);
  }

  private static Bits permutation(Instruction i) {
    Modifier mode = i.oneOf(Modifier.PERMUTATIONS);
    if (mode == null) {
      return Bits.PERMUTE;
    }
    return switch (mode) {
      case F4E -> Bits.PERMUTE_F4E;
      case B4E -> Bits.PERMUTE_B4E;
      case RC8 -> Bits.PERMUTE_RC8;
      case ECL -> Bits.PERMUTE_ECL;
      case ECR -> Bits.PERMUTE_ECR;
      default -> Bits.PERMUTE_RC16;
    };
  }
}
