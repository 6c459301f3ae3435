package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/** Arithmetic of f32 and f64 (PTX ISA 9.7.3). */
final class FloatOperations {

  private static final Class<?> PLAIN = PlainSemantics.class;
  private static final Class<?> FLOAT = FloatSemantics.class;
  private static final Class<?> ROUNDING = Rounding.class;

  private FloatOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case "copysign" -> d.store(i, call(FLOAT, "copysign", d.source(i, 1), d.source(i, 2)));
      case "testp" -> property(d, i);
      case "add", "sub", "mul", "div", "fma", "mad" -> finish(d, i, arithmetic(d, i));
      case "min", "max" -> finish(d, i, extremum(d, i));
      case "abs" -> finish(d, i, call(Math.class, "abs", input(d, i, 1)));
      case "neg" -> finish(d, i, call(PLAIN, "neg", input(d, i, 1)));
      case "rcp" -> finish(d, i, reciprocal(d, i));
      case "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh" -> finish(d, i, unary(d, i));
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  /** A source, subnormals flushed if {@code .ftz}. */
  private static Expression input(Decoder d, Instruction i, int operand) {
    return flushed(i, d.source(i, operand));
  }

  private static Expression flushed(Instruction i, Expression value) {
    boolean flushes = i.hasModifier("ftz") && i.type() == PtxType.F32;
    return flushes ? call(FLOAT, "ftz", value) : value;
  }

  private static Operation finish(Decoder d, Instruction i, Expression value) {
    Expression result = flushed(i, value);
    return d.store(i, i.hasModifier("sat") ? call(FLOAT, "sat", result) : result);
  }

  /** The rounding mode of an instruction, null to nearest. */
  static Expression rounding(Instruction i) {
    return i.hasModifier("rz")
        ? Expression.ofInt(Rounding.RZ)
        : i.hasModifier("rm")
            ? Expression.ofInt(Rounding.RM)
            : i.hasModifier("rp") ? Expression.ofInt(Rounding.RP) : null;
  }

  private static Expression arithmetic(Decoder d, Instruction i) {
    Expression a = input(d, i, 1);
    Expression b = input(d, i, 2);
    Expression mode = rounding(i);
    boolean fused = i.opcode().equals("fma") || i.opcode().equals("mad");
    if (fused) {
      Expression c = input(d, i, 3);
      return mode == null ? call(Math.class, "fma", a, b, c) : call(ROUNDING, "fma", a, b, c, mode);
    }
    if (mode == null) {
      return call(PLAIN, i.opcode(), a, b);
    }
    return i.opcode().equals("sub")
        ? call(ROUNDING, "add", a, call(PLAIN, "neg", b), mode)
        : call(ROUNDING, i.opcode(), a, b, mode);
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
    boolean propagates = i.hasModifier("NaN");
    if (i.hasModifier("xorsign")) {
      String name = i.opcode() + "Magnitude" + (propagates ? "NaN" : "");
      return call(FLOAT, "xorSign", call(FLOAT, name, a, b), a, b);
    }
    return call(propagates ? Math.class : FLOAT, i.opcode(), a, b);
  }

  private static boolean isGross(Instruction i) {
    return i.type() == PtxType.F64 && i.hasModifier("approx") && i.hasModifier("ftz");
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
      return call(ApproximateMath.class, i.opcode() + "Gross", a);
    }
    if (i.opcode().equals("sqrt") && mode != null) {
      return call(ROUNDING, "sqrt", a, mode);
    }
    boolean exact = i.opcode().equals("sqrt") && i.type() == PtxType.F64;
    return call(exact ? Math.class : ApproximateMath.class, i.opcode(), a);
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
