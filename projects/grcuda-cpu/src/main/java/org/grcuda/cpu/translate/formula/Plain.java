package org.grcuda.cpu.translate.formula;

import java.lang.classfile.Opcode;
import java.util.List;
import org.grcuda.cpu.translate.semantics.PlainSemantics;

/**
 * Steps that are an instruction of the JVM or two. Comparisons end in a jump, which is taken if
 * they hold. The jump compares two ints, or the result of the instruction before it on two values,
 * or, if there is no such instruction, the result of {@code compareUnsigned} on two integers.
 *
 * <p>The JVM compares floats with a NaN as -1 ({@code cmpl}) or 1 ({@code cmpg}): here the one is
 * used that makes an ordered relation false and an unordered one true.
 */
public enum Plain implements Step {
  ADD_32("add", "(II)I", Opcode.IADD),
  SUB_32("sub", "(II)I", Opcode.ISUB),
  MUL_32("mul", "(II)I", Opcode.IMUL),
  AND_32("and", "(II)I", Opcode.IAND),
  OR_32("or", "(II)I", Opcode.IOR),
  XOR_32("xor", "(II)I", Opcode.IXOR),
  NEG_32("neg", "(I)I", Opcode.INEG),
  SHL_32("shl", "(II)I", Opcode.ISHL),
  SHR_32("shr", "(II)I", Opcode.ISHR),
  USHR_32("ushr", "(II)I", Opcode.IUSHR),
  EQ_32("eq", "(II)Z", Opcode.IF_ICMPEQ),
  NE_32("ne", "(II)Z", Opcode.IF_ICMPNE),
  LT_32("lt", "(II)Z", Opcode.IF_ICMPLT),
  LE_32("le", "(II)Z", Opcode.IF_ICMPLE),
  GT_32("gt", "(II)Z", Opcode.IF_ICMPGT),
  GE_32("ge", "(II)Z", Opcode.IF_ICMPGE),
  LO_32("lo", "(II)Z", Opcode.IFLT),
  LS_32("ls", "(II)Z", Opcode.IFLE),
  HI_32("hi", "(II)Z", Opcode.IFGT),
  HS_32("hs", "(II)Z", Opcode.IFGE),
  ADD_64("add", "(JJ)J", Opcode.LADD),
  SUB_64("sub", "(JJ)J", Opcode.LSUB),
  MUL_64("mul", "(JJ)J", Opcode.LMUL),
  AND_64("and", "(JJ)J", Opcode.LAND),
  OR_64("or", "(JJ)J", Opcode.LOR),
  XOR_64("xor", "(JJ)J", Opcode.LXOR),
  NEG_64("neg", "(J)J", Opcode.LNEG),
  SHL_64("shl", "(JI)J", Opcode.LSHL),
  SHR_64("shr", "(JI)J", Opcode.LSHR),
  USHR_64("ushr", "(JI)J", Opcode.LUSHR),
  EQ_64("eq", "(JJ)Z", Opcode.LCMP, Opcode.IFEQ),
  NE_64("ne", "(JJ)Z", Opcode.LCMP, Opcode.IFNE),
  LT_64("lt", "(JJ)Z", Opcode.LCMP, Opcode.IFLT),
  LE_64("le", "(JJ)Z", Opcode.LCMP, Opcode.IFLE),
  GT_64("gt", "(JJ)Z", Opcode.LCMP, Opcode.IFGT),
  GE_64("ge", "(JJ)Z", Opcode.LCMP, Opcode.IFGE),
  LO_64("lo", "(JJ)Z", Opcode.IFLT),
  LS_64("ls", "(JJ)Z", Opcode.IFLE),
  HI_64("hi", "(JJ)Z", Opcode.IFGT),
  HS_64("hs", "(JJ)Z", Opcode.IFGE),
  ADD_F32("add", "(FF)F", Opcode.FADD),
  SUB_F32("sub", "(FF)F", Opcode.FSUB),
  MUL_F32("mul", "(FF)F", Opcode.FMUL),
  DIV_F32("div", "(FF)F", Opcode.FDIV),
  NEG_F32("neg", "(F)F", Opcode.FNEG),
  EQ_F32("eq", "(FF)Z", Opcode.FCMPL, Opcode.IFEQ),
  LT_F32("lt", "(FF)Z", Opcode.FCMPG, Opcode.IFLT),
  LE_F32("le", "(FF)Z", Opcode.FCMPG, Opcode.IFLE),
  GT_F32("gt", "(FF)Z", Opcode.FCMPL, Opcode.IFGT),
  GE_F32("ge", "(FF)Z", Opcode.FCMPL, Opcode.IFGE),
  NEU_F32("neu", "(FF)Z", Opcode.FCMPL, Opcode.IFNE),
  LTU_F32("ltu", "(FF)Z", Opcode.FCMPL, Opcode.IFLT),
  LEU_F32("leu", "(FF)Z", Opcode.FCMPL, Opcode.IFLE),
  GTU_F32("gtu", "(FF)Z", Opcode.FCMPG, Opcode.IFGT),
  GEU_F32("geu", "(FF)Z", Opcode.FCMPG, Opcode.IFGE),
  ADD_F64("add", "(DD)D", Opcode.DADD),
  SUB_F64("sub", "(DD)D", Opcode.DSUB),
  MUL_F64("mul", "(DD)D", Opcode.DMUL),
  DIV_F64("div", "(DD)D", Opcode.DDIV),
  NEG_F64("neg", "(D)D", Opcode.DNEG),
  EQ_F64("eq", "(DD)Z", Opcode.DCMPL, Opcode.IFEQ),
  LT_F64("lt", "(DD)Z", Opcode.DCMPG, Opcode.IFLT),
  LE_F64("le", "(DD)Z", Opcode.DCMPG, Opcode.IFLE),
  GT_F64("gt", "(DD)Z", Opcode.DCMPL, Opcode.IFGT),
  GE_F64("ge", "(DD)Z", Opcode.DCMPL, Opcode.IFGE),
  NEU_F64("neu", "(DD)Z", Opcode.DCMPL, Opcode.IFNE),
  LTU_F64("ltu", "(DD)Z", Opcode.DCMPL, Opcode.IFLT),
  LEU_F64("leu", "(DD)Z", Opcode.DCMPL, Opcode.IFLE),
  GTU_F64("gtu", "(DD)Z", Opcode.DCMPG, Opcode.IFGT),
  GEU_F64("geu", "(DD)Z", Opcode.DCMPG, Opcode.IFGE),
  EXTEND("extendSigned", "(I)J", Opcode.I2L),
  LOW("low", "(J)I", Opcode.L2I),
  F32_OF_S32("floatOf", "(I)F", Opcode.I2F),
  F32_OF_S64("floatOf", "(J)F", Opcode.L2F),
  F64_OF_S32("doubleOf", "(I)D", Opcode.I2D),
  F64_OF_S64("doubleOf", "(J)D", Opcode.L2D),
  F64_OF_F32("doubleOf", "(F)D", Opcode.F2D),
  F32_OF_F64("floatOf", "(D)F", Opcode.D2F),
  S32_OF_F32("intOf", "(F)I", Opcode.F2I);

