package org.grcuda.cpu.x86;

/** Operations on masks, with the opcodes of AVX-512. */
public enum MaskOp {
  KAND(0x41),
  /** Not the first, and the second. */
  KANDN(0x42),
  KOR(0x45),
  KXNOR(0x46),
  KXOR(0x47);

  final int opcode;

  MaskOp(int opcode) {
    this.opcode = opcode;
  }
}
