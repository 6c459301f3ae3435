package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * {@code shfl.sync} (PTX ISA 9.7.9.6): a permutation of all parts of a warp. A lane gets its own
 * value if its source is out of range, or does not execute the instruction with it.
 */
final class ShuffleOps {

  private static final int EQUAL = 0;

  /** A mask: nothing else uses it here. */
  private static final int TAKES_PART = K6;

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
    keepOwn(i);
    if (!(to instanceof Operand.Sink)) {
      permute(i, to);
    }
  }

  private void permute(Instruction i, Operand to) {
    int[] values = both(i.operand(1), V2);
    // Both before either is stored: the target may be the source.
    for (int h = 0; h < 2; h++) {
      asm.vector(VectorOp.VPERMI2D, h, values[0], values[1], Form.ALL);
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

  /** Makes a lane its own source if its source does not take part with the same members. */
  private void keepOwn(Instruction i) {
    Operand members = Meetings.members(i);
    boolean varies = e.isVarying(members);
    Label all = new Label();
    e.activeLanes(RDX, RCX);
    if (!varies) {
      asm.aluImmediate(Alu.CMP, 4, RDX, -1);
      asm.jump(Condition.E, all);
    }
    asm.vector(VectorOp.VPBROADCASTD_GPR, V6, 0, RDX, Form.ALL);
    int[] own = varies ? both(members, V2) : null;
    for (int h = 0; h < 2; h++) {
      asm.vector(VectorOp.VPSRLVD, V7, V6, h, Form.ALL);
      asm.vector(VectorOp.VPTESTMD, TAKES_PART, V7, e.constant(PtxType.B32, 1), Form.ALL);
      if (varies) {
        asm.vector(VectorOp.VMOVDQU32, V7, 0, h, Form.ALL);
        asm.vector(VectorOp.VPERMI2D, V7, own[0], own[1], Form.ALL);
        asm.vector(
            VectorOp.VPCMPD, TAKES_PART, V7, own[h], Form.ALL.masked(TAKES_PART).with(EQUAL));
      }
      asm.knot(TAKES_PART, TAKES_PART);
      asm.vector(VectorOp.VMOVDQU32, h, 0, sources.lanes(h), Form.ALL.masked(TAKES_PART));
    }
    asm.bind(all);
  }
}
