package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;

import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.PtxType;

/** Conversions on vectors (PTX ISA 9.7.9.21, cvt). Values pass through V3 and V6. */
final class ConvertOps {

  private static final int LOW = V3;
  private static final int UPPER = V6;
  private static final int GREATER_OR_EQUAL = 0x1d;
  private static final int LESS = 0x11;
  private static final int UNORDERED = 0x03;

  private final GangEmitter e;
  private final FloatOps floats;
  private final HalfOps halves;
  private final VectorAssembler asm;

  ConvertOps(GangEmitter e, FloatOps floats, HalfOps halves) {
    this.e = e;
    this.floats = floats;
    this.halves = halves;
    this.asm = e.asm();
  }

  /** Emits a {@code cvt} to or from a vector. */
  void emit(Instruction i) {
    if (i.types().size() != 2 || i.has(Modifier.RS)) {
      throw e.refuse();
    }
    PtxType to = i.types().get(0);
    PtxType from = i.types().get(1);
    if (from == PtxType.F32 && (to == PtxType.F16X2 || to == PtxType.BF16X2)) {
      pair(i, to);
      return;
    }
    requirePlain(to);
    requirePlain(from);
    if (from.isFloat() && to.isFloat()) {
      floatToFloat(i, from, to);
    } else if (from.isFloat()) {
      floatToInteger(i, from, to);
    } else if (to.isFloat()) {
      integerToFloat(i, from, to);
    } else {
      integerToInteger(i, from, to);
    }
    VectorTarget t = e.target(i.operand(0), to);
    boolean wide = to.size() == 8;
    VectorOp move = wide ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
    asm.vector(move, t.low(), 0, LOW, t.form(0));
    if (wide) {
      asm.vector(move, t.high(), 0, UPPER, t.form(1));
    }
    e.done(t);
  }

  private void requirePlain(PtxType type) {
    boolean plain =
        type == PtxType.F32
            || type == PtxType.F64
            || type == PtxType.F16
            || type == PtxType.BF16
            || type.isInteger()
                && type.size() <= 8
                && type != PtxType.S16X2
                && type != PtxType.U16X2;
    if (!plain) {
      throw e.refuse();
    }
  }

  /** Loads a 32-bit source into {@link #LOW}, or both halves of a 64-bit one. */
  private void load(Instruction i, PtxType from) {
    boolean wide = from.size() == 8;
    e.move(LOW, e.source(i.operand(1), from, 0, LOW), from, Form.ALL);
    if (wide) {
      e.move(UPPER, e.source(i.operand(1), from, 1, UPPER), from, Form.ALL);
    }
  }

  // ---- between floats

  private void floatToFloat(Instruction i, PtxType from, PtxType to) {
    load(i, from);
    PtxType held = widenHalf(i, from);
    roundToIntegral(i, held);
    if (i.has(Modifier.SAT)) {
      floats.saturate(held, LOW);
      if (held == PtxType.F64) {
        floats.saturate(held, UPPER);
      }
    }
    narrowOrWiden(i, held, to);
  }

  /** Widens halfs to floats, and flushes floats. Returns the type of the values there now. */
  private PtxType widenHalf(Instruction i, PtxType from) {
    if (HalfOps.isHalf(from)) {
      halves.widen(from, 0, LOW);
      return PtxType.F32;
    }
    if (from == PtxType.F32 && i.has(Modifier.FTZ)) {
      floats.flush(LOW, LOW);
    }
    return from;
  }

  /** Rounds floats to halfs. */
  private void toHalf(Instruction i, PtxType to) {
    if (i.has(Modifier.SATFINITE)) {
      throw e.refuse();
    }
    if (i.has(Modifier.RELU)) {
      halves.positive(LOW);
    }
    halves.round(to, LOW, Math.max(FloatOps.rounding(i), Form.NEAREST));
  }

