package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Prefetch;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;

/**
 * Loads of four neighbouring words for each lane: 16 bytes for a lane at a time, transposed. A
 * gather takes about as long for each word as such a load takes for all four.
 */
final class Quads {

  /** The register of the first words of the lanes; the others follow. */
  static final int WORDS = V2;

  private static final int QUADS = 4;

  /**
   * If the addresses of a gang are no further apart than this, the next gang's addresses probably
   * follow them.
   */
  private static final int NEAR = 4096;

  private final VectorAssembler asm;

  Quads(GangEmitter e) {
    this.asm = e.asm();
  }

  /**
   * Loads from the addresses in V0 and V1, for the lanes of a mask, and prefetches data that the
   * next gang is likely to load. Changes rax, rcx, rdx, K6 and V0 to V7.
   */
  void load(int mask) {
    Mem addresses = Mem.at(FRAME, GangFrame.SCRATCH_A);
    int k = GangEmitter.HIGH;
    // Lanes that do not execute read the frame.
    asm.vector(VectorOp.VPBROADCASTQ_GPR, V2, 0, FRAME, Form.ALL);
    asm.upperHalf(k, mask);
    for (int h = 0; h < 2; h++) {
      asm.vector(VectorOp.VPBLENDMQ, h, V2, h, Form.ALL.masked(h == 0 ? mask : k));
      asm.vector(VectorOp.VMOVDQU64_STORE, h, 0, addresses.plus(asm.bytes() * h), Form.ALL);
    }
    toNextGang(addresses);
    for (int row = 0; row < QUADS; row++) {
      for (int part = 0; part < asm.lanes() / QUADS; part++) {
        int at = part % 2 == 0 ? RAX : RCX;
        asm.load(8, at, addresses.plus(8 * (QUADS * part + row)));
        insert(WORDS + row, Mem.at(at, 0), part);
        asm.prefetch(Mem.indexed(at, RDX, 1, 0), Prefetch.READ);
      }
    }
    transpose();
  }

  /**
   * Puts the distance to the next gang's addresses into rdx, assuming that they continue with the
   * average step between this gang's lanes. This fits rows of a matrix, also rows of different
   * lengths. 0 if the gang's addresses are not near each other.
   */
  private void toNextGang(Mem addresses) {
    asm.load(8, RDX, addresses.plus(8 * (asm.lanes() - 1)));
    asm.alu(Alu.SUB, 8, RDX, addresses);
    asm.mov(8, RAX, RDX);
    asm.shift(Shift.SHR, 8, RAX, Integer.numberOfTrailingZeros(asm.lanes()));
    asm.alu(Alu.ADD, 8, RAX, RDX);
    asm.mov(RCX, 0);
    asm.aluImmediate(Alu.CMP, 8, RDX, NEAR);
    asm.cmov(Condition.AE, 8, RAX, RCX);
    asm.mov(8, RDX, RAX);
  }

  private void insert(int to, Mem quad, int part) {
    if (part == 0) {
      asm.vector(VectorOp.VBROADCASTI32X4, to, 0, quad, Form.ALL);
    } else {
      asm.vector(VectorOp.VINSERTI32X4, to, to, quad, Form.ALL.with(part));
    }
  }

  /** Register {@code WORDS + r} holds the quads of lanes r, r + 4, r + 8, r + 12. */
  private void transpose() {
    asm.vector(VectorOp.VPUNPCKLDQ, V0, WORDS, WORDS + 1, Form.ALL);
    asm.vector(VectorOp.VPUNPCKHDQ, V1, WORDS, WORDS + 1, Form.ALL);
    asm.vector(VectorOp.VPUNPCKLDQ, V6, WORDS + 2, WORDS + 3, Form.ALL);
    asm.vector(VectorOp.VPUNPCKHDQ, V7, WORDS + 2, WORDS + 3, Form.ALL);
    asm.vector(VectorOp.VPUNPCKLQDQ, WORDS, V0, V6, Form.ALL);
    asm.vector(VectorOp.VPUNPCKHQDQ, WORDS + 1, V0, V6, Form.ALL);
    asm.vector(VectorOp.VPUNPCKLQDQ, WORDS + 2, V1, V7, Form.ALL);
    asm.vector(VectorOp.VPUNPCKHQDQ, WORDS + 3, V1, V7, Form.ALL);
  }
}
