package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formulas.ofSign;
import static org.grcuda.cpu.translate.formula.Formulas.source;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Trait;

/**
 * Integer arithmetic (PTX ISA 9.7.1) and extended-precision arithmetic with a carry (9.7.2).
 * Subtractions add the complement.
 */
final class IntegerFormulas {

  /** Those that only integers have. */
  static final Set<Opcode> OPCODES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Opcode.ADDC,
              Opcode.SUBC,
              Opcode.MADC,
              Opcode.MUL24,
              Opcode.MAD24,
              Opcode.SAD,
              Opcode.DP4A,
              Opcode.DP2A));

  private static final Formula CARRY = new Formula.Carry();

  /** The steps. */
  enum Integers implements Step {
    DIV_S32("divS32", "(II)I"),
    DIV_U32("divU32", "(II)I"),
    DIV_S64("divS64", "(JJ)J"),
    DIV_U64("divU64", "(JJ)J"),
    REM_S32("remS32", "(II)I"),
    REM_U32("remU32", "(II)I"),
    REM_S64("remS64", "(JJ)J"),
    REM_U64("remU64", "(JJ)J"),
    HIGH_16("mulHi16", "(II)I"),
    HIGH_S32("mulHiS32", "(II)I"),
    HIGH_U32("mulHiU32", "(II)I"),
    HIGH_S64(Math.class, "multiplyHigh", "(JJ)J"),
    HIGH_U64(Math.class, "unsignedMultiplyHigh", "(JJ)J"),
    WIDE_S32("mulWideS32", "(II)J"),
    WIDE_U32("mulWideU32", "(II)J"),
    LOW_24_S32("mul24LoS32", "(II)I"),
    LOW_24_U32("mul24LoU32", "(II)I"),
    HIGH_24_S32("mul24HiS32", "(II)I"),
    HIGH_24_U32("mul24HiU32", "(II)I"),
    ADD_SATURATED("addSatS32", "(II)I"),
    SUB_SATURATED("subSatS32", "(II)I"),
    MAD_HIGH_SATURATED("madHiSatS32", "(III)I"),
    SAD_S32("sadS32", "(III)I"),
    SAD_U32("sadU32", "(III)I"),
    SAD_S64("sadS64", "(JJJ)J"),
    SAD_U64("sadU64", "(JJJ)J"),
    ABS_32(Math.class, "abs", "(I)I"),
    ABS_64(Math.class, "abs", "(J)J"),
    MIN_S32(Math.class, "min", "(II)I"),
    MAX_S32(Math.class, "max", "(II)I"),
    MIN_S64(Math.class, "min", "(JJ)J"),
    MAX_S64(Math.class, "max", "(JJ)J"),
    MIN_U32("minU32", "(II)I"),
    MAX_U32("maxU32", "(II)I"),
    MIN_U64("minU64", "(JJ)J"),
    MAX_U64("maxU64", "(JJ)J"),
    ADD_PAIR("add16x2", "(II)I"),
    SUB_PAIR("sub16x2", "(II)I"),
    NEG_PAIR("neg16x2", "(I)I"),
    MIN_S_PAIR("minS16x2", "(II)I"),
    MAX_S_PAIR("maxS16x2", "(II)I"),
    MIN_U_PAIR("minU16x2", "(II)I"),
    MAX_U_PAIR("maxU16x2", "(II)I"),
    CARRY_32("carry32", "(III)I"),
    CARRY_64("carry64", "(JJI)I"),
    DP4A("dp4a", "(IIIZZ)I"),
    DP2A("dp2a", "(IIIZZZ)I");

    private final StaticMethod method;

    Integers(String name, String descriptor) {
      this(IntegerSemantics.class, name, descriptor);
    }

    Integers(Class<?> owner, String name, String descriptor) {
      this.method = new StaticMethod(owner, name, descriptor);
    }

    @Override
    public StaticMethod method() {
      return method;
    }
  }

  private IntegerFormulas() {}

  static Assignments of(Instruction i) {
    PtxType type = i.type();
    return switch (i.opcode()) {
      case ADD, SUB, ADDC, SUBC -> addOrSubtract(i);
      case MUL -> Assignments.of(i.operand(0), productType(i), product(i));
      case MAD, MADC -> multiplyAdd(i);
      case MUL24, MAD24 -> Assignments.of(i, multiply24(i));
      case DIV ->
          binary(
              i,
              ofSign(type, Integers.DIV_S32, Integers.DIV_U32, Integers.DIV_S64, Integers.DIV_U64));
      case REM ->
          binary(
              i,
              ofSign(type, Integers.REM_S32, Integers.REM_U32, Integers.REM_S64, Integers.REM_U64));
      case MIN, MAX -> Assignments.of(i, extremum(i));
      case ABS -> Assignments.of(i, call(isWide(type) ? Integers.ABS_64 : Integers.ABS_32, a(i)));
      case NEG -> Assignments.of(i, Plain.negate(a(i)));
      case SAD -> Assignments.of(i, sumOfDifference(i));
      case DP4A, DP2A -> dotProduct(i);
      default -> throw Formulas.unsupported(i);
    };
  }

  private static Formula a(Instruction i) {
    return source(i, 1);
  }

  private static Formula b(Instruction i) {
    return source(i, 2);
  }

  private static boolean isWide(PtxType type) {
    return JvmKind.of(type) == JvmKind.LONG;
  }

  private static Assignments binary(Instruction i, Step step) {
    return Assignments.of(i, call(step, a(i), b(i)));
  }

  private static Assignments addOrSubtract(Instruction i) {
    boolean subtracts = i.opcode() == Opcode.SUB || i.opcode() == Opcode.SUBC;
    if (i.has(Modifier.SAT)) {
      return binary(i, subtracts ? Integers.SUB_SATURATED : Integers.ADD_SATURATED);
    }
    return sum(i, i.type(), subtracts, a(i), b(i));
  }

  /** a + b, or a - b, with the carry flag in and out as the instruction says. */
  private static Assignments sum(
      Instruction i, PtxType type, boolean subtracts, Formula a, Formula b) {
    boolean carries = i.is(Trait.READS_CARRY);
    Formula added = subtracts ? Plain.not(b) : b;
    Formula value = subtracts ? Plain.subtract(a, b) : Plain.add(a, b);
    if (carries) {
      Formula carry = isWide(type) ? Plain.extend(CARRY, true) : CARRY;
      value = Plain.add(Plain.add(a, added), carry);
    }
    Assignments result = Assignments.of(i.operand(0), type, value);
    if (!i.has(Modifier.CC)) {
      return result;
    }
    Formula carryIn = carries ? CARRY : Formula.flag(subtracts);
    Step step = isWide(type) ? Integers.CARRY_64 : Integers.CARRY_32;
    return new Assignments(result.results(), call(step, a, added, carryIn));
  }

  private static PtxType productType(Instruction i) {
    if (!i.has(Modifier.WIDE)) {
      return i.type();
    }
    return switch (i.type()) {
      case S16 -> PtxType.S32;
      case U16 -> PtxType.U32;
      case S32 -> PtxType.S64;
      default -> PtxType.U64;
    };
  }

  /** The lower, upper or double-width product of the first two sources. */
  private static Formula product(Instruction i) {
    PtxType type = i.type();
    boolean narrow = type.size() == 2;
    if (i.has(Modifier.HI)) {
      Step step =
          narrow
              ? Integers.HIGH_16
              : ofSign(
                  type, Integers.HIGH_S32, Integers.HIGH_U32, Integers.HIGH_S64, Integers.HIGH_U64);
      return call(step, a(i), b(i));
    }
    if (i.has(Modifier.WIDE) && !narrow) {
      return call(type.isSigned() ? Integers.WIDE_S32 : Integers.WIDE_U32, a(i), b(i));
    }
    return Plain.multiply(a(i), b(i));
  }

  private static Assignments multiplyAdd(Instruction i) {
    if (i.has(Modifier.SAT)) {
      return Assignments.of(i, call(Integers.MAD_HIGH_SATURATED, a(i), b(i), source(i, 3)));
    }
    PtxType type = productType(i);
    return sum(i, type, false, product(i), source(i, 3, type));
  }

  private static Formula multiply24(Instruction i) {
    boolean signed = i.type().isSigned();
    Step step =
        i.has(Modifier.HI)
            ? signed ? Integers.HIGH_24_S32 : Integers.HIGH_24_U32
            : signed ? Integers.LOW_24_S32 : Integers.LOW_24_U32;
    Formula product = call(step, a(i), b(i));
    if (i.opcode() == Opcode.MUL24) {
      return product;
    }
    Formula c = source(i, 3);
    return i.has(Modifier.SAT) ? call(Integers.ADD_SATURATED, product, c) : Plain.add(product, c);
  }

  private static Formula extremum(Instruction i) {
    PtxType type = i.type();
    boolean least = i.opcode() == Opcode.MIN;
    Step step =
        type.size() == 2
            ? least ? Integers.MIN_S32 : Integers.MAX_S32
            : least
                ? ofSign(
                    type, Integers.MIN_S32, Integers.MIN_U32, Integers.MIN_S64, Integers.MIN_U64)
                : ofSign(
                    type, Integers.MAX_S32, Integers.MAX_U32, Integers.MAX_S64, Integers.MAX_U64);
    Formula value = call(step, a(i), b(i));
    return i.has(Modifier.RELU) ? call(Integers.MAX_S32, value, Formula.number(0)) : value;
  }

  private static Formula sumOfDifference(Instruction i) {
    Step step =
        ofSign(i.type(), Integers.SAD_S32, Integers.SAD_U32, Integers.SAD_S64, Integers.SAD_U64);
    return call(step, a(i), b(i), source(i, 3));
  }

  /** Two 16-bit operations at once. */
  static Assignments pair(Instruction i) {
    boolean signed = i.type().isSigned();
    return switch (i.opcode()) {
      case NEG -> Assignments.of(i, call(Integers.NEG_PAIR, a(i)));
      case ADD -> binary(i, Integers.ADD_PAIR);
      case SUB -> binary(i, Integers.SUB_PAIR);
      case MIN ->
          Assignments.of(i, pairExtremum(i, signed ? Integers.MIN_S_PAIR : Integers.MIN_U_PAIR));
      case MAX ->
          Assignments.of(i, pairExtremum(i, signed ? Integers.MAX_S_PAIR : Integers.MAX_U_PAIR));
      default -> throw Formulas.unsupported(i);
    };
  }

  private static Formula pairExtremum(Instruction i, Step step) {
    Formula value = call(step, a(i), b(i));
    return i.has(Modifier.RELU) ? call(Integers.MAX_S_PAIR, value, Formula.number(0)) : value;
  }

  private static Assignments dotProduct(Instruction i) {
    List<PtxType> types = i.types();
    Formula a = source(i, 1, PtxType.B32);
    Formula b = source(i, 2, PtxType.B32);
    Formula c = source(i, 3, PtxType.B32);
    Formula signedA = Formula.flag(types.get(0).isSigned());
    Formula signedB = Formula.flag(types.get(1).isSigned());
    Formula value =
        i.opcode() == Opcode.DP4A
            ? call(Integers.DP4A, a, b, c, signedA, signedB)
            : call(Integers.DP2A, a, b, c, signedA, signedB, Formula.flag(i.has(Modifier.HI)));
    return Assignments.of(i.operand(0), PtxType.B32, value);
  }
}
