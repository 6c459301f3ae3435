package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;

import org.grcuda.cpu.translate.matrix.Element;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.PtxType;

/**
 * The elements in registers of matrices, as the numbers that are multiplied: floats one by one,
 * integers in pairs of words, as {@code VPMADDWD} takes them. A register becomes {@link #slices}
 * such vectors.
 */
final class MatrixElements {

  private static final int EQUAL = 0;

  /** What E4M3's NaN is if it is read as a number of E4M3. */
  private static final float E4M3_NAN = 480;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final HalfOps halves;

  MatrixElements(GangEmitter e, HalfOps halves) {
    this.e = e;
    this.asm = e.asm();
    this.halves = halves;
  }

  /** Whether elements are multiplied as floats, not as pairs of words. */
  static boolean areFloats(Element type) {
    return switch (type) {
      case S8, U8, S4, U4 -> false;
      default -> true;
    };
  }

  /** Vectors that a register becomes. */
  static int slices(Element type) {
    return areFloats(type) ? type.perRegister() : type.perRegister() / 2;
  }

  /** Floats to the bits of halfs, in place; changes V7 and the mask HIGH. */
  void round(int at) {
    halves.round(PtxType.F16, at, Form.NEAREST);
  }

  /** Makes a slice of a register, in place; changes V7 and the mask HIGH. */
  void slice(Element type, int slice, int at) {
    switch (type) {
      case F16 -> halves.widen(PtxType.F16, slice, at);
      case BF16 -> halves.widen(PtxType.BF16, slice, at);
      case TF32 -> and(at, at, ~0x1fff);
      case E5M2 -> {
        shift(at, at, 8 - 8 * slice);
        and(at, at, 0xff00);
        halves.widen(PtxType.F16, 0, at);
      }
      case E4M3 -> ofE4m3(slice, at);
      case S8, U8 -> words(type, 8 * slice, 8, at);
      case S4, U4 -> words(type, 4 * slice, 4, at);
      default -> throw e.refuse();
    }
  }

  private void and(int to, int from, int bits) {
    asm.vector(VectorOp.VPANDD, to, from, e.constant(PtxType.B32, bits), Form.ALL);
  }

  /** To the left, or by a negative number to the right. */
  private void shift(int to, int from, int by) {
    VectorOp op = by > 0 ? VectorOp.VPSLLD_IMM : VectorOp.VPSRLD_IMM;
    asm.vector(op, to, 0, from, Form.ALL.with(Math.abs(by)));
  }

  /** The bits as those of a half have the exponent's bias 15 instead of 7. */
  private void ofE4m3(int slice, int at) {
    if (slice > 0) {
      shift(at, at, -8 * slice);
    }
    shift(V7, at, 8);
    and(V7, V7, 0x8000);
    and(at, at, 0x7f);
    shift(at, at, 7);
    asm.vector(VectorOp.VPORD, at, at, V7, Form.ALL);
    halves.widen(PtxType.F16, 0, at);
    int scale = Float.floatToIntBits(256);
    asm.vector(VectorOp.VMULPS, at, at, e.constant(PtxType.B32, scale), Form.ALL);
    and(V7, at, Integer.MAX_VALUE);
    int nan = Float.floatToIntBits(E4M3_NAN);
    asm.vector(
        VectorOp.VPCMPD, GangEmitter.HIGH, V7, e.constant(PtxType.B32, nan), Form.ALL.with(EQUAL));
    int result = Float.floatToIntBits(Float.NaN);
    e.move(at, e.constant(PtxType.B32, result), PtxType.B32, Form.ALL.masked(GangEmitter.HIGH));
  }

  /** Of each 16 bits, those from {@code first} on, extended to 16. */
  private void words(Element type, int first, int bits, int at) {
    int above = 16 - bits - first;
    if (above > 0) {
      asm.vector(VectorOp.VPSLLW_IMM, at, 0, at, Form.ALL.with(above));
    }
    boolean signed = type == Element.S8 || type == Element.S4;
    VectorOp op = signed ? VectorOp.VPSRAW_IMM : VectorOp.VPSRLW_IMM;
    asm.vector(op, at, 0, at, Form.ALL.with(16 - bits));
  }
}