  /** Two floats to a pair of halfs, the first in the upper part. */
  private void pair(Instruction i, PtxType to) {
    Mem lower = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_A);
    for (int operand = 2; operand >= 1; operand--) {
      e.move(LOW, e.source(i.operand(operand), PtxType.F32, 0, LOW), PtxType.F32, Form.ALL);
      toHalf(i, to);
      if (operand == 2) {
        asm.vector(VectorOp.VMOVDQU32_STORE, LOW, 0, lower, Form.ALL);
      }
    }
    asm.vector(VectorOp.VPSLLD_IMM, LOW, 0, LOW, Form.ALL.with(16));
    asm.vector(VectorOp.VPORD, LOW, LOW, Source.of(lower), Form.ALL);
    VectorTarget t = e.target(i.operand(0), PtxType.B32);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, LOW, t.form(0));
    e.done(t);
  }

  private void narrowOrWiden(Instruction i, PtxType held, PtxType to) {
    int mode = FloatOps.rounding(i);
    if (to == PtxType.F64 && held == PtxType.F32) {
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, LOW, 0, UPPER, Form.ALL.with(1));
      asm.vector(VectorOp.VCVTPS2PD, UPPER, 0, UPPER, Form.ALL);
      asm.vector(VectorOp.VCVTPS2PD, LOW, 0, LOW, Form.ALL);
    } else if (to == PtxType.F32 && held == PtxType.F64) {
      Form form = mode < 0 ? Form.ALL : Form.ALL.rounded(mode);
      asm.vector(VectorOp.VCVTPD2PS, LOW, 0, LOW, form);
      asm.vector(VectorOp.VCVTPD2PS, UPPER, 0, UPPER, form);
      asm.vector(VectorOp.VINSERTI64X4, LOW, LOW, UPPER, Form.ALL.with(1));
    } else if (HalfOps.isHalf(to)) {
      if (held != PtxType.F32) {
        throw e.refuse();
      }
      toHalf(i, to);
    }
    if (to == PtxType.F32 && i.has(Modifier.FTZ)) {
      floats.flush(LOW, LOW);
    }
  }

  /** {@code .rni}, {@code .rzi}, {@code .rmi}, {@code .rpi}; without precision exceptions. */
  private void roundToIntegral(Instruction i, PtxType held) {
    int mode =
        i.has(Modifier.RNI)
            ? 8
            : i.has(Modifier.RMI) ? 9 : i.has(Modifier.RPI) ? 10 : i.has(Modifier.RZI) ? 11 : -1;
    if (mode < 0) {
      return;
    }
    if (held == PtxType.F64) {
      asm.vector(VectorOp.VRNDSCALEPD, LOW, 0, LOW, Form.ALL.with(mode));
      asm.vector(VectorOp.VRNDSCALEPD, UPPER, 0, UPPER, Form.ALL.with(mode));
    } else {
      asm.vector(VectorOp.VRNDSCALEPS, LOW, 0, LOW, Form.ALL.with(mode));
    }
  }

  // ---- float to integer: rounded, saturated

  private void floatToInteger(Instruction i, PtxType from, PtxType to) {
    load(i, from);
    PtxType held = widenHalf(i, from);
    roundToIntegral(i, held);
    if (to.size() < 4) {
      if (held != PtxType.F32) {
        throw e.refuse();
      }
      toWords(held, true);
      int least = to.isSigned() ? -1 << to.bits() - 1 : 0;
      int greatest = least + (1 << to.bits()) - 1;
      asm.vector(VectorOp.VPMAXSD, LOW, LOW, e.constant(PtxType.B32, least), Form.ALL);
      asm.vector(VectorOp.VPMINSD, LOW, LOW, e.constant(PtxType.B32, greatest), Form.ALL);
    } else if (to.size() == 4) {
      toWords(held, to.isSigned());
    } else {
      toLongs(held, to.isSigned());
    }
  }

  /**
   * The conversions of AVX-512 give the lowest integer (signed) or all ones (unsigned) for values
   * out of range. So results for too large values, negative values and NaN are corrected.
   */
  private void toWords(PtxType from, boolean signed) {
    boolean single = from == PtxType.F32;
    int halves = single ? 1 : 2;
    for (int h = 0; h < halves; h++) {
      int at = h == 0 ? LOW : UPPER;
      int to = h == 0 ? V0 : V1;
      VectorOp convert =
          single
              ? signed ? VectorOp.VCVTTPS2DQ : VectorOp.VCVTTPS2UDQ
              : signed ? VectorOp.VCVTTPD2DQ : VectorOp.VCVTTPD2UDQ;
      asm.vector(convert, to, 0, at, Form.ALL);
      Form form = single ? Form.ALL : Form.HALF;
      if (signed) {
        mend(from, at, GREATER_OR_EQUAL, 0x1p31, to, Integer.MAX_VALUE, form);
      } else {
        mend(from, at, LESS, 0, to, 0, form);
      }
      long ofNan = single ? 0 : Integer.MIN_VALUE;
      mend(from, at, UNORDERED, 0, to, ofNan, form);
    }
    if (single) {
      asm.vector(VectorOp.VMOVDQU32, LOW, 0, V0, Form.ALL);
    } else {
      asm.vector(VectorOp.VINSERTI64X4, LOW, V0, V1, Form.ALL.with(1));
    }
  }

  /** Sets the word to a value in lanes whose float compares with a bound in this way. */
  private void mend(
      PtxType from, int at, int comparison, double bound, int word, long value, Form form) {
    boolean single = from == PtxType.F32;
    long bits = single ? Float.floatToIntBits((float) bound) : Double.doubleToLongBits(bound);
    Source limit = e.constant(from, bits);
    int k = GangEmitter.HIGH;
    asm.vector(single ? VectorOp.VCMPPS : VectorOp.VCMPPD, k, at, limit, Form.ALL.with(comparison));
    asm.vector(VectorOp.VPBROADCASTD, word, 0, asm.constant((int) value), form.masked(k));
  }

  private void toLongs(PtxType from, boolean signed) {
    if (from == PtxType.F32) {
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, LOW, 0, UPPER, Form.ALL.with(1));
      asm.vector(VectorOp.VCVTPS2PD, UPPER, 0, UPPER, Form.ALL);
      asm.vector(VectorOp.VCVTPS2PD, LOW, 0, LOW, Form.ALL);
    }
    for (int at : new int[] {LOW, UPPER}) {
      asm.vector(signed ? VectorOp.VCVTTPD2QQ : VectorOp.VCVTTPD2UQQ, V0, 0, at, Form.ALL);
      if (signed) {
        mendLong(at, GREATER_OR_EQUAL, 0x1p63, Long.MAX_VALUE);
      } else {
        mendLong(at, LESS, 0, 0);
        mendLong(at, UNORDERED, 0, Long.MIN_VALUE);
      }
      asm.vector(VectorOp.VMOVDQU64, at, 0, V0, Form.ALL);
    }
  }

  private void mendLong(int at, int comparison, double bound, long value) {
    int k = GangEmitter.HIGH;
    Source limit = e.constant(PtxType.F64, Double.doubleToLongBits(bound));
    asm.vector(VectorOp.VCMPPD, k, at, limit, Form.ALL.with(comparison));
    asm.vector(VectorOp.VPBROADCASTQ, V0, 0, asm.constant(value), Form.ALL.masked(k));
  }

  // ---- integer to float

  private void integerToFloat(Instruction i, PtxType from, PtxType to) {
    boolean half = to == PtxType.F16 && from.size() <= 4 && !i.has(Modifier.SAT);
    if (HalfOps.isHalf(to) && !half) {
      throw e.refuse();
    }
    load(i, from);
    if (half) {
      // A value that a float cannot hold is beyond the greatest half.
      boolean asSigned = from.isSigned() || from.size() < 4;
      asm.vector(asSigned ? VectorOp.VCVTDQ2PS : VectorOp.VCVTUDQ2PS, LOW, 0, LOW, Form.ALL);
      toHalf(i, to);
      return;
    }
    int mode = FloatOps.rounding(i);
    Form form = mode < 0 ? Form.ALL : Form.ALL.rounded(mode);
    boolean signed = from.isSigned() || from.size() < 4;
    if (from.size() <= 4 && to == PtxType.F32) {
      asm.vector(signed ? VectorOp.VCVTDQ2PS : VectorOp.VCVTUDQ2PS, LOW, 0, LOW, form);
    } else if (from.size() <= 4) {
      VectorOp convert = signed ? VectorOp.VCVTDQ2PD : VectorOp.VCVTUDQ2PD;
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, LOW, 0, UPPER, Form.ALL.with(1));
      asm.vector(convert, UPPER, 0, UPPER, Form.ALL);
      asm.vector(convert, LOW, 0, LOW, Form.ALL);
    } else if (to == PtxType.F32) {
      VectorOp convert = signed ? VectorOp.VCVTQQ2PS : VectorOp.VCVTUQQ2PS;
      asm.vector(convert, LOW, 0, LOW, form);
      asm.vector(convert, UPPER, 0, UPPER, form);
      asm.vector(VectorOp.VINSERTI64X4, LOW, LOW, UPPER, Form.ALL.with(1));
    } else {
      VectorOp convert = signed ? VectorOp.VCVTQQ2PD : VectorOp.VCVTUQQ2PD;
      asm.vector(convert, LOW, 0, LOW, form);
      asm.vector(convert, UPPER, 0, UPPER, form);
    }
    if (i.has(Modifier.SAT)) {
      floats.saturate(to, LOW);
      if (to == PtxType.F64) {
        floats.saturate(to, UPPER);
      }
    }
  }

  // ---- between integers

  private void integerToInteger(Instruction i, PtxType from, PtxType to) {
    if (i.has(Modifier.SAT)) {
      throw e.refuse();
    }
    load(i, from);
    if (to.size() == 8 && from.size() < 8) {
      e.widen(LOW, 1, from.isSigned(), UPPER);
      e.widen(LOW, 0, from.isSigned(), LOW);
    } else if (from.size() == 8 && to.size() < 8) {
      e.truncate(LOW, UPPER, LOW);
    }
    if (to.size() < 4) {
      narrow(to);
    }
  }

  private void narrow(PtxType to) {
    int shift = 32 - to.bits();
    asm.vector(VectorOp.VPSLLD_IMM, LOW, 0, LOW, Form.ALL.with(shift));
    VectorOp back = to.isSigned() ? VectorOp.VPSRAD_IMM : VectorOp.VPSRLD_IMM;
    asm.vector(back, LOW, 0, LOW, Form.ALL.with(shift));
  }
}