  private final StaticMethod method;
  private final List<Opcode> code;

  Plain(String name, String descriptor, Opcode... code) {
    this.method = new StaticMethod(PlainSemantics.class, name, descriptor);
    this.code = List.of(code);
  }

  @Override
  public StaticMethod method() {
    return method;
  }

  /** The instructions of the JVM that do the same. */
  public List<Opcode> code() {
    return code;
  }

  /** A sum. */
  static Formula add(Formula a, Formula b) {
    return Formula.call(of(a.kind(), ADD_32, ADD_64, ADD_F32, ADD_F64), a, b);
  }

  /** A difference. */
  static Formula subtract(Formula a, Formula b) {
    return Formula.call(of(a.kind(), SUB_32, SUB_64, SUB_F32, SUB_F64), a, b);
  }

  /** A product, its low half for integers. */
  static Formula multiply(Formula a, Formula b) {
    return Formula.call(of(a.kind(), MUL_32, MUL_64, MUL_F32, MUL_F64), a, b);
  }

  /** The value with the other sign. */
  static Formula negate(Formula a) {
    return Formula.call(of(a.kind(), NEG_32, NEG_64, NEG_F32, NEG_F64), a);
  }

  /** All bits inverted. */
  static Formula not(Formula a) {
    return a.kind() == JvmKind.LONG
        ? Formula.call(XOR_64, a, Formula.number(-1L))
        : Formula.call(XOR_32, a, Formula.number(-1));
  }

  /** The other truth value. */
  static Formula notPredicate(Formula a) {
    return Formula.call(XOR_32, a, Formula.number(1));
  }

  /** An int as a long. */
  static Formula extend(Formula a, boolean signed) {
    Formula extended = Formula.call(EXTEND, a);
    return signed ? extended : Formula.call(AND_64, extended, Formula.number(0xffff_ffffL));
  }

  /** The one of some steps that takes values of a kind. */
  static <S extends Step> S of(JvmKind kind, S ofInt, S ofLong, S ofFloat, S ofDouble) {
    return switch (kind) {
      case INT -> ofInt;
      case LONG -> ofLong;
      case FLOAT -> ofFloat;
      case DOUBLE -> ofDouble;
    };
  }
}
