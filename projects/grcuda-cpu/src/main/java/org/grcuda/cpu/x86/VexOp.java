package org.grcuda.cpu.x86;

/**
 * An instruction with VEX encoding (Intel SDM volume 2, 2.3): those of AVX, AVX2, FMA, F16C and
 * BMI1. The names of the constants are the mnemonics; {@code _STORE} marks a form whose destination
 * is the operand that may be in memory, {@code _GPR} one with a general register.
 *
 * @param map opcode map (1: 0F, 2: 0F38, 3: 0F3A)
 * @param prefix mandatory prefix (0: none, 1: 66, 2: F3, 3: F2)
 * @param w W bit
 * @param extension what the register field has as a part of the opcode, -1 if it is a register
 * @param length 1 for 32 bytes, 0 for 16
 * @param immediate the immediate byte, -1 for none
 */
record VexOp(int map, int prefix, int w, int opcode, int extension, int length, int immediate) {

  static final VexOp VPCMPEQB = wide(1, 1, 0, 0x74);
  static final VexOp VPCMPEQD = wide(1, 1, 0, 0x76);
  static final VexOp VPCMPEQQ = wide(2, 1, 0, 0x29);
  static final VexOp VPCMPGTB = wide(1, 1, 0, 0x64);
  static final VexOp VPCMPGTD = wide(1, 1, 0, 0x66);
  static final VexOp VPCMPGTQ = wide(2, 1, 0, 0x37);
  static final VexOp VMOVMSKPS = wide(1, 0, 0, 0x50);
  static final VexOp VMOVMSKPD = wide(1, 1, 0, 0x50);
  static final VexOp VPMOVMSKB = wide(1, 1, 0, 0xd7);
  static final VexOp VBLENDVPS = wide(3, 1, 0, 0x4a);
  static final VexOp VBLENDVPD = wide(3, 1, 0, 0x4b);
  static final VexOp VPBLENDVB = wide(3, 1, 0, 0x4c);
  static final VexOp VPBLENDD = wide(3, 1, 0, 0x02);
  static final VexOp VPBLENDW = wide(3, 1, 0, 0x0e);
  static final VexOp VPSHUFD = wide(1, 1, 0, 0x70);
  static final VexOp VSHUFPS = wide(1, 0, 0, 0xc6);
  static final VexOp VUNPCKLPS = wide(1, 0, 0, 0x14);
  static final VexOp VPERMQ = wide(3, 1, 1, 0x00);
  static final VexOp VINSERTI128 = wide(3, 1, 0, 0x38);
  static final VexOp VEXTRACTI128_STORE = wide(3, 1, 0, 0x39);
  static final VexOp VMOVDQA = wide(1, 1, 0, 0x6f);
  static final VexOp VMOVDQU = wide(1, 2, 0, 0x6f);
  static final VexOp VMOVDQU_STORE = wide(1, 2, 0, 0x7f);
  static final VexOp VPMASKMOVD = wide(2, 1, 0, 0x8c);
  static final VexOp VPMASKMOVQ = wide(2, 1, 1, 0x8c);
  static final VexOp VPMASKMOVD_STORE = wide(2, 1, 0, 0x8e);
  static final VexOp VPMASKMOVQ_STORE = wide(2, 1, 1, 0x8e);
  static final VexOp VPMOVSXBQ = wide(2, 1, 0, 0x22);
  static final VexOp VCVTPS2DQ = wide(1, 1, 0, 0x5b);
  static final VexOp VPSUBUSW = wide(1, 1, 0, 0xd9);
  static final VexOp VPMINSW = wide(1, 1, 0, 0xea);

  static final VexOp VMOVD_FROM_GPR = narrow(1, 1, 0, 0x6e);
  static final VexOp VMOVQ_FROM_GPR = narrow(1, 1, 1, 0x6e);
  static final VexOp VMOVD_TO_GPR = narrow(1, 1, 0, 0x7e);
  static final VexOp VMOVQ_TO_GPR = narrow(1, 1, 1, 0x7e);
  static final VexOp VMOVQ = narrow(1, 2, 0, 0x7e);
  static final VexOp VMOVQ_STORE = narrow(1, 1, 0, 0xd6);
  static final VexOp VPINSRB = narrow(3, 1, 0, 0x20);
  static final VexOp VPINSRW = narrow(1, 1, 0, 0xc4);
  static final VexOp VPINSRD = narrow(3, 1, 0, 0x22);
  static final VexOp VPINSRQ = narrow(3, 1, 1, 0x22);
  static final VexOp VPEXTRB_STORE = narrow(3, 1, 0, 0x14);
  static final VexOp VPEXTRW_STORE = narrow(3, 1, 0, 0x15);
  static final VexOp VCVTSI2SS_64 = narrow(1, 2, 1, 0x2a);
  static final VexOp VCVTTSD2SI_64 = narrow(1, 3, 1, 0x2c);
  static final VexOp ANDN = narrow(2, 0, 0, 0xf2);

  /** With 2 as the register. */
  static final VexOp VLDMXCSR = narrow(1, 0, 0, 0xae);

  private static VexOp wide(int map, int prefix, int w, int opcode) {
    return new VexOp(map, prefix, w, opcode, -1, 1, -1);
  }

  private static VexOp narrow(int map, int prefix, int w, int opcode) {
    return new VexOp(map, prefix, w, opcode, -1, 0, -1);
  }

  /** The same on 16 bytes; the upper half of the destination becomes 0. */
  VexOp xmm() {
    return new VexOp(map, prefix, w, opcode, extension, 0, immediate);
  }

  /** The same with an immediate byte. */
  VexOp with(int value) {
    return new VexOp(map, prefix, w, opcode, extension, length, value & 0xff);
  }
}
