package org.grcuda.cpu.x86;

import static org.grcuda.cpu.x86.Avx2.V13;
import static org.grcuda.cpu.x86.Avx2.V14;
import static org.grcuda.cpu.x86.Avx2.V15;

/**
 * Conversions between integers and floats that AVX2 lacks. The last instruction of each writes its
 * target. Each rounds once.
 */
final class Avx2Conversions {

  /** Words become the lowest bits of this double, and upper words those of the other. */
  private static final double LOW = 0x1p52;

  private static final double HIGH = 0x1p84;

  private static final int EVEN = 0x55;
  private static final int VECTOR = 32;

  private final Avx2 asm;

  Avx2Conversions(Avx2 asm) {
    this.asm = asm;
  }

  // ---- to floats

  /** From integers. */
  void toFloat(VectorOp op, int to, Source b, Form form) {
    switch (op) {
      case VCVTUDQ2PS -> asm.rounded(form, () -> unsignedToFloat(to, asm.inRegister(b)));
      case VCVTUDQ2PD -> {
        asm.emit(VectorOp.VPMOVZXDQ, V14, 0, b);
        asm.emit(VectorOp.VPORD, V14, V14, bits(LOW));
        asm.emit(VectorOp.VSUBPD, to, V14, bits(LOW));
      }
      case VCVTQQ2PD, VCVTUQQ2PD ->
          longToDouble(to, asm.inRegister(b), op == VectorOp.VCVTQQ2PD, form);
      case VCVTQQ2PS -> longToFloat(to, b, form);
      default -> unsignedLongToFloat(to, asm.inRegister(b), form);
    }
  }

  private Mem bits(double value) {
    return asm.all(Double.doubleToLongBits(value));
  }

  /** Both halves of each word are converted exactly; a fused operation adds them. */
  private void unsignedToFloat(int to, int b) {
    asm.shift(VectorOp.VPSRLD_IMM, V14, b, 16);
    asm.emit(VectorOp.VPANDD, V15, b, asm.all(0xffff));
    asm.emit(VectorOp.VCVTDQ2PS, V14, 0, V14);
    asm.emit(VectorOp.VCVTDQ2PS, to, 0, V15);
    asm.emit(VectorOp.VFMADD231PS, to, V14, asm.all(Float.floatToIntBits(0x1p16f)));
  }

  /** Both words of each long become doubles exactly; only their sum is rounded. */
  private void longToDouble(int to, int b, boolean signed, Form form) {
    asm.shift(VectorOp.VPSRLQ_IMM, V14, b, Integer.SIZE);
    asm.emit(VexOp.VMOVDQU, V15, 0, bits(LOW));
    asm.emit(VexOp.VPBLENDD.with(EVEN), V15, V15, b);
    long high = Double.doubleToLongBits(HIGH);
    asm.emit(VectorOp.VPXORD, V14, V14, asm.all(signed ? high | 1L << 31 : high));
    asm.emit(VectorOp.VSUBPD, V14, V14, bits(signed ? HIGH + 0x1p63 : HIGH));
    asm.emit(VectorOp.VSUBPD, V15, V15, bits(LOW));
    asm.rounded(form, () -> asm.emit(VectorOp.VADDPD, to, V14, V15));
  }

  private Mem inMemory(Source b) {
    if (b.isMemory()) {
      return b.memory();
    }
    asm.emit(VexOp.VMOVDQU_STORE, b.register(), 0, asm.spill(0));
    return asm.spill(0);
  }

  private void longToFloat(int to, Source b, Form form) {
    Mem from = inMemory(b);
    asm.rounded(form, () -> scalarsToFloat(to, from));
  }

  /** Four signed integers, one by one. */
  private void scalarsToFloat(int to, Mem from) {
    asm.clear(V15);
    asm.emit(VexOp.VCVTSI2SS_64, V13, V15, from);
    asm.emit(VexOp.VCVTSI2SS_64, V14, V15, from.plus(8));
    asm.emit(VexOp.VUNPCKLPS.xmm(), V13, V13, V14);
    asm.emit(VexOp.VCVTSI2SS_64, V14, V15, from.plus(16));
    asm.emit(VexOp.VCVTSI2SS_64, V15, V15, from.plus(24));
    asm.emit(VexOp.VUNPCKLPS.xmm(), V14, V14, V15);
    asm.emit(VectorOp.VPUNPCKLQDQ.vex().xmm(), to, V13, V14);
  }

