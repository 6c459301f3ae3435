package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;

import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/** Arithmetic of {@code f32} and {@code f64} on vectors (PTX ISA 9.7.3). */
final class FloatOps {

  /** Class of VFPCLASS: subnormal. */
  private static final int SUBNORMAL = 0x20;

  private final GangEmitter e;
  private final VectorAssembler asm;

  FloatOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
  }

  /** Emits an instruction of type f32 or f64. */
  void emit(Instruction i) {
    switch (i.opcode()) {
      case ADD -> binary(i, VectorOp.VADDPS, VectorOp.VADDPD);
      case SUB -> binary(i, VectorOp.VSUBPS, VectorOp.VSUBPD);
      case MUL -> binary(i, VectorOp.VMULPS, VectorOp.VMULPD);
      case DIV -> binary(i, VectorOp.VDIVPS, VectorOp.VDIVPD);
      case FMA, MAD -> fused(i);
      case MIN, MAX -> minMax(i);
      case ABS, NEG -> sign(i);
      case COPYSIGN -> copySign(i);
      case SQRT -> squareRoot(i);
      case RCP, RSQRT -> reciprocal(i);
      case EX2, LG2, SIN, COS -> new ApproximateOps(e, this).emit(i);
      default -> throw e.refuse();
    }
  }

  static boolean single(Instruction i) {
    return i.type() == PtxType.F32;
  }

  static int halves(PtxType type) {
    return type.size() == 8 ? 2 : 1;
  }

  /** The rounding mode for {@link Form#rounded}, -1 for to nearest. */
  static int rounding(Instruction i) {
    return i.has(Modifier.RZ)
        ? Form.ZERO
        : i.has(Modifier.RM) ? Form.DOWN : i.has(Modifier.RP) ? Form.UP : -1;
  }

  static boolean flushes(Instruction i) {
    return i.has(Modifier.FTZ) && single(i);
  }

  /** A source in a register, subnormals flushed if {@code .ftz}: a copy in {@code scratch} then. */
  int operand(Instruction i, int k, int half, int scratch) {
    int at = e.vector(i.operand(k), i.type(), half, scratch);
    if (!flushes(i)) {
      return at;
    }
    flush(at, scratch);
    return scratch;
  }

  /** Flushes subnormals to zeros of their sign. */
  void flush(int from, int to) {
    asm.vector(VectorOp.VFPCLASSPS, GangEmitter.HIGH, 0, from, Form.ALL.with(SUBNORMAL));
    if (to != from) {
      asm.vector(VectorOp.VMOVDQU32, to, 0, from, Form.ALL);
    }
    Form subnormal = Form.ALL.masked(GangEmitter.HIGH);
    asm.vector(VectorOp.VPANDD, to, to, e.constant(PtxType.B32, 0x8000_0000L), subnormal);
  }

  private boolean isPlain(Instruction i) {
    return !flushes(i) && !i.has(Modifier.SAT);
  }

  private Source last(Instruction i, int k, int half, int scratch, int mode) {
    if (flushes(i) || mode >= 0) {
      return Source.of(operand(i, k, half, scratch));
    }
    return e.source(i.operand(k), i.type(), half, scratch);
  }

  /** Flushes and saturates what is in V3, and writes the target. */
  void finish(Instruction i, VectorTarget t, int half) {
    if (flushes(i)) {
      flush(V3, V3);
    }
    if (i.has(Modifier.SAT)) {
      saturate(i.type(), V3);
    }
    asm.vector(
        single(i) ? VectorOp.VMOVDQU32 : VectorOp.VMOVDQU64, t.half(half), 0, V3, t.form(half));
  }

  /** Clamps to [0, 1]; NaN and -0 give +0. */
  void saturate(PtxType type, int register) {
    boolean single = type == PtxType.F32;
    Source zero = e.constant(type, 0);
    Source one = e.constant(type, single ? Float.floatToIntBits(1) : Double.doubleToLongBits(1));
    asm.vector(single ? VectorOp.VMAXPS : VectorOp.VMAXPD, register, register, zero, Form.ALL);
    asm.vector(single ? VectorOp.VMINPS : VectorOp.VMINPD, register, register, one, Form.ALL);
  }

  private void binary(Instruction i, VectorOp narrow, VectorOp wide) {
    VectorOp op = single(i) ? narrow : wide;
    int mode = rounding(i);
    VectorTarget t = e.target(i.operand(0), i.type());
    for (int h = 0; h < halves(i.type()); h++) {
      int a = operand(i, 1, h, V0);
      Source b = last(i, 2, h, V2, mode);
      boolean plain = isPlain(i);
      Form form = plain ? t.form(h) : Form.ALL;
      asm.vector(op, plain ? t.half(h) : 3, a, b, mode < 0 ? form : form.rounded(mode));
      if (!plain) {
        finish(i, t, h);
      }
    }
    e.done(t);
  }

  /** {@code d = a * b + c}, in place where the target is one of the sources. */
  private void fused(Instruction i) {
    VectorOp plus = single(i) ? VectorOp.VFMADD231PS : VectorOp.VFMADD231PD;
    VectorOp times = single(i) ? VectorOp.VFMADD213PS : VectorOp.VFMADD213PD;
    VectorOp move = single(i) ? VectorOp.VMOVDQU32 : VectorOp.VMOVDQU64;
    int mode = rounding(i);
    VectorTarget t = e.target(i.operand(0), i.type());
    for (int h = 0; h < halves(i.type()); h++) {
      int a = operand(i, 1, h, V0);
      if (!isPlain(i)) {
        int b = operand(i, 2, h, V1);
        int c = operand(i, 3, h, V3);
        if (c != 3) {
          asm.vector(move, V3, 0, c, Form.ALL);
        }
        asm.vector(plus, V3, a, b, rounded(Form.ALL, mode));
        finish(i, t, h);
        continue;
      }
      int d = t.half(h);
      Form form = rounded(t.form(h), mode);
      Source b = last(i, 2, h, V1, mode);
      Source c = last(i, 3, h, V2, mode);
      if (c.memory() == null && c.register() == d) {
        asm.vector(plus, d, a, b, form);
      } else if (a == d && b.memory() == null) {
        asm.vector(times, d, b.register(), c, form);
      } else if (b.memory() == null && b.register() == d) {
        asm.vector(times, d, a, c, form);
      } else if (t.overwrites() && a != d) {
        e.move(d, c, i.type(), Form.ALL);
        asm.vector(plus, d, a, b, form);
      } else {
        e.move(V3, c, i.type(), Form.ALL);
        asm.vector(plus, V3, a, b, rounded(Form.ALL, mode));
        asm.vector(move, d, 0, V3, t.form(h));
      }
    }
    e.done(t);
  }

  private static Form rounded(Form form, int mode) {
    return mode < 0 ? form : form.rounded(mode);
  }

  /**
   * VRANGE is IEEE's minNum: of a quiet NaN and a number the number, -0 below +0. A product with 1
   * is quiet.
   */
  private void minMax(Instruction i) {
    if (i.has(Modifier.XORSIGN) || i.has(Modifier.NAN) || i.operands().size() > 3) {
      throw e.refuse();
    }
    int selectSignOfResult = 4;
    int control = selectSignOfResult | (i.opcode() == Opcode.MAX ? 1 : 0);
    VectorTarget t = e.target(i.operand(0), i.type());
    for (int h = 0; h < halves(i.type()); h++) {
      VectorOp multiply = single(i) ? VectorOp.VMULPS : VectorOp.VMULPD;
      Source one = e.constant(i.type(), single(i) ? 0x3f80_0000L : 0x3ff0_0000_0000_0000L);
      asm.vector(multiply, V3, operand(i, 1, h, V0), one, Form.ALL);
      asm.vector(multiply, V2, operand(i, 2, h, V2), one, Form.ALL);
      asm.vector(
          single(i) ? VectorOp.VRANGEPS : VectorOp.VRANGEPD, V3, V3, V2, Form.ALL.with(control));
      finish(i, t, h);
    }
    e.done(t);
  }

  private void sign(Instruction i) {
    boolean negate = i.opcode() == Opcode.NEG;
    boolean single = single(i);
    long bit = single ? 0x8000_0000L : Long.MIN_VALUE;
    VectorOp op =
        negate
            ? single ? VectorOp.VPXORD : VectorOp.VPXORQ
            : single ? VectorOp.VPANDD : VectorOp.VPANDQ;
    VectorTarget t = e.target(i.operand(0), i.type());
    for (int h = 0; h < halves(i.type()); h++) {
      int a = operand(i, 1, h, V0);
      asm.vector(op, t.half(h), a, e.constant(i.type(), negate ? bit : ~bit), t.form(h));
    }
    e.done(t);
  }

  /** {@code copysign d, a, b}: b with the sign of a. */
  private void copySign(Instruction i) {
    boolean single = single(i);
    long bit = single ? 0x8000_0000L : Long.MIN_VALUE;
    int bitOfAElseB = 0xca;
    VectorTarget t = e.target(i.operand(0), i.type());
    for (int h = 0; h < halves(i.type()); h++) {
      int a = e.vector(i.operand(1), i.type(), h, V0);
      int b = e.vector(i.operand(2), i.type(), h, V2);
      VectorOp broadcast = single ? VectorOp.VPANDD : VectorOp.VPANDQ;
      asm.vector(VectorOp.VPTERNLOGD, V3, V3, V3, Form.ALL.with(0xff));
      asm.vector(broadcast, V3, V3, e.constant(i.type(), bit), Form.ALL);
      asm.vector(VectorOp.VPTERNLOGD, V3, a, b, Form.ALL.with(bitOfAElseB));
      asm.vector(single ? VectorOp.VMOVDQU32 : VectorOp.VMOVDQU64, t.half(h), 0, V3, t.form(h));
    }
    e.done(t);
  }

  private void upperWord(int register) {
    Source mask = e.constant(PtxType.B64, 0xffff_ffff_0000_0000L);
    asm.vector(VectorOp.VPANDQ, register, register, mask, Form.ALL);
  }

  /** {@code rcp.approx.ftz.f64}, {@code rsqrt.approx.ftz.f64}: of and to the upper words. */
  private void gross(Instruction i) {
    VectorTarget t = e.target(i.operand(0), i.type());
    for (int h = 0; h < 2; h++) {
      e.move(V2, e.source(i.operand(1), i.type(), h, V2), i.type(), Form.ALL);
      upperWord(V2);
      asm.vector(VectorOp.VFPCLASSPD, K0, 0, V2, Form.ALL.with(SUBNORMAL));
      // K0 cannot be a write mask, and K6 may hold the target's.
      asm.vector(VectorOp.VPANDQ, V3, V2, e.constant(i.type(), Long.MIN_VALUE), Form.ALL);
      asm.kmovToGpr(Assembler.RDX, GangEmitter.HIGH);
      asm.kmov(GangEmitter.HIGH, K0);
      asm.vector(VectorOp.VMOVDQU64, V2, 0, V3, Form.ALL.masked(GangEmitter.HIGH));
      asm.kmovFromGpr(GangEmitter.HIGH, Assembler.RDX);
      if (i.opcode() == Opcode.RSQRT) {
        asm.vector(VectorOp.VSQRTPD, V2, 0, V2, Form.ALL);
      }
      asm.vector(VectorOp.VPBROADCASTQ, V3, 0, asm.constant(Double.doubleToLongBits(1)), Form.ALL);
      asm.vector(VectorOp.VDIVPD, V3, V3, V2, Form.ALL);
      upperWord(V3);
      asm.vector(VectorOp.VMOVDQU64, t.half(h), 0, V3, t.form(h));
    }
    e.done(t);
  }

  private void squareRoot(Instruction i) {
    if (i.has(Modifier.APPROX) && !single(i)) {
      throw e.refuse();
    }
    int mode = rounding(i);
    VectorTarget t = e.target(i.operand(0), i.type());
    for (int h = 0; h < halves(i.type()); h++) {
      int a = operand(i, 1, h, V0);
      asm.vector(
          single(i) ? VectorOp.VSQRTPS : VectorOp.VSQRTPD, V3, 0, a, rounded(Form.ALL, mode));
      finish(i, t, h);
    }
    e.done(t);
  }

  /** {@code 1 / a} and {@code 1 / sqrt(a)}, each operation rounded. */
  private void reciprocal(Instruction i) {
    boolean single = single(i);
    if (!single && i.has(Modifier.APPROX) && i.has(Modifier.FTZ)) {
      gross(i);
      return;
    }
    long one = single ? Float.floatToIntBits(1) : Double.doubleToLongBits(1);
    int mode = rounding(i);
    VectorTarget t = e.target(i.operand(0), i.type());
    for (int h = 0; h < halves(i.type()); h++) {
      int a = operand(i, 1, h, V0);
      if (i.opcode() == Opcode.RSQRT) {
        asm.vector(single ? VectorOp.VSQRTPS : VectorOp.VSQRTPD, V2, 0, a, Form.ALL);
        a = 2;
      }
      VectorOp broadcast = single ? VectorOp.VPBROADCASTD : VectorOp.VPBROADCASTQ;
      asm.vector(broadcast, V3, 0, single ? asm.constant((int) one) : asm.constant(one), Form.ALL);
      asm.vector(single ? VectorOp.VDIVPS : VectorOp.VDIVPD, V3, V3, a, rounded(Form.ALL, mode));
      finish(i, t, h);
    }
    e.done(t);
  }
}
