package org.grcuda.cpu.translate.simd.routine;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;

import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.PtxType;

/**
 * The upper halves of products (PTX ISA 9.7.1, {@code mul.hi}, {@code mad.hi}). Factors are in V0,
 * V2 or of registers; the product goes to V3; V1, V6 and V7 change.
 */
public final class HighProducts {

  private static final int PRODUCT = V3;
  private static final long LOW_WORDS = 0xffff_ffffL;

  private final VectorAssembler asm;

  /** Emits them. */
  public HighProducts(VectorAssembler asm) {
    this.asm = asm;
  }

  /** For all lanes if the type has at most 32 bits, else for half of them. */
  public void emit(PtxType type, int a, int b) {
    switch (type.size()) {
      case 2 -> narrow(type.isSigned(), a, b);
      case 4 -> words(type.isSigned(), a, b);
      case 8 -> wide(type.isSigned(), a, b);
      default -> throw new IllegalArgumentException("products of ." + type.ptxName());
    }
  }

  /** The factors are extended to 32 bits. */
  private void narrow(boolean signed, int a, int b) {
    asm.vector(VectorOp.VPMULLD, PRODUCT, a, b, Form.ALL);
    VectorOp shift = signed ? VectorOp.VPSRAD_IMM : VectorOp.VPSRLD_IMM;
    asm.vector(shift, PRODUCT, 0, PRODUCT, Form.ALL.with(16));
  }

  /** Bits 32 to 63 of the products: of the even lanes, and of the odd ones moved down. */
  private void words(boolean signed, int a, int b) {
    VectorOp product = signed ? VectorOp.VPMULDQ : VectorOp.VPMULUDQ;
    asm.vector(product, V1, a, b, Form.ALL);
    shiftDown(V1, V1);
    shiftDown(PRODUCT, a);
    shiftDown(V6, b);
    asm.vector(product, PRODUCT, PRODUCT, V6, Form.ALL);
    // Of the odd lanes the upper words stay where they are.
    asm.vector(VectorOp.VPANDQ, PRODUCT, PRODUCT, longs(~LOW_WORDS), Form.ALL);
    asm.vector(VectorOp.VPORD, PRODUCT, PRODUCT, V1, Form.ALL);
  }

  /**
   * Computes by words: no sum below exceeds 64 bits. The excess for signed factors is subtracted.
   */
  private void wide(boolean signed, int a, int b) {
    shiftDown(V1, a);
    shiftDown(PRODUCT, b);
    multiply(V6, V1, b);
    multiply(V7, a, b);
    shiftDown(V7, V7);
    asm.vector(VectorOp.VPADDQ, V6, V6, V7, Form.ALL);
    multiply(V7, a, PRODUCT);
    multiply(PRODUCT, V1, PRODUCT);
    shiftDown(V1, V6);
    asm.vector(VectorOp.VPADDQ, PRODUCT, PRODUCT, V1, Form.ALL);
    asm.vector(VectorOp.VPANDQ, V6, V6, longs(LOW_WORDS), Form.ALL);
    asm.vector(VectorOp.VPADDQ, V7, V7, V6, Form.ALL);
    shiftDown(V7, V7);
    asm.vector(VectorOp.VPADDQ, PRODUCT, PRODUCT, V7, Form.ALL);
    if (signed) {
      subtractIfNegative(a, b);
      subtractIfNegative(b, a);
    }
  }

  private Mem longs(long value) {
    return asm.constant(value).toAll();
  }

  private void multiply(int to, int a, int b) {
    asm.vector(VectorOp.VPMULUDQ, to, a, b, Form.ALL);
  }

  private void shiftDown(int to, int from) {
    asm.vector(VectorOp.VPSRLQ_IMM, to, 0, from, Form.ALL.with(Integer.SIZE));
  }

  private void subtractIfNegative(int factor, int other) {
    asm.vector(VectorOp.VPSRAQ_IMM, V1, 0, factor, Form.ALL.with(Long.SIZE - 1));
    asm.vector(VectorOp.VPANDQ, V1, V1, other, Form.ALL);
    asm.vector(VectorOp.VPSUBQ, PRODUCT, PRODUCT, V1, Form.ALL);
  }
}
