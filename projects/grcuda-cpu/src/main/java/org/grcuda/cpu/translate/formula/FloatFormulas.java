package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formulas.rounding;
import static org.grcuda.cpu.translate.formula.Formulas.source;
import static org.grcuda.cpu.translate.formula.Formulas.unsupported;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/** Arithmetic of {@code f32} and {@code f64} (PTX ISA 9.7.3, Floating Point Instructions). */
final class FloatFormulas {

  /** Those that only floats have. */
  static final Set<Opcode> OPCODES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Opcode.FMA,
              Opcode.RCP,
              Opcode.SQRT,
              Opcode.RSQRT,
              Opcode.SIN,
              Opcode.COS,
              Opcode.LG2,
              Opcode.EX2,
              Opcode.TANH,
              Opcode.TESTP,
              Opcode.COPYSIGN));

  /** The steps. */
  enum Floats implements Step {
    FLUSH("ftz", "(F)F"),
    SATURATE_F32("sat", "(F)F"),
    SATURATE_F64("sat", "(D)D"),
    POSITIVE("relu", "(F)F"),
    MIN_F32("min", "(FF)F"),
    MAX_F32("max", "(FF)F"),
    MIN_F64("min", "(DD)D"),
    MAX_F64("max", "(DD)D"),
    MIN_NAN_F32(Math.class, "min", "(FF)F"),
    MAX_NAN_F32(Math.class, "max", "(FF)F"),
    MIN_NAN_F64(Math.class, "min", "(DD)D"),
    MAX_NAN_F64(Math.class, "max", "(DD)D"),
    MIN_MAGNITUDE("minMagnitude", "(FF)F"),
    MAX_MAGNITUDE("maxMagnitude", "(FF)F"),
    MIN_MAGNITUDE_NAN("minMagnitudeNaN", "(FF)F"),
    MAX_MAGNITUDE_NAN("maxMagnitudeNaN", "(FF)F"),
    XOR_SIGN("xorSign", "(FFF)F"),
    FMA_TO_ODD("fmaToOdd", "(FFF)F"),
    COPY_SIGN_F32("copysign", "(FF)F"),
    COPY_SIGN_F64("copysign", "(DD)D"),
    IS_FINITE("isFinite", "(D)Z"),
    IS_INFINITE("isInfinite", "(D)Z"),
    IS_NUMBER("isNumber", "(D)Z"),
    IS_NOT_A_NUMBER("isNotANumber", "(D)Z"),
    IS_NORMAL_F32("isNormal", "(F)Z"),
    IS_NORMAL_F64("isNormal", "(D)Z"),
    IS_SUBNORMAL_F32("isSubnormal", "(F)Z"),
    IS_SUBNORMAL_F64("isSubnormal", "(D)Z"),
    ABS_F32(Math.class, "abs", "(F)F"),
    ABS_F64(Math.class, "abs", "(D)D"),
    FMA_F32(Math.class, "fma", "(FFF)F"),
    FMA_F64(Math.class, "fma", "(DDD)D"),
    SQRT_F64(Math.class, "sqrt", "(D)D"),
    SQRT_F32(ApproximateMath.class, "sqrt", "(F)F"),
    RSQRT_F32(ApproximateMath.class, "rsqrt", "(F)F"),
    RSQRT_F64(ApproximateMath.class, "rsqrt", "(D)D"),
    RCP_GROSS(ApproximateMath.class, "rcpGross", "(D)D"),
    RSQRT_GROSS(ApproximateMath.class, "rsqrtGross", "(D)D"),
    SIN(ApproximateMath.class, "sin", "(F)F"),
    COS(ApproximateMath.class, "cos", "(F)F"),
    LG2(ApproximateMath.class, "lg2", "(F)F"),
    EX2(ApproximateMath.class, "ex2", "(F)F"),
    TANH(ApproximateMath.class, "tanh", "(F)F"),
    ADD_ROUNDED_F32(Rounding.class, "add", "(FFI)F"),
    ADD_ROUNDED_F64(Rounding.class, "add", "(DDI)D"),
    MUL_ROUNDED_F32(Rounding.class, "mul", "(FFI)F"),
    MUL_ROUNDED_F64(Rounding.class, "mul", "(DDI)D"),
    DIV_ROUNDED_F32(Rounding.class, "div", "(FFI)F"),
    DIV_ROUNDED_F64(Rounding.class, "div", "(DDI)D"),
    FMA_ROUNDED_F32(Rounding.class, "fma", "(FFFI)F"),
    FMA_ROUNDED_F64(Rounding.class, "fma", "(DDDI)D"),
    SQRT_ROUNDED_F32(Rounding.class, "sqrt", "(FI)F"),
    SQRT_ROUNDED_F64(Rounding.class, "sqrt", "(DI)D");

    private final StaticMethod method;

    Floats(String name, String descriptor) {
      this(FloatSemantics.class, name, descriptor);
    }

    Floats(Class<?> owner, String name, String descriptor) {
      this.method = new StaticMethod(owner, name, descriptor);
    }

    @Override
    public StaticMethod method() {
      return method;
    }
  }

  private FloatFormulas() {}

  static Assignments of(Instruction i) {
    return switch (i.opcode()) {
      case COPYSIGN ->
          Assignments.of(
              i,
              call(
                  pick(i, Floats.COPY_SIGN_F32, Floats.COPY_SIGN_F64), source(i, 1), source(i, 2)));
      case TESTP -> Assignments.of(i.operand(0), PtxType.PRED, property(i));
      default -> Assignments.of(i, finished(i, value(i)));
    };
  }

  private static Formula value(Instruction i) {
    return switch (i.opcode()) {
      case ADD, SUB, MUL, DIV -> binary(i);
      case FMA, MAD -> fused(i);
      case MIN, MAX -> extremum(i);
      case ABS -> call(pick(i, Floats.ABS_F32, Floats.ABS_F64), input(i, 1));
      case NEG -> Plain.negate(input(i, 1));
      case RCP -> reciprocal(i);
      case SQRT -> root(i);
      case RSQRT ->
          isGross(i)
              ? call(Floats.RSQRT_GROSS, input(i, 1))
              : call(pick(i, Floats.RSQRT_F32, Floats.RSQRT_F64), input(i, 1));
      case SIN -> call(Floats.SIN, input(i, 1));
      case COS -> call(Floats.COS, input(i, 1));
      case LG2 -> call(Floats.LG2, input(i, 1));
      case EX2 -> call(Floats.EX2, input(i, 1));
      case TANH -> call(Floats.TANH, input(i, 1));
      default -> throw unsupported(i);
    };
  }

  private static boolean isSingle(Instruction i) {
    return i.type() == PtxType.F32;
  }

  private static Floats pick(Instruction i, Floats single, Floats wide) {
    return isSingle(i) ? single : wide;
  }

  /** A source, subnormals flushed if {@code .ftz}. */
  private static Formula input(Instruction i, int operand) {
    return flushed(i, source(i, operand));
  }

  /** A float, subnormals flushed if {@code .ftz}. */
  static Formula flushed(Instruction i, Formula value) {
    boolean flushes = i.has(Modifier.FTZ) && value.kind() == JvmKind.FLOAT;
    return flushes ? call(Floats.FLUSH, value) : value;
  }

  /** A value within 0 and 1 if {@code .sat}. */
  static Formula saturated(Instruction i, Formula value) {
    return i.has(Modifier.SAT)
        ? call(value.kind() == JvmKind.FLOAT ? Floats.SATURATE_F32 : Floats.SATURATE_F64, value)
        : value;
  }

  /** A float that is not negative if {@code .relu}. */
  static Formula positive(Instruction i, Formula value) {
    return i.has(Modifier.RELU) ? call(Floats.POSITIVE, value) : value;
  }

  private static Formula finished(Instruction i, Formula value) {
    return saturated(i, flushed(i, value));
  }

  private static Formula binary(Instruction i) {
    Formula a = input(i, 1);
    Formula b = input(i, 2);
    int mode = rounding(i);
    if (mode == 0) {
      return switch (i.opcode()) {
        case ADD -> Plain.add(a, b);
        case SUB -> Plain.subtract(a, b);
        case MUL -> Plain.multiply(a, b);
        default -> divide(a, b);
      };
    }
    Formula number = Formula.number(mode);
    return switch (i.opcode()) {
      case ADD -> call(pick(i, Floats.ADD_ROUNDED_F32, Floats.ADD_ROUNDED_F64), a, b, number);
      case SUB ->
          call(pick(i, Floats.ADD_ROUNDED_F32, Floats.ADD_ROUNDED_F64), a, Plain.negate(b), number);
      case MUL -> call(pick(i, Floats.MUL_ROUNDED_F32, Floats.MUL_ROUNDED_F64), a, b, number);
      default -> call(pick(i, Floats.DIV_ROUNDED_F32, Floats.DIV_ROUNDED_F64), a, b, number);
    };
  }

  private static Formula divide(Formula a, Formula b) {
    return call(a.kind() == JvmKind.FLOAT ? Plain.DIV_F32 : Plain.DIV_F64, a, b);
  }

  private static Formula fused(Instruction i) {
    Formula a = input(i, 1);
    Formula b = input(i, 2);
    Formula c = input(i, 3);
    int mode = rounding(i);
    return mode == 0
        ? call(pick(i, Floats.FMA_F32, Floats.FMA_F64), a, b, c)
        : call(
            pick(i, Floats.FMA_ROUNDED_F32, Floats.FMA_ROUNDED_F64), a, b, c, Formula.number(mode));
  }

  private static Formula extremum(Instruction i) {
    if (i.operands().size() > 3) {
      throw unsupported(i);
    }
    return extremum(i, input(i, 1), input(i, 2));
  }

  /** The minimum or maximum of two floats; {@code .xorsign.abs}: of the magnitudes. */
  static Formula extremum(Instruction i, Formula a, Formula b) {
    boolean least = i.opcode() == Opcode.MIN;
    boolean propagates = i.has(Modifier.NAN);
    boolean single = a.kind() == JvmKind.FLOAT;
    if (i.has(Modifier.XORSIGN)) {
      if (!single) {
        throw unsupported(i);
      }
      Step step =
          propagates
              ? least ? Floats.MIN_MAGNITUDE_NAN : Floats.MAX_MAGNITUDE_NAN
              : least ? Floats.MIN_MAGNITUDE : Floats.MAX_MAGNITUDE;
      return call(Floats.XOR_SIGN, call(step, a, b), a, b);
    }
    Step step =
        propagates
            ? single
                ? least ? Floats.MIN_NAN_F32 : Floats.MAX_NAN_F32
                : least ? Floats.MIN_NAN_F64 : Floats.MAX_NAN_F64
            : single
                ? least ? Floats.MIN_F32 : Floats.MAX_F32
                : least ? Floats.MIN_F64 : Floats.MAX_F64;
    return call(step, a, b);
  }

  /** {@code .approx.ftz.f64}, which uses only the upper word of its operand. */
  private static boolean isGross(Instruction i) {
    return !isSingle(i) && i.has(Modifier.APPROX) && i.has(Modifier.FTZ);
  }

  private static Formula reciprocal(Instruction i) {
    Formula a = input(i, 1);
    if (isGross(i)) {
      return call(Floats.RCP_GROSS, a);
    }
    Formula one =
        isSingle(i)
            ? new Formula.Constant(JvmKind.FLOAT, Float.floatToRawIntBits(1f))
            : new Formula.Constant(JvmKind.DOUBLE, Double.doubleToRawLongBits(1.0));
    int mode = rounding(i);
    return mode == 0
        ? divide(one, a)
        : call(
            pick(i, Floats.DIV_ROUNDED_F32, Floats.DIV_ROUNDED_F64), one, a, Formula.number(mode));
  }

  private static Formula root(Instruction i) {
    if (isGross(i)) {
      throw unsupported(i);
    }
    Formula a = input(i, 1);
    int mode = rounding(i);
    return mode == 0
        ? call(pick(i, Floats.SQRT_F32, Floats.SQRT_F64), a)
        : call(pick(i, Floats.SQRT_ROUNDED_F32, Floats.SQRT_ROUNDED_F64), a, Formula.number(mode));
  }

  private static Formula property(Instruction i) {
    Formula a = source(i, 1);
    Formula wide = isSingle(i) ? call(Plain.F64_OF_F32, a) : a;
    return switch (i.oneOf(Modifier.PROPERTIES)) {
      case NORMAL -> call(pick(i, Floats.IS_NORMAL_F32, Floats.IS_NORMAL_F64), a);
      case SUBNORMAL -> call(pick(i, Floats.IS_SUBNORMAL_F32, Floats.IS_SUBNORMAL_F64), a);
      case FINITE -> call(Floats.IS_FINITE, wide);
      case INFINITE -> call(Floats.IS_INFINITE, wide);
      case NUMBER -> call(Floats.IS_NUMBER, wide);
      default -> call(Floats.IS_NOT_A_NUMBER, wide);
    };
  }
}
