package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/** Arithmetic of f32 and f64 (PTX ISA 9.7.3). */
final class FloatOperations {

  private static final Class<?> PLAIN = PlainSemantics.class;
  private static final Class<?> FLOAT = FloatSemantics.class;
  private static final Class<?> ROUNDING = Rounding.class;

  private FloatOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case COPYSIGN -> d.store(i, call(FLOAT, "copysign", d.source(i, 1), d.source(i, 2)));
      case TESTP -> property(d, i);
      case ADD, SUB, MUL, DIV, FMA, MAD -> finish(d, i, arithmetic(d, i));
      case MIN, MAX -> finish(d, i, extremum(d, i));
      case ABS -> finish(d, i, call(Math.class, "abs", input(d, i, 1)));
      case NEG -> finish(d, i, call(PLAIN, "neg", input(d, i, 1)));
      case RCP -> finish(d, i, reciprocal(d, i));
      case SQRT, RSQRT, SIN, COS, LG2, EX2, TANH -> finish(d, i, unary(d, i));
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  /** A source, subnormals flushed if {@code .ftz}. */
  private static Expression input(Decoder d, Instruction i, int operand) {
    return flushed(i, d.source(i, operand));
  }

  private static Expression flushed(Instruction i, Expression value) {
    boolean flushes = i.has(Modifier.FTZ) && i.type() == PtxType.F32;
    return flushes ? call(FLOAT, "ftz", value) : value;
  }

  private static Operation finish(Decoder d, Instruction i, Expression value) {
    Expression result = flushed(i, value);
    return d.store(i, i.has(Modifier.SAT) ? call(FLOAT, "sat", result) : result);
  }

  /** The rounding mode of an instruction, null to nearest. */
  static Expression rounding(Instruction i) {
    return i.has(Modifier.RZ)
        ? Expression.ofInt(Rounding.RZ)
        : i.has(Modifier.RM)
            ? Expression.ofInt(Rounding.RM)
            : i.has(Modifier.RP) ? Expression.ofInt(Rounding.RP) : null;
  }

  private static Expression arithmetic(Decoder d, Instruction i) {
    Expression a = input(d, i, 1);
    Expression b = input(d, i, 2);
    Expression mode = rounding(i);
    boolean fused = i.opcode() == Opcode.FMA || i.opcode() == Opcode.MAD;
    if (fused) {
      Expression c = input(d, i, 3);
      return mode == null ? call(Math.class, "fma", a, b, c) : call(ROUNDING, "fma", a, b, c, mode);
    }
    if (mode == null) {
      return call(PLAIN, i.opcode().ptxName(), a, b);
    }
    return i.opcode() == Opcode.SUB
        ? call(ROUNDING, "add", a, call(PLAIN, "neg", b), mode)
        : call(ROUNDING, i.opcode().ptxName(), a, b, mode);
  }

  private static Expression extremum(Decoder d, Instruction i) {
    if (i.operands().size() > 3) {
      throw d.unsupported(i.mnemonic());
    }
    Expression a = input(d, i, 1);
    Expression b = input(d, i, 2);
    return extremum(i, a, b);
  }

  /** The minimum or maximum of two floats; {@code .xorsign.abs}: of the magnitudes. */
  static Expression extremum(Instruction i, Expression a, Expression b) {
    boolean propagates = i.has(Modifier.NAN);
    if (i.has(Modifier.XORSIGN)) {
      String name = i.opcode().ptxName() + "Magnitude" + (propagates ? "NaN" : "");
      return call(FLOAT, "xorSign", call(FLOAT, name, a, b), a, b);
    }
    return call(propagates ? Math.class : FLOAT, i.opcode().ptxName(), a, b);
  }

  private static boolean isGross(Instruction i) {
    return i.type() == PtxType.F64 && i.has(Modifier.APPROX) && i.has(Modifier.FTZ);
  }

  private static Expression reciprocal(Decoder d, Instruction i) {
    Expression a = input(d, i, 1);
    if (isGross(i)) {
      return call(ApproximateMath.class, "rcpGross", a);
    }
    boolean single = i.type() == PtxType.F32;
    long one = single ? Float.floatToRawIntBits(1f) : Double.doubleToRawLongBits(1.0);
    Expression unit = new Expression(single ? float.class : double.class, t -> one);
    Expression mode = rounding(i);
    return mode == null ? call(PLAIN, "div", unit, a) : call(ROUNDING, "div", unit, a, mode);
  }

  private static Expression unary(Decoder d, Instruction i) {
    Expression a = input(d, i, 1);
    Expression mode = rounding(i);
    if (isGross(i)) {
      return call(ApproximateMath.class, i.opcode().ptxName() + "Gross", a);
    }
    if (i.opcode() == Opcode.SQRT && mode != null) {
      return call(ROUNDING, "sqrt", a, mode);
    }
    boolean exact = i.opcode() == Opcode.SQRT && i.type() == PtxType.F64;
    return call(exact ? Math.class : ApproximateMath.class, i.opcode().ptxName(), a);
  }

  private static Operation property(Decoder d, Instruction i) {
    Expression a = d.source(i, 1);
    Expression wide = i.type() == PtxType.F32 ? call(PLAIN, "doubleOf", a) : a;
    Expression holds =
        switch (i.modifiers().get(0)) {
          case "normal" -> call(FLOAT, "isNormal", a);
          case "subnormal" -> call(FLOAT, "isSubnormal", a);
          case "finite" -> call(FLOAT, "isFinite", wide);
          case "infinite" -> call(FLOAT, "isInfinite", wide);
          case "number" -> call(FLOAT, "isNumber", wide);
          case "notanumber" -> call(FLOAT, "isNotANumber", wide);
          default -> throw d.unsupported(i.mnemonic());
        };
    return d.store(i.operand(0), PtxType.PRED, holds);
  }
}
