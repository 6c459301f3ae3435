package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;

import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/**
 * The approximate units for {@code f32}: the operations of {@link ApproximateMath}, in its order.
 * The operand is in V0 or where it lives, the result in V3, the rest is scratch.
 */
final class ApproximateOps {

  private static final int NEAREST_INTEGER = 8;
  private static final int INTEGER_BELOW = 9;
  private static final int EQUAL = 0x00;
  private static final int LESS = 0x11;
  private static final int NOT_GREATER_OR_EQUAL = 0x19;

  private final GangEmitter e;
  private final FloatOps floats;
  private final VectorAssembler asm;

  ApproximateOps(GangEmitter e, FloatOps floats) {
    this.e = e;
    this.floats = floats;
    this.asm = e.asm();
  }

  /** Emits an instruction. */
  void emit(Instruction i) {
    if (i.type() != PtxType.F32) {
      throw e.refuse();
    }
    VectorTarget t = e.target(i.operand(0), i.type());
    int a = floats.operand(i, 1, 0, V0);
    switch (i.opcode()) {
      case EX2 -> powerOfTwo(a);
      case LG2 -> logarithm(a);
      case SIN -> {
        asm.vector(VectorOp.VMULPS, V1, a, number(0x1.45f306p-2f), Form.ALL);
        asm.vector(VectorOp.VRNDSCALEPS, V1, 0, V1, Form.ALL.with(NEAREST_INTEGER));
        asm.vector(VectorOp.VMOVDQU32, V2, 0, V1, Form.ALL);
        sine(a);
      }
      default -> {
        load(V1, 0.5f);
        asm.vector(VectorOp.VFMADD231PS, V1, a, number(0x1.45f306p-2f), Form.ALL);
        asm.vector(VectorOp.VRNDSCALEPS, V2, 0, V1, Form.ALL.with(NEAREST_INTEGER));
        asm.vector(VectorOp.VSUBPS, V1, V2, number(0.5f), Form.ALL);
        sine(a);
      }
    }
    floats.finish(i, t, 0);
    e.done(t);
  }

  private Source number(float value) {
    return e.constant(PtxType.F32, Float.floatToRawIntBits(value));
  }

  private void load(int register, float value) {
    e.move(register, number(value), PtxType.F32, Form.ALL);
  }

  /** The polynomial in register {@code x} into 3. */
  private void polynomial(String function, int x) {
    float[] coefficients = ApproximateMath.coefficients(function);
    load(V3, coefficients[0]);
    for (int k = 1; k < coefficients.length; k++) {
      asm.vector(VectorOp.VFMADD213PS, V3, x, number(coefficients[k]), Form.ALL);
    }
  }

  private void powerOfTwo(int a) {
    // Of a NaN and a number, VMAXPS and VMINPS give their second source: the NaN stays.
    load(V1, -152f);
    asm.vector(VectorOp.VMAXPS, V1, V1, a, Form.ALL);
    load(V2, 129f);
    asm.vector(VectorOp.VMINPS, V1, V2, V1, Form.ALL);
    asm.vector(VectorOp.VRNDSCALEPS, V2, 0, V1, Form.ALL.with(NEAREST_INTEGER));
    asm.vector(VectorOp.VSUBPS, V1, V1, V2, Form.ALL);
    polynomial("ex2", V1);
    asm.vector(VectorOp.VSCALEFPS, V3, V3, V2, Form.ALL);
  }

  private void logarithm(int a) {
    int k = GangEmitter.HIGH;
    asm.vector(VectorOp.VMOVDQU32, V1, 0, a, Form.ALL);
    asm.vector(VectorOp.VCMPPS, k, a, number(Float.MIN_NORMAL), Form.ALL.with(LESS));
    asm.vector(VectorOp.VMULPS, V1, a, number(0x1p23f), Form.ALL.masked(k));
    asm.vector(VectorOp.VPXORD, V2, V2, V2, Form.ALL);
    e.move(V2, number(-23f), PtxType.F32, Form.ALL.masked(k));
    // The exponent of the number divided by 3/4.
    asm.vector(VectorOp.VPSUBD, V6, V1, e.constant(PtxType.B32, 0x3f400000), Form.ALL);
    asm.vector(VectorOp.VPANDD, V6, V6, e.constant(PtxType.B32, 0xff800000L), Form.ALL);
    asm.vector(VectorOp.VPSUBD, V1, V1, V6, Form.ALL);
    asm.vector(VectorOp.VSUBPS, V1, V1, number(1f), Form.ALL);
    asm.vector(VectorOp.VCVTDQ2PS, V6, 0, V6, Form.ALL);
    asm.vector(VectorOp.VFMADD231PS, V2, V6, number(0x1p-23f), Form.ALL);
    polynomial("lg2", V1);
    asm.vector(VectorOp.VFMADD213PS, V3, V1, V2, Form.ALL);
    special(a, NOT_GREATER_OR_EQUAL, 0f, Float.NaN);
    special(a, EQUAL, 0f, Float.NEGATIVE_INFINITY);
    special(a, EQUAL, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY);
  }

  /** Sets the result to {@code value} in lanes whose operand compares with a bound in this way. */
  private void special(int a, int comparison, float bound, float value) {
    int k = GangEmitter.HIGH;
    asm.vector(VectorOp.VCMPPS, k, a, number(bound), Form.ALL.with(comparison));
    e.move(V3, number(value), PtxType.F32, Form.ALL.masked(k));
  }

  /** The multiple of pi in V1, the number whose parity negates in V2. */
  private void sine(int a) {
    asm.vector(VectorOp.VMOVDQU32, V6, 0, a, Form.ALL);
    for (float part : ApproximateMath.coefficients("pi")) {
      asm.vector(VectorOp.VFMADD231PS, V6, V1, number(-part), Form.ALL);
    }
    asm.vector(VectorOp.VMULPS, V1, V6, V6, Form.ALL);
    polynomial("sin", V1);
    asm.vector(VectorOp.VMULPS, V3, V6, V3, Form.ALL);
    asm.vector(VectorOp.VMULPS, V1, V2, number(0.5f), Form.ALL);
    asm.vector(VectorOp.VRNDSCALEPS, V1, 0, V1, Form.ALL.with(INTEGER_BELOW));
    asm.vector(VectorOp.VFMADD231PS, V2, V1, number(-2f), Form.ALL);
    load(V1, 1f);
    asm.vector(VectorOp.VFMADD231PS, V1, V2, number(-2f), Form.ALL);
    asm.vector(VectorOp.VMULPS, V3, V3, V1, Form.ALL);
  }
}
