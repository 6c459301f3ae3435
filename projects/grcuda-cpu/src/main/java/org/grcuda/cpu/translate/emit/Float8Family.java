package org.grcuda.cpu.translate.emit;

import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.PtxType;

/** Conversions between pairs of 8-bit floats and two floats or a pair of halfs (cvt). */
final class Float8Family {

  private static final Class<ConvertSemantics> SEMANTICS = ConvertSemantics.class;

  private Float8Family() {}

  static boolean isFloat8(PtxType type) {
    return type == PtxType.E4M3X2 || type == PtxType.E5M2X2;
  }

  static void convert(MethodEmitter m, Instruction i, PtxType to, PtxType from) {
    if (to == PtxType.F16X2) {
      half(m, i, from, false);
      half(m, i, from, true);
      m.invoke(SEMANTICS, "pack16", int.class, int.class);
      m.store(i.operand(0), PtxType.B32);
      return;
    }
    if (from != PtxType.F32 && from != PtxType.F16X2) {
      throw m.unsupported(i.mnemonic());
    }
    for (boolean high : new boolean[] {false, true}) {
      if (from == PtxType.F32) {
        m.push(i.operand(high ? 1 : 2), from);
      } else {
        m.push(i.operand(1), PtxType.B32);
        m.invoke(SEMANTICS, high ? "highHalf" : "lowHalf", int.class);
        m.invoke(SEMANTICS, "floatOfHalf", int.class);
      }
      positive(m, i);
      m.invoke(SEMANTICS, to == PtxType.E4M3X2 ? "e4m3Of" : "e5m2Of", float.class);
    }
    m.invoke(SEMANTICS, "pack8", int.class, int.class);
    m.store(i.operand(0), PtxType.B16);
  }

  private static void half(MethodEmitter m, Instruction i, PtxType from, boolean high) {
    m.push(i.operand(1), PtxType.B16);
    if (high) {
      m.invoke(SEMANTICS, "upperByte", int.class);
    }
    m.invoke(SEMANTICS, from == PtxType.E4M3X2 ? "floatOfE4m3" : "floatOfE5m2", int.class);
    positive(m, i);
    m.invoke(SEMANTICS, "halfOf", float.class);
  }

  private static void positive(MethodEmitter m, Instruction i) {
    if (i.has(Modifier.RELU)) {
      m.invoke(FloatSemantics.class, "relu", float.class);
    }
  }
}
