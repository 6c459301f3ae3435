package org.grcuda.cpu.translate.emit;

import java.lang.classfile.CodeBuilder;
import java.util.EnumSet;
import java.util.Map;
import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Arithmetic of {@code f32} and {@code f64} (PTX ISA 9.7.3, Floating Point Instructions). */
final class FloatFamily {

  private FloatFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    for (Opcode opcode :
        EnumSet.of(
            Opcode.SQRT,
            Opcode.RCP,
            Opcode.RSQRT,
            Opcode.SIN,
            Opcode.COS,
            Opcode.LG2,
            Opcode.EX2,
            Opcode.TANH)) {
      table.put(opcode, FloatFamily::unary);
    }
    table.put(Opcode.COPYSIGN, FloatFamily::copysign);
    table.put(Opcode.TESTP, FloatFamily::testp);
  }

  static void emit(MethodEmitter m, Instruction i) {
    switch (i.opcode()) {
      case ADD, SUB, MUL, DIV, FMA, MAD -> arithmetic(m, i);
      case MIN, MAX -> minMax(m, i);
      case ABS -> {
        push(m, i, 1);
        m.invoke(Math.class, "abs", type(i));
        finish(m, i);
      }
      case NEG -> {
        push(m, i, 1);
        negate(m.code(), i.type());
        finish(m, i);
      }
      default -> throw m.unsupported(i.mnemonic());
    }
  }

  private static Class<?> type(Instruction i) {
    return JvmKind.of(i.type()).type();
  }

  /** The rounding mode as {@link Rounding} numbers it; 0 to nearest. */
  static int rounding(Instruction i) {
    return i.has(Modifier.RZ)
        ? Rounding.RZ
        : i.has(Modifier.RM) ? Rounding.RM : i.has(Modifier.RP) ? Rounding.RP : 0;
  }

  /** Pushes a source, subnormals flushed if {@code .ftz}. */
  private static void push(MethodEmitter m, Instruction i, int operand) {
    push(m, i, i.operand(operand));
  }

  private static void push(MethodEmitter m, Instruction i, Operand operand) {
    m.push(operand, i.type());
    flush(m, i);
  }

  private static void flush(MethodEmitter m, Instruction i) {
    if (i.has(Modifier.FTZ) && i.type() == PtxType.F32) {
      m.invoke(FloatSemantics.class, "ftz", float.class);
    }
  }

  /** Flushes, saturates and stores the result. */
  private static void finish(MethodEmitter m, Instruction i) {
    flush(m, i);
    if (i.has(Modifier.SAT)) {
      m.invoke(FloatSemantics.class, "sat", type(i));
    }
    m.store(i.operand(0), i.type());
  }

  private static void negate(CodeBuilder code, PtxType type) {
    if (type == PtxType.F32) {
      code.fneg();
    } else {
      code.dneg();
    }
  }

  private static void arithmetic(MethodEmitter m, Instruction i) {
    boolean fused = i.opcode() == Opcode.FMA || i.opcode() == Opcode.MAD;
    push(m, i, 1);
    push(m, i, 2);
    if (fused) {
      push(m, i, 3);
    }
    Class<?> t = type(i);
    int mode = rounding(i);
    if (mode != 0) {
      String name = i.opcode().ptxName();
      if (name.equals("sub")) {
        negate(m.code(), i.type());
        name = "add";
      }
      m.code().loadConstant(mode);
      if (fused) {
        m.invoke(Rounding.class, "fma", t, t, t, int.class);
      } else {
        m.invoke(Rounding.class, name, t, t, int.class);
      }
    } else if (fused) {
      m.invoke(Math.class, "fma", t, t, t);
    } else {
      nearest(m.code(), i.opcode().ptxName(), i.type() == PtxType.F32);
    }
    finish(m, i);
  }

  private static void nearest(CodeBuilder code, String opcode, boolean single) {
    switch (opcode) {
      case "add" -> {
        if (single) {
          code.fadd();
        } else {
          code.dadd();
        }
      }
      case "sub" -> {
        if (single) {
          code.fsub();
        } else {
          code.dsub();
        }
      }
      case "mul" -> {
        if (single) {
          code.fmul();
        } else {
          code.dmul();
        }
      }
      default -> {
        if (single) {
          code.fdiv();
        } else {
          code.ddiv();
        }
      }
    }
  }

  private static void minMax(MethodEmitter m, Instruction i) {
    if (i.operands().size() > 3) {
      throw m.unsupported(i.mnemonic());
    }
    push(m, i, 1);
    push(m, i, 2);
    extremum(
        m,
        i,
        type(i),
        () -> {
          push(m, i, 1);
          push(m, i, 2);
        });
    finish(m, i);
  }

  /**
   * The minimum or maximum of the two values on the stack.
   *
   * @param pushAgain pushes them once more, for the signs of {@code .xorsign.abs}
   */
  static void extremum(MethodEmitter m, Instruction i, Class<?> type, Runnable pushAgain) {
    String propagation = i.has(Modifier.NAN) ? "NaN" : "";
    if (i.has(Modifier.XORSIGN)) {
      m.invoke(FloatSemantics.class, i.opcode().ptxName() + "Magnitude" + propagation, type, type);
      pushAgain.run();
      m.invoke(FloatSemantics.class, "xorSign", type, type, type);
    } else {
      m.invoke(
          propagation.isEmpty() ? FloatSemantics.class : Math.class,
          i.opcode().ptxName(),
          type,
          type);
    }
  }

  /** Square roots, reciprocals and the approximate units. */
  private static void unary(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    if (type != PtxType.F32 && type != PtxType.F64) {
      HalfFamily.emit(m, i);
      return;
    }
    int mode = rounding(i);
    boolean gross = type == PtxType.F64 && i.has(Modifier.APPROX) && i.has(Modifier.FTZ);
    if (i.opcode() == Opcode.RCP && !gross) {
      reciprocal(m, i, mode);
      return;
    }
    push(m, i, 1);
    if (gross) {
      m.invoke(ApproximateMath.class, i.opcode().ptxName() + "Gross", type(i));
    } else if (i.opcode() == Opcode.SQRT && mode != 0) {
      m.code().loadConstant(mode);
      m.invoke(Rounding.class, "sqrt", type(i), int.class);
    } else if (i.opcode() == Opcode.SQRT && type == PtxType.F64) {
      m.invoke(Math.class, "sqrt", double.class);
    } else {
      m.invoke(ApproximateMath.class, i.opcode().ptxName(), type(i));
    }
    finish(m, i);
  }

  private static void reciprocal(MethodEmitter m, Instruction i, int mode) {
    boolean single = i.type() == PtxType.F32;
    if (single) {
      m.code().fconst_1();
    } else {
      m.code().dconst_1();
    }
    push(m, i, 1);
    if (mode != 0) {
      m.code().loadConstant(mode);
      m.invoke(Rounding.class, "div", type(i), type(i), int.class);
    } else {
      nearest(m.code(), "div", single);
    }
    finish(m, i);
  }

  private static void copysign(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), i.type());
    m.push(i.operand(2), i.type());
    m.invoke(FloatSemantics.class, "copysign", type(i), type(i));
    m.store(i.operand(0), i.type());
  }

  private static void testp(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), i.type());
    String property = i.modifiers().get(0);
    if (property.endsWith("normal")) {
      String name = property.equals("normal") ? "isNormal" : "isSubnormal";
      m.invoke(FloatSemantics.class, name, type(i));
    } else {
      if (i.type() == PtxType.F32) {
        m.code().f2d();
      }
      String name =
          switch (property) {
            case "finite" -> "isFinite";
            case "infinite" -> "isInfinite";
            case "number" -> "isNumber";
            case "notanumber" -> "isNotANumber";
            default -> throw m.unsupported(i.mnemonic());
          };
      m.invoke(FloatSemantics.class, name, double.class);
    }
    m.store(i.operand(0), PtxType.PRED);
  }
}
