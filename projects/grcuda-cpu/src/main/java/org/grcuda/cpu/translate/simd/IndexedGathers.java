package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.translate.simd.analysis.Indexed.Index;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.PtxType;

/**
 * Loads of {@code array[index]} with indices of 32 bits: gathers from a general register and a
 * vector of indices.
 *
 * <p>The array's element 0 must lie in the arena; let it be the arena's element {@code a}. Then
 * {@code a + index}, in 32 bits, is below the number of the arena's elements only for elements in
 * the arena: both numbers are below 2^31, so no sum wraps around to a valid one. An unsigned index
 * must also be below 2^31.
 */
final class IndexedGathers {

  private static final int NOT_BELOW = 5;
  private static final int RESULT = V3;
  private static final int HIGH_RESULT = V6;

  /** {@code a | b & c}. */
  private static final int OR_OF_AND = 0xf8;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final AddressChecks addresses;

  IndexedGathers(GangEmitter e, AddressChecks addresses) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
  }

  /**
   * Loads.
   *
   * @param otherwise gathers from the addresses in V0 and V1 into V3, and V6
   */
  void load(Access x, Index index, Runnable otherwise) {
    Label slow = new Label();
    Label done = new Label();
    int array = e.scalar(index.array(), PtxType.U64, RDX);
    addresses.arenaIndex(x, array, slow);
    int at = e.vector(index.register(), PtxType.U32, 0, V0);
    jumpIfBeyond(x, index, at, slow);
    gather(x, array, at);
    asm.bind(done);
    e.later(
        () -> {
          asm.bind(slow);
          computeAddresses(x, index);
          addresses.check(x);
          otherwise.run();
          asm.jump(done);
        });
    VectorTarget t = e.target(x.values().getFirst(), x.type());
    boolean wide = x.type().size() == Long.BYTES;
    VectorOp move = wide ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
    asm.vector(move, t.low(), 0, RESULT, t.form(0));
    if (wide) {
      asm.vector(move, t.high(), 0, HIGH_RESULT, t.form(1));
    }
    e.done(t);
  }

  /** Jumps if a lane's element, counted from the one in rcx, is not one of the arena. */
  private void jumpIfBeyond(Access x, Index index, int at, Label beyond) {
    asm.vector(VectorOp.VPBROADCASTD_GPR, V2, 0, RCX, Form.ALL);
    asm.vector(VectorOp.VPADDD, V2, V2, at, Form.ALL);
    if (!index.signed()) {
      Mem sign = asm.constant(Integer.MIN_VALUE).toAll();
      asm.vector(VectorOp.VPTERNLOGD, V2, at, sign, Form.ALL.with(OR_OF_AND));
    }
    Mem limit = AddressChecks.indexLimit(x).toAll();
    asm.vector(VectorOp.VPCMPUD, K0, V2, limit, Form.ALL.with(NOT_BELOW));
    asm.mask(MaskOp.KAND, K0, K0, x.mask());
    asm.kortest(K0, K0);
    asm.jump(Condition.NE, beyond);
  }

  private void gather(Access x, int array, int at) {
    int size = x.type().size();
    int k = GangEmitter.HIGH;
    asm.vector(VectorOp.VPXORD, RESULT, RESULT, RESULT, Form.ALL);
    asm.kmov(k, x.mask());
    VectorOp op = size == Long.BYTES ? VectorOp.VPGATHERDQ : VectorOp.VPGATHERDD;
    asm.vector(op, RESULT, 0, Mem.lanes(array, at, size, x.offset()), Form.ALL.masked(k));
    if (size == Long.BYTES) {
      asm.vector(VectorOp.VPXORD, HIGH_RESULT, HIGH_RESULT, HIGH_RESULT, Form.ALL);
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, at, 0, V2, Form.ALL.with(1));
      asm.upperHalf(k, x.mask());
      Mem high = Mem.lanes(array, V2, size, x.offset());
      asm.vector(op, HIGH_RESULT, 0, high, Form.ALL.masked(k));
    }
  }

  /** The lanes' addresses into V0 and V1. */
  private void computeAddresses(Access x, Index index) {
    int at = e.vector(index.register(), PtxType.U32, 0, V0);
    for (int h = 1; h >= 0; h--) {
      int to = V0 + h;
      e.widen(at, h, index.signed(), to);
      asm.vector(VectorOp.VPSLLQ_IMM, to, 0, to, Form.ALL.with(x.log()));
    }
    for (int h = 0; h < 2; h++) {
      Source array = e.source(index.array(), PtxType.U64, h, V2);
      int to = V0 + h;
      asm.vector(VectorOp.VPADDQ, to, to, array, Form.ALL);
      asm.vector(VectorOp.VPADDQ, to, to, e.constant(PtxType.U64, x.offset()), Form.ALL);
    }
  }
}