  /** If the highest bit is set, half of the number is converted; the last bit stays in it. */
  private void unsignedLongToFloat(int to, int b, Form form) {
    Mem whole = asm.spill(0);
    Mem halved = asm.spill(VECTOR);
    asm.emit(VexOp.VMOVDQU_STORE, b, 0, whole);
    asm.shift(VectorOp.VPSRLQ_IMM, V14, b, 1);
    asm.emit(VectorOp.VPANDD, V15, b, asm.all(1L));
    asm.emit(VectorOp.VPORD, V14, V14, V15);
    asm.blend(VexOp.VBLENDVPD, V14, b, Source.of(V14), b);
    asm.emit(VexOp.VMOVDQU_STORE, V14, 0, halved);
    asm.rounded(form, () -> scalarsToFloat(V13, halved));
    asm.emit(VectorOp.VADDPS.vex().xmm(), V14, V13, V13);
    asm.emit(VexOp.VMOVDQU.xmm(), V15, 0, whole);
    int upperWords = 0xdd;
    asm.emit(VexOp.VSHUFPS.xmm().with(upperWords), V15, V15, whole.plus(VECTOR / 2));
    asm.blend(VexOp.VBLENDVPS.xmm(), to, V13, Source.of(V14), V15);
  }

  // ---- to integers, towards 0

  /** From floats. */
  void toInteger(VectorOp op, int to, Source b) {
    switch (op) {
      case VCVTTPS2UDQ -> toUnsigned(to, asm.inRegister(b));
      case VCVTTPD2UDQ -> doubleToUnsigned(to, asm.inRegister(b));
      case VCVTTPD2QQ -> toLong(to, inMemory(b));
      default -> toUnsignedLong(to, asm.inRegister(b));
    }
  }

  private void toUnsigned(int to, int b) {
    asm.emit(VectorOp.VSUBPS, V15, b, asm.all(Float.floatToIntBits(0x1p31f)));
    asm.emit(VectorOp.VCVTTPS2DQ, V14, 0, b);
    asm.emit(VectorOp.VCVTTPS2DQ, V15, 0, V15);
    combine(to, 1);
  }

  private void doubleToUnsigned(int to, int b) {
    asm.emit(VectorOp.VSUBPD, V15, b, bits(0x1p31));
    asm.emit(VectorOp.VCVTTPD2DQ, V14, 0, b);
    asm.emit(VectorOp.VCVTTPD2DQ, V15, 0, V15);
    combine(to, 0);
  }

  /**
   * From the signed results for the numbers in V14, and for those less 2^31 in V15: if the first is
   * negative, the highest bit with the second, and all ones if that is negative, too.
   *
   * @param length 1 for 32 bytes, 0 for 16
   */
  private void combine(int to, int length) {
    VexOp sign = sized(VectorOp.VPSRAD_IMM, length).with(Integer.SIZE - 1);
    VexOp or = sized(VectorOp.VPORD, length);
    asm.emit(sign, V13, 0, V15);
    asm.emit(or, V15, V15, V13);
    asm.emit(sign, V13, 0, V14);
    asm.emit(sized(VectorOp.VPANDD, length), V15, V15, V13);
    asm.emit(or, to, V14, V15);
  }

  private static VexOp sized(VectorOp op, int length) {
    return length == 1 ? op.vex() : op.vex().xmm();
  }

  /** Four doubles, one by one. */
  private void toLong(int to, Mem from) {
    for (int l = 0; l < 4; l++) {
      int pair = l < 2 ? V14 : V15;
      asm.emit(VexOp.VCVTTSD2SI_64, Avx2Masks.TEMP, 0, from.plus(8 * l));
      if (l % 2 == 0) {
        asm.emit(VexOp.VMOVQ_FROM_GPR, pair, 0, Avx2Masks.TEMP);
      } else {
        asm.emit(VexOp.VPINSRQ.with(1), pair, pair, Avx2Masks.TEMP);
      }
    }
    asm.emit(VexOp.VINSERTI128.with(1), to, V14, V15);
  }

  /** As {@link #combine} does it for words. */
  private void toUnsignedLong(int to, int b) {
    Mem whole = asm.spill(0);
    Mem less = asm.spill(VECTOR);
    asm.emit(VexOp.VMOVDQU_STORE, b, 0, whole);
    asm.emit(VectorOp.VSUBPD, V15, b, bits(0x1p63));
    asm.emit(VexOp.VMOVDQU_STORE, V15, 0, less);
    toLong(V13, whole);
    toLong(V15, less);
    asm.clear(V14);
    asm.emit(VexOp.VPCMPGTQ, V14, V14, V15);
    asm.emit(VectorOp.VPORD, V15, V15, V14);
    asm.clear(V14);
    asm.emit(VexOp.VPCMPGTQ, V14, V14, V13);
    asm.emit(VectorOp.VPANDD, V15, V15, V14);
    asm.emit(VectorOp.VPORD, to, V13, V15);
  }
}
