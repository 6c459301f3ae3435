package org.grcuda.cpu.translate.emit;

import java.util.Map;
import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/**
 * Half precision arithmetic (PTX ISA 9.7.4): {@code f16}, {@code bf16} and pairs of them. Computed
 * in float, where sums and products of halfs need no second rounding, or in double for fma.
 */
final class HalfFamily {

  private static final Map<String, Integer> SOURCES =
      Map.of(
          "add", 2, "sub", 2, "mul", 2, "fma", 3, "min", 2, "max", 2, "neg", 1, "abs", 1, "ex2", 1,
          "tanh", 1);

  private HalfFamily() {}

  static void emit(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    Integer sources = SOURCES.get(i.opcode());
    if (sources == null) {
      throw m.unsupported(i.mnemonic());
    }
    boolean packed = type.size() == 4;
    for (int part = 0; part < (packed ? 2 : 1); part++) {
      for (int k = 1; k <= sources; k++) {
        pushPart(m, i, type, k, part);
      }
      operation(m, i, part);
      if (i.hasModifier("sat")) {
        m.invoke(FloatSemantics.class, "sat", float.class);
      }
      if (i.hasModifier("relu")) {
        m.invoke(FloatSemantics.class, "relu", float.class);
      }
      m.invoke(ConvertSemantics.class, isBrain(type) ? "bfloatOf" : "halfOf", float.class);
      flush(m, i, type);
    }
    if (packed) {
      m.invoke(ConvertSemantics.class, "pack16", int.class, int.class);
    }
    m.store(i.operand(0), type);
  }

  private static boolean isBrain(PtxType type) {
    return type == PtxType.BF16 || type == PtxType.BF16X2;
  }

  private static void flush(MethodEmitter m, Instruction i, PtxType type) {
    if (i.hasModifier("ftz")) {
      m.invoke(ConvertSemantics.class, isBrain(type) ? "ftzBfloat" : "ftzHalf", int.class);
    }
  }

  /** Pushes a part of an operand of a type as a float: 0 the lower or only one, 1 the upper. */
  static void pushPart(MethodEmitter m, Instruction i, PtxType type, int operand, int part) {
    m.push(i.operand(operand), type);
    if (part == 1) {
      m.code().bipush(16).iushr();
    } else if (type.size() == 4) {
      m.code().i2c();
    }
    flush(m, i, type);
    String name = isBrain(type) ? "floatOfBfloat" : "floatOfHalf";
    m.invoke(ConvertSemantics.class, name, int.class);
  }

  private static void operation(MethodEmitter m, Instruction i, int part) {
    Class<?> f = float.class;
    switch (i.opcode()) {
      case "add" -> m.code().fadd();
      case "sub" -> m.code().fsub();
      case "mul" -> m.code().fmul();
      case "neg" -> m.code().fneg();
      case "abs" -> m.invoke(Math.class, "abs", f);
      case "fma" -> m.invoke(FloatSemantics.class, "fmaToOdd", f, f, f);
      case "min", "max" ->
          FloatFamily.extremum(
              m,
              i,
              f,
              () -> {
                pushPart(m, i, i.type(), 1, part);
                pushPart(m, i, i.type(), 2, part);
              });
      default -> m.invoke(ApproximateMath.class, i.opcode(), f);
    }
  }
}
