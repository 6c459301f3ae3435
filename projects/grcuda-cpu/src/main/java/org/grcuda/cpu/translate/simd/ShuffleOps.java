package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * {@code shfl.sync} (PTX ISA 9.7.9.6): a permutation of all parts of a warp. A lane gets its own
 * value if its source is out of range, and 0 if the source does not execute the instruction with
 * it.
 */
final class ShuffleOps {

  private static final int EQUAL = 0;

  /** The lanes that name the same members as their sources: nothing else uses this mask here. */
  private static final int ALIKE = K6;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final ShuffleSources sources;
  private final FrameShuffles frameShuffles;

  ShuffleOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
    this.sources = new ShuffleSources(e);
    this.frameShuffles = new FrameShuffles(e, sources);
  }

  /** Emits one. */
  void emit(Instruction i) {
    Operand to = i.operand(0);
    Operand flag = null;
    if (to instanceof Operand.Pair pair) {
      to = pair.first();
      flag = pair.second();
    }
    if (e.parts() == 2) {
      ofTwoParts(i, to, flag);
    } else {
      e.activeLanes(RDX, RCX);
      frameShuffles.emit(i, to, flag);
    }
  }

  /** With the sources of each part in V0 and V1. */
  private void ofTwoParts(Instruction i, Operand to, Operand flag) {
    for (int h = 0; h < 2; h++) {
      e.setPart(h);
      if (ShuffleSources.areKnown(i)) {
        int[] known = sources.known(i, h, false);
        asm.vector(VectorOp.VMOVDQU32, h, 0, asm.constant(known), Form.ALL);
        if (flag != null) {
          sources.known(i, h, true);
        }
      } else {
        sources.compute(i, h, h);
      }
      if (flag != null) {
        e.storePredicate(flag, ShuffleSources.IN_RANGE);
      }
    }
    if (!(to instanceof Operand.Sink)) {
      permute(i, to);
    }
  }

  private void permute(Instruction i, Operand to) {
    int[] values = both(i.operand(1), V2);
    if (!e.isFull()) {
      for (int h = 0; h < 2; h++) {
        Form ofActive = Form.ALL.masked(GangEmitter.active(h)).zeroed();
        asm.vector(VectorOp.VMOVDQU32, V2 + h, 0, values[h], ofActive);
        values[h] = V2 + h;
      }
    }
    Operand members = Meetings.members(i);
    int[] named = e.isVarying(members) ? both(members, V4) : null;
    // Both before either is stored: the target may be the source.
    for (int h = 0; h < 2; h++) {
      if (named != null) {
        asm.vector(VectorOp.VMOVDQU32, V6, 0, h, Form.ALL);
        asm.vector(VectorOp.VPERMI2D, V6, named[0], named[1], Form.ALL);
        asm.vector(VectorOp.VPCMPD, ALIKE, V6, named[h], Form.ALL.with(EQUAL));
      }
      asm.vector(VectorOp.VPERMI2D, h, values[0], values[1], Form.ALL);
      if (named != null) {
        asm.vector(VectorOp.VMOVDQU32, h, 0, h, Form.ALL.masked(ALIKE).zeroed());
      }
    }
    for (int h = 0; h < 2; h++) {
      e.setPart(h);
      VectorTarget t = e.target(to, PtxType.B32);
      asm.vector(VectorOp.VMOVDQU32, t.low(), 0, h, t.form(0));
      e.done(t);
    }
  }

  /** Registers with the words of both halves: their own, or scratch ones. */
  private int[] both(Operand o, int scratch) {
    int[] registers = new int[2];
    for (int h = 0; h < 2; h++) {
      e.setPart(h);
      registers[h] = e.vector(o, PtxType.B32, 0, scratch + h);
    }
    return registers;
  }
}
