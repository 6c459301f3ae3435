package org.grcuda.cpu.translate.emit;

import java.lang.classfile.CodeBuilder;
import java.util.Map;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/** Conversions between every pair of scalar types (PTX ISA 9.7.9.21, cvt). */
final class ConvertFamily {

  private static final Class<ConvertSemantics> SEMANTICS = ConvertSemantics.class;

  private ConvertFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    table.put(Opcode.CVT, ConvertFamily::cvt);
  }

  private static void cvt(MethodEmitter m, Instruction i) {
    if (i.has(Modifier.PACK)) {
      packSaturated(m, i);
      return;
    }
    if (i.types().size() != 2 || i.has(Modifier.RS)) {
      throw m.unsupported(i.mnemonic());
    }
    PtxType to = i.types().get(0);
    PtxType from = i.types().get(1);
    if (from == PtxType.F32 && (to == PtxType.F16X2 || to == PtxType.BF16X2)) {
      pair(m, i, to);
      return;
    }
    if (to == PtxType.TF32 && from == PtxType.F32) {
      tf32(m, i);
      return;
    }
    if (Float8Family.isFloat8(to) || Float8Family.isFloat8(from)) {
      Float8Family.convert(m, i, to, from);
      return;
    }
    requireScalar(m, i, to);
    requireScalar(m, i, from);
    m.push(i.operand(1), from);
    if (from.isFloat()) {
      boolean single = loadFloat(m, i, from);
      if (to.isFloat()) {
        floatToFloat(m, i, single, from, to);
      } else {
        floatToInteger(m, i, single, to);
      }
    } else if (to.isFloat()) {
      integerToFloat(m, i, from, to);
    } else {
      integerToInteger(m, i, from, to);
    }
    m.store(i.operand(0), to);
  }

  /** Two floats to a pair of halfs, the first in the upper part. */
  private static void pair(MethodEmitter m, Instruction i, PtxType to) {
    int mode = FloatFamily.rounding(i);
    PtxType part = to == PtxType.F16X2 ? PtxType.F16 : PtxType.BF16;
    m.push(i.operand(2), PtxType.F32);
    toHalf(m, i, true, part, mode);
    m.push(i.operand(1), PtxType.F32);
    toHalf(m, i, true, part, mode);
    m.invoke(SEMANTICS, "pack16", int.class, int.class);
    m.store(i.operand(0), to);
  }

  private static void tf32(MethodEmitter m, Instruction i) {
    m.push(i.operand(1), PtxType.F32);
    if (i.has(Modifier.RELU)) {
      m.invoke(FloatSemantics.class, "relu", float.class);
    }
    m.code().loadConstant(i.has(Modifier.RNA) ? ConvertSemantics.AWAY : FloatFamily.rounding(i));
    m.code().loadConstant(i.has(Modifier.SATFINITE) ? 1 : 0);
    m.invoke(SEMANTICS, "tf32Of", float.class, int.class, boolean.class);
    m.store(i.operand(0), PtxType.B32);
  }

  /** {@code cvt.pack.sat.type.s32[.b32]}. */
  private static void packSaturated(MethodEmitter m, Instruction i) {
    String type = i.modifiers().get(2);
    m.push(i.operand(1), PtxType.S32);
    m.push(i.operand(2), PtxType.S32);
    if (i.operands().size() > 3) {
      m.push(i.operand(3), PtxType.B32);
    } else {
      m.code().iconst_0();
    }
    m.code().loadConstant(Integer.parseInt(type.substring(1)));
    m.code().loadConstant(type.startsWith("s") ? 1 : 0);
    Class<?> n = int.class;
    m.invoke(SEMANTICS, "packSaturated", n, n, n, n, boolean.class);
    m.store(i.operand(0), PtxType.B32);
  }

  private static void requireScalar(MethodEmitter m, Instruction i, PtxType type) {
    switch (type) {
      case F16X2, BF16X2, TF32, F32X2, E4M3, E5M2, E4M3X2, E5M2X2, U16X2, S16X2, B128, PRED ->
          throw m.unsupported(i.mnemonic());
      default -> {}
    }
  }

  /** Turns the operand into a JVM float, or double if it is an f64; says whether a float. */
  private static boolean loadFloat(MethodEmitter m, Instruction i, PtxType from) {
    switch (from) {
      case F16 -> m.invoke(SEMANTICS, "floatOfHalf", int.class);
      case BF16 -> m.invoke(SEMANTICS, "floatOfBfloat", int.class);
      case F32 -> {
        if (i.has(Modifier.FTZ)) {
          m.invoke(FloatSemantics.class, "ftz", float.class);
        }
      }
      default -> {}
    }
    return from != PtxType.F64;
  }

  /**
   * Rounds to an integral value as {@code .rni}, {@code .rzi}, {@code .rmi} or {@code .rpi} say.
   */
  private static void roundToIntegral(MethodEmitter m, Instruction i, boolean single) {
    String name =
        i.has(Modifier.RNI)
            ? "nearest"
            : i.has(Modifier.RMI)
                ? "floor"
                : i.has(Modifier.RPI) ? "ceil" : i.has(Modifier.RZI) ? "truncate" : null;
    if (name == null) {
      return;
    }
    if (single) {
      m.invoke(SEMANTICS, name, float.class);
    } else if (name.equals("truncate")) {
      m.invoke(SEMANTICS, name, double.class);
    } else {
      m.invoke(Math.class, name.equals("nearest") ? "rint" : name, double.class);
    }
  }

  private static void floatToFloat(
      MethodEmitter m, Instruction i, boolean single, PtxType from, PtxType to) {
    roundToIntegral(m, i, single);
    boolean saturate = i.has(Modifier.SAT);
    if (saturate) {
      m.invoke(FloatSemantics.class, "sat", single ? float.class : double.class);
    }
    boolean isSingle = single;
    int mode = FloatFamily.rounding(i);
    switch (to) {
      case F64 -> {
        if (isSingle) {
          m.code().f2d();
        }
      }
      case F32 -> {
        if (!isSingle) {
          narrow(m, mode);
        }
        if (i.has(Modifier.FTZ)) {
          m.invoke(FloatSemantics.class, "ftz", float.class);
        }
      }
      default -> toHalf(m, i, single, to, mode);
    }
  }

  private static void narrow(MethodEmitter m, int mode) {
    if (mode == 0) {
      m.code().d2f();
    } else {
      m.code().loadConstant(mode);
      m.invoke(SEMANTICS, "floatOfF64", double.class, int.class);
    }
  }

  /** Rounds the float or double on the stack to half precision as the instruction says. */
  private static void toHalf(MethodEmitter m, Instruction i, boolean single, PtxType to, int mode) {
    boolean brain = to == PtxType.BF16;
    if (i.has(Modifier.RELU)) {
      m.invoke(FloatSemantics.class, "relu", float.class);
    }
    Class<?> type = single ? float.class : double.class;
    if (mode == 0) {
      m.invoke(SEMANTICS, brain ? "bfloatOf" : "halfOf", type);
    } else {
      m.code().loadConstant(mode);
      m.invoke(SEMANTICS, brain ? "bfloatOf" : "halfOf", type, int.class);
    }
    if (i.has(Modifier.SATFINITE)) {
      m.invoke(SEMANTICS, brain ? "finiteBfloat" : "finiteHalf", int.class);
    }
  }

  private static void floatToInteger(MethodEmitter m, Instruction i, boolean single, PtxType to) {
    CodeBuilder code = m.code();
    boolean truncates = i.has(Modifier.RZI);
    if (!truncates) {
      roundToIntegral(m, i, single);
    }
    if (single && to == PtxType.S32) {
      code.f2i();
      return;
    }
    if (single) {
      code.f2d();
    }
    switch (to) {
      case S32 -> m.invoke(SEMANTICS, "toS32", double.class);
      case S64 -> m.invoke(SEMANTICS, "toS64", double.class);
      case U32 -> m.invoke(SEMANTICS, single ? "toU32" : "f64ToU32", double.class);
      case U64 -> m.invoke(SEMANTICS, "toU64", double.class);
      default -> {
        code.loadConstant((int) low(to)).loadConstant((int) high(to));
        code.loadConstant(single ? 0 : to.isSigned() ? (int) low(to) : 1 << to.bits() - 1);
        m.invoke(SEMANTICS, "toNarrow", double.class, int.class, int.class, int.class);
      }
    }
  }

  private static long low(PtxType type) {
    return type.isSigned() ? -1L << type.bits() - 1 : 0;
  }

  private static long high(PtxType type) {
    return type.isSigned() ? ~low(type) : type.bits() == 64 ? -1 : (1L << type.bits()) - 1;
  }

  private static void integerToFloat(MethodEmitter m, Instruction i, PtxType from, PtxType to) {
    CodeBuilder code = m.code();
    int mode = FloatFamily.rounding(i);
    boolean direct = mode == 0 && from.size() <= 4 && (from.isSigned() || from.size() < 4);
    if (to == PtxType.F16 || to == PtxType.BF16) {
      widen(m, from);
      code.loadConstant(mode);
      String half = to == PtxType.BF16 ? "bfloatOf" : "halfOf";
      m.invoke(SEMANTICS, half + (from == PtxType.U64 ? "U64" : "S64"), long.class, int.class);
      return;
    }
    boolean single = to == PtxType.F32;
    if (direct) {
      if (single) {
        code.i2f();
      } else {
        code.i2d();
      }
    } else {
      widen(m, from);
      String name = (single ? "float" : "double") + "Of" + (from == PtxType.U64 ? "U64" : "S64");
      if (mode != 0) {
        code.loadConstant(mode);
        m.invoke(SEMANTICS, name, long.class, int.class);
      } else if (from == PtxType.U64) {
        m.invoke(SEMANTICS, name, long.class);
      } else if (single) {
        code.l2f();
      } else {
        code.l2d();
      }
    }
    if (i.has(Modifier.SAT)) {
      m.invoke(FloatSemantics.class, "sat", single ? float.class : double.class);
    }
  }

  /** Extends an int on the stack to the long of its type. */
  private static void widen(MethodEmitter m, PtxType from) {
    m.adapt(JvmKind.of(from), JvmKind.LONG, from.isSigned());
  }

  private static void integerToInteger(MethodEmitter m, Instruction i, PtxType from, PtxType to) {
    CodeBuilder code = m.code();
    if (i.has(Modifier.SAT)) {
      widen(m, from);
      if (from == PtxType.U64) {
        code.loadConstant(high(to));
        m.invoke(SEMANTICS, "clampUnsigned", long.class, long.class);
      } else if (to == PtxType.U64) {
        code.loadConstant(0L);
        m.invoke(Math.class, "max", long.class, long.class);
      } else {
        code.loadConstant(low(to)).loadConstant(high(to));
        m.invoke(SEMANTICS, "clampSigned", long.class, long.class, long.class);
      }
      m.adapt(JvmKind.LONG, JvmKind.of(to), false);
    } else {
      m.adapt(JvmKind.of(from), JvmKind.of(to), from.isSigned());
    }
    switch (to) {
      case S8 -> code.i2b();
      case U8, B8 -> code.sipush(0xff).iand();
      case S16 -> code.i2s();
      case U16, B16 -> code.i2c();
      default -> {}
    }
  }
}
