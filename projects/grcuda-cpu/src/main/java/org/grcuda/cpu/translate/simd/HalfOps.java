package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;

import java.util.Map;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/**
 * Half precision on vectors (PTX ISA 9.7.4): {@code f16}, {@code bf16} and pairs of them, part by
 * part in float, as the scalar code does.
 */
final class HalfOps {

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
          1);

  private static final int RESULT = V3;
  private static final int UNORDERED = 0x03;
  private static final int UNEQUAL = 0x04;
  private static final int LESS = 1;
  private static final int SIGN = 0x8000_0000;
  private static final int NAN = 0x7fff;

  /** The least normal {@code f16} as a float. */
  private static final int LEAST_NORMAL = 0x3880_0000;

  private final GangEmitter e;
  private final FloatOps floats;
  private final VectorAssembler asm;

  HalfOps(GangEmitter e, FloatOps floats) {
    this.e = e;
    this.floats = floats;
    this.asm = e.asm();
  }

  /** Whether it is a type of half precision. */
  static boolean isHalf(PtxType type) {
    return type == PtxType.F16 || type == PtxType.F16X2 || isBrain(type);
  }

  private static boolean isBrain(PtxType type) {
    return type == PtxType.BF16 || type == PtxType.BF16X2;
  }

  /** Emits an arithmetic instruction. */
  void emit(Instruction i) {
    PtxType type = i.type();
    Integer sources = SOURCES.get(i.opcode());
    if (sources == null || i.operands().size() != sources + 1) {
      throw e.refuse();
    }
    int parts = type.size() / 2;
    Mem first = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_A);
    for (int part = 0; part < parts; part++) {
      operation(i, part);
      if (i.has(Modifier.SAT)) {
        floats.saturate(PtxType.F32, RESULT);
      }
      if (i.has(Modifier.RELU)) {
        positive(RESULT);
      }
      round(type, RESULT, Form.NEAREST);
      if (i.has(Modifier.FTZ)) {
        flushBits(type, RESULT);
      }
      if (part < parts - 1) {
        asm.vector(VectorOp.VMOVDQU32_STORE, RESULT, 0, first, Form.ALL);
      }
    }
    if (parts == 2) {
      asm.vector(VectorOp.VPSLLD_IMM, RESULT, 0, RESULT, Form.ALL.with(16));
      asm.vector(VectorOp.VPORD, RESULT, RESULT, Source.of(first), Form.ALL);
    }
    VectorTarget t = e.target(i.operand(0), parts == 2 ? PtxType.B32 : PtxType.B16);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, RESULT, t.form(0));
    e.done(t);
  }

  /**
   * {@code add}, {@code min} or {@code max} of an atomic operation on the words in 0 and 2: the
   * bits of one part into 3.
   */
  void update(Modifier operation, PtxType type, int part) {
    widen(type, part, V0);
    widen(type, part, V2);
    if (operation == Modifier.ADD) {
      asm.vector(VectorOp.VADDPS, RESULT, V0, V2, Form.ALL);
    } else {
      extremum(operation == Modifier.MAX);
    }
    round(type, RESULT, Form.NEAREST);
  }

  /** A part of an operand as floats: 0 the lower or only one, 1 the upper. */
  void load(Instruction i, PtxType type, int operand, int part, int to) {
    e.move(to, e.source(i.operand(operand), type, 0, to), PtxType.B32, Form.ALL);
    widen(type, part, to);
    if (i.has(Modifier.FTZ)) {
      flush(type, to);
    }
  }

  /** The bits of a part as floats, in place. */
  void widen(PtxType type, int part, int at) {
    if (isBrain(type)) {
      if (part == 0) {
        asm.vector(VectorOp.VPSLLD_IMM, at, 0, at, Form.ALL.with(16));
      } else {
        asm.vector(VectorOp.VPANDD, at, at, e.constant(PtxType.B32, 0xffff_0000L), Form.ALL);
      }
      return;
    }
    if (part == 1) {
      asm.vector(VectorOp.VPSRLD_IMM, at, 0, at, Form.ALL.with(16));
    }
    asm.vector(VectorOp.VPMOVDW_STORE, at, 0, at, Form.ALL);
    asm.vector(VectorOp.VCVTPH2PS, at, 0, at, Form.ALL);
  }

  /** Subnormal halfs, as floats, to zeros of their sign. */
  private void flush(PtxType type, int at) {
    if (isBrain(type)) {
      floats.flush(at, at);
      return;
    }
    int magnitude = V7;
    asm.vector(VectorOp.VPANDD, magnitude, at, e.constant(PtxType.B32, ~SIGN), Form.ALL);
    Source least = e.constant(PtxType.B32, LEAST_NORMAL);
    asm.vector(VectorOp.VPCMPUD, GangEmitter.HIGH, magnitude, least, Form.ALL.with(LESS));
    Form subnormal = Form.ALL.masked(GangEmitter.HIGH);
    asm.vector(VectorOp.VPANDD, at, at, e.constant(PtxType.B32, SIGN), subnormal);
  }

  /** Subnormal halfs, as bits, to zeros of their sign. */
  private void flushBits(PtxType type, int at) {
    int exponent = V7;
    Source bits = e.constant(PtxType.B32, isBrain(type) ? 0x7f80 : 0x7c00);
    asm.vector(VectorOp.VPANDD, exponent, at, bits, Form.ALL);
    Source one = e.constant(PtxType.B32, 1);
    asm.vector(VectorOp.VPCMPUD, GangEmitter.HIGH, exponent, one, Form.ALL.with(LESS));
    Form subnormal = Form.ALL.masked(GangEmitter.HIGH);
    asm.vector(VectorOp.VPANDD, at, at, e.constant(PtxType.B32, 0x8000), subnormal);
  }

  /** {@code .relu}: negative values and -0 to +0; NaN stays. */
  void positive(int at) {
    asm.vector(VectorOp.VPXORD, V7, V7, V7, Form.ALL);
    // For a NaN and a number, VMAXPS gives its second source.
    asm.vector(VectorOp.VMAXPS, at, V7, at, Form.ALL);
    asm.vector(VectorOp.VADDPS, at, at, V7, Form.ALL);
  }

  /**
   * Floats to the bits of halfs, NaN to 0x7fff, in place.
   *
   * @param mode as {@link Form} numbers them
   */
  void round(PtxType type, int at, int mode) {
    asm.vector(VectorOp.VCMPPS, GangEmitter.HIGH, at, at, Form.ALL.with(UNORDERED));
    if (isBrain(type)) {
      if (mode == Form.NEAREST) {
        asm.vector(VectorOp.VPSRLD_IMM, V7, 0, at, Form.ALL.with(16));
        asm.vector(VectorOp.VPANDD, V7, V7, e.constant(PtxType.B32, 1), Form.ALL);
        asm.vector(VectorOp.VPADDD, at, at, V7, Form.ALL);
        asm.vector(VectorOp.VPADDD, at, at, e.constant(PtxType.B32, 0x7fff), Form.ALL);
      } else if (mode != Form.ZERO) {
        throw e.refuse();
      }
      asm.vector(VectorOp.VPSRLD_IMM, at, 0, at, Form.ALL.with(16));
    } else {
      asm.vector(VectorOp.VCVTPS2PH_STORE, at, 0, at, Form.ALL.with(mode));
      asm.vector(VectorOp.VPMOVZXWD, at, 0, at, Form.ALL);
    }
    Form nan = Form.ALL.masked(GangEmitter.HIGH);
    e.move(at, e.constant(PtxType.B32, NAN), PtxType.B32, nan);
  }

  private void operation(Instruction i, int part) {
    PtxType type = i.type();
    load(i, type, 1, part, V0);
    if (i.operands().size() > 2) {
      load(i, type, 2, part, V2);
    }
    switch (i.opcode()) {
      case ADD -> asm.vector(VectorOp.VADDPS, RESULT, V0, V2, Form.ALL);
      case SUB -> asm.vector(VectorOp.VSUBPS, RESULT, V0, V2, Form.ALL);
      case MUL -> asm.vector(VectorOp.VMULPS, RESULT, V0, V2, Form.ALL);
      case NEG -> asm.vector(VectorOp.VPXORD, RESULT, V0, e.constant(PtxType.B32, SIGN), Form.ALL);
      case ABS -> asm.vector(VectorOp.VPANDD, RESULT, V0, e.constant(PtxType.B32, ~SIGN), Form.ALL);
      case FMA -> {
        load(i, type, 3, part, RESULT);
        fusedToOdd();
      }
      default -> extremum(i);
    }
  }

  /**
   * {@code 0 * 2 + 3}, in doubles, rounded to odd in float, so that rounding to a half is the only
   * rounding. The sum of doubles is inexact, which happens only with {@code bf16}, if rounding it
   * down gives another number than rounding it up.
   */
  private void fusedToOdd() {
    Mem upper = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_B);
    for (int half = 1; half >= 0; half--) {
      double8(V0, half, V4);
      double8(V2, half, V5);
      double8(RESULT, half, V6);
      asm.vector(VectorOp.VMOVDQU32, V1, 0, V6, Form.ALL);
      asm.vector(VectorOp.VMOVDQU32, V7, 0, V6, Form.ALL);
      asm.vector(VectorOp.VFMADD231PD, V1, V4, V5, Form.ALL.rounded(Form.DOWN));
      asm.vector(VectorOp.VFMADD231PD, V7, V4, V5, Form.ALL.rounded(Form.UP));
      asm.vector(VectorOp.VFMADD231PD, V6, V4, V5, Form.ALL.rounded(Form.ZERO));
      asm.vector(VectorOp.VCMPPD, GangEmitter.HIGH, V1, V7, Form.ALL.with(UNEQUAL));
      asm.vector(VectorOp.VCVTPD2PS, V1, 0, V6, Form.ALL.rounded(Form.ZERO));
      asm.vector(
          VectorOp.VPORD, V1, V1, e.constant(PtxType.B32, 1), Form.ALL.masked(GangEmitter.HIGH));
      asm.vector(VectorOp.VCVTPS2PD, V4, 0, V1, Form.ALL);
      asm.vector(VectorOp.VCMPPD, GangEmitter.HIGH, V4, V6, Form.ALL.with(UNEQUAL));
      Form inexact = Form.ALL.masked(GangEmitter.HIGH);
      asm.vector(VectorOp.VPORD, V1, V1, e.constant(PtxType.B32, 1), inexact);
      if (half == 1) {
        asm.vector(VectorOp.VMOVDQU32_STORE, V1, 0, upper, Form.ALL);
      }
    }
    asm.vector(VectorOp.VMOVDQU32, V4, 0, upper, Form.ALL);
    asm.vector(VectorOp.VINSERTI64X4, RESULT, V1, V4, Form.ALL.with(1));
  }

  /** Half of the lanes of floats as doubles. */
  private void double8(int from, int half, int to) {
    int low = from;
    if (half == 1) {
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, from, 0, to, Form.ALL.with(1));
      low = to;
    }
    asm.vector(VectorOp.VCVTPS2PD, to, 0, low, Form.ALL);
  }

  /** As {@link FloatOps} does for floats; {@code .NaN} gives NaN, {@code .xorsign} the sign. */
  private void extremum(Instruction i) {
    boolean xorSign = i.has(Modifier.XORSIGN);
    if (xorSign) {
      asm.vector(VectorOp.VPXORD, V1, V0, V2, Form.ALL);
      asm.vector(VectorOp.VPANDD, V1, V1, e.constant(PtxType.B32, SIGN), Form.ALL);
      asm.vector(VectorOp.VPANDD, V0, V0, e.constant(PtxType.B32, ~SIGN), Form.ALL);
      asm.vector(VectorOp.VPANDD, V2, V2, e.constant(PtxType.B32, ~SIGN), Form.ALL);
    }
    extremum(i.opcode() == Opcode.MAX);
    if (i.has(Modifier.NAN)) {
      asm.vector(VectorOp.VCMPPS, GangEmitter.HIGH, V0, V2, Form.ALL.with(UNORDERED));
      Source nan = e.constant(PtxType.B32, Float.floatToIntBits(Float.NaN));
      e.move(RESULT, nan, PtxType.B32, Form.ALL.masked(GangEmitter.HIGH));
    }
    if (xorSign) {
      asm.vector(VectorOp.VPXORD, RESULT, RESULT, V1, Form.ALL);
    }
  }

  /** Of the floats in 0 and 2; of a NaN and a number the number. */
  private void extremum(boolean max) {
    int selectSignOfResult = 4;
    int control = selectSignOfResult | (max ? 1 : 0);
    Source one = e.constant(PtxType.F32, Float.floatToIntBits(1));
    asm.vector(VectorOp.VMULPS, V0, V0, one, Form.ALL);
    asm.vector(VectorOp.VMULPS, V2, V2, one, Form.ALL);
    asm.vector(VectorOp.VRANGEPS, RESULT, V0, V2, Form.ALL.with(control));
  }
}
