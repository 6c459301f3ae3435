package org.grcuda.cpu.x86;

import static org.grcuda.cpu.x86.Avx2.V14;
import static org.grcuda.cpu.x86.Avx2.V15;

/** Operations on floats that AVX2 lacks. The last instruction of each writes its target. */
final class Avx2Floats {

  private static final int EQUAL = 0;
  private static final int UNORDERED = 3;

  /** Immediates of VRANGE: with the sign of the result. */
  private static final int MINIMUM = 4;

  private static final int MAXIMUM = 5;

  private static final int EXPONENT = 23;
  private static final int LEAST_EXPONENT = -126;
  private static final int GREATEST_EXPONENT = 127;

  private final Avx2 asm;

  Avx2Floats(Avx2 asm) {
    this.asm = asm;
  }

  /**
   * VRANGE of quiet sources: the minimum or maximum of IEEE 754, of two NaNs the first source. A
   * NaN in {@code b} is replaced by {@code a}. VMIN and VMAX then give their second source for a
   * NaN in {@code a}, as they should, and for zeros, whose signs are combined with those of {@code
   * a}.
   */
  void range(VectorOp op, int to, int a, Source last, int control) {
    if (control != MINIMUM && control != MAXIMUM) {
      throw new IllegalArgumentException(op + " with the immediate " + control);
    }
    boolean single = op == VectorOp.VRANGEPS;
    VexOp compare = (single ? VectorOp.VCMPPS : VectorOp.VCMPPD).vex();
    int b = asm.inRegister(last);
    asm.emit(compare.with(UNORDERED), V14, b, b);
    asm.blend(V14, b, a, V14);
    asm.emit(compare.with(EQUAL), V15, a, V14);
    if (control == MINIMUM) {
      asm.emit(single ? VectorOp.VMINPS : VectorOp.VMINPD, V14, a, V14);
      asm.emit(VectorOp.VPANDD, V15, V15, a);
      asm.emit(VectorOp.VPORD, to, V14, V15);
    } else {
      asm.emit(single ? VectorOp.VMAXPS : VectorOp.VMAXPD, V14, a, V14);
      asm.emit(VectorOp.VPANDND, V15, a, V15);
      asm.emit(VectorOp.VPANDND, to, V15, V14);
    }
  }

  /**
   * VSCALEF with integral {@code b} of -253 to 254, or NaN in both sources: products with two
   * powers of two. The first is 1 unless the result is subnormal or infinite; if that product is
   * rounded, the result is 0.
   */
  void scale(int to, int a, Source b) {
    asm.emit(VexOp.VCVTPS2DQ, V14, 0, b);
    asm.emit(VexOp.VMOVDQU, V15, 0, asm.all(LEAST_EXPONENT));
    asm.emit(VectorOp.VPMAXSD, V15, V15, V14);
    asm.emit(VectorOp.VPMINSD, V15, V15, asm.all(GREATEST_EXPONENT));
    asm.emit(VectorOp.VPSUBD, V14, V14, V15);
    Mem one = asm.all(Float.floatToIntBits(1));
    for (int r = V14; r <= V15; r++) {
      asm.shift(VectorOp.VPSLLD_IMM, r, r, EXPONENT);
      asm.emit(VectorOp.VPADDD, r, r, one);
    }
    asm.emit(VectorOp.VMULPS, V14, a, V14);
    asm.emit(VectorOp.VMULPS, to, V14, V15);
  }
}
