package org.grcuda.cpu.translate.emit;

import java.util.Map;
import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/**
 * Half precision arithmetic (PTX ISA 9.7.4): {@code f16}, {@code bf16} and pairs of them. Computed
 * in float, where sums and products of halfs need no second rounding, or in double for fma.
 */
final class HalfFamily {

  private static final Map<Opcode, Integer> SOURCES =
      Map.of(
          Opcode.ADD,
          2,
          Opcode.SUB,
          2,
          Opcode.MUL,
          2,
          Opcode.FMA,
          3,
          Opcode.MIN,
          2,
          Opcode.MAX,
          2,
          Opcode.NEG,
          1,
          Opcode.ABS,
          1,
          Opcode.EX2,
          1,
          Opcode.TANH,
          1);

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
      if (i.has(Modifier.SAT)) {
        m.invoke(FloatSemantics.class, "sat", float.class);
      }
      if (i.has(Modifier.RELU)) {
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
    if (i.has(Modifier.FTZ)) {
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
      case ADD -> m.code().fadd();
      case SUB -> m.code().fsub();
      case MUL -> m.code().fmul();
      case NEG -> m.code().fneg();
      case ABS -> m.invoke(Math.class, "abs", f);
      case FMA -> m.invoke(FloatSemantics.class, "fmaToOdd", f, f, f);
      case MIN, MAX ->
          FloatFamily.extremum(
              m,
              i,
              f,
              () -> {
                pushPart(m, i, i.type(), 1, part);
                pushPart(m, i, i.type(), 2, part);
              });
      default -> m.invoke(ApproximateMath.class, i.opcode().ptxName(), f);
    }
  }
}
