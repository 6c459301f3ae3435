package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;

import java.util.List;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/** Moves and packing on vectors (PTX ISA 9.7.9: mov, cvta). */
final class MoveOps {

  private final GangEmitter e;
  private final VectorAssembler asm;

  MoveOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
  }

  /** {@code mov} with a vector on some side, or to a register that varies. */
  void mov(Instruction i) {
    PtxType type = i.type();
    if (i.operand(0) instanceof Operand.Vector vector) {
      unpack(vector.elements(), i.operand(1), type);
    } else if (i.operand(1) instanceof Operand.Vector vector) {
      pack(i.operand(0), vector.elements(), type);
    } else if (type == PtxType.PRED) {
      asm.kmov(K0, e.predicate(i.operand(1), K0));
      e.storePredicate(i.operand(0), K0);
    } else {
      copy(i.operand(0), i.operand(1), type);
    }
  }

  private void copy(Operand to, Operand from, PtxType type) {
    VectorTarget t = e.target(to, type);
    for (int h = 0; h < FloatOps.halves(type); h++) {
      e.move(t.half(h), e.source(from, type, h, V3), type, t.form(h));
    }
    e.done(t);
  }

  /** 64 bits into two words; 32 bits into two half-words; 64 into four. */
  private void unpack(List<Operand> parts, Operand source, PtxType type) {
    if (type.size() == 8 && parts.size() == 2) {
      int low = e.vector(source, type, 0, V0);
      int high = e.vector(source, type, 1, V2);
      word(parts.get(0), low, high, 0);
      word(parts.get(1), low, high, 1);
    } else if (type.size() == 4 && parts.size() == 2) {
      int whole = e.vector(source, type, 0, V0);
      asm.vector(VectorOp.VMOVDQU32, V6, 0, whole, Form.ALL);
      for (int k = 0; k < 2; k++) {
        asm.vector(VectorOp.VPSRLD_IMM, V3, 0, V6, Form.ALL.with(16 * k));
        asm.vector(VectorOp.VPANDD, V3, V3, e.constant(PtxType.B32, 0xffff), Form.ALL);
        finish(parts.get(k), V3, PtxType.U16);
      }
    } else {
      throw e.refuse();
    }
  }

  private void word(Operand to, int low, int high, int which) {
    if (to instanceof Operand.Sink) {
      return;
    }
    if (e.isScalarTarget(to)) {
      throw e.refuse();
    }
    int[] choice = new int[e.lanes()];
    for (int l = 0; l < choice.length; l++) {
      choice[l] = 2 * l + which;
    }
    e.words(low, high, choice, V3);
    finish(to, V3, PtxType.U32);
  }

  private void finish(Operand to, int from, PtxType type) {
    if (to instanceof Operand.Sink) {
      return;
    }
    if (e.isScalarTarget(to)) {
      throw e.refuse();
    }
    VectorTarget t = e.target(to, type);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, from, t.form(0));
    e.done(t);
  }

  private void pack(Operand target, List<Operand> parts, PtxType type) {
    if (type.size() == 8 && parts.size() == 2) {
      int low = e.vector(parts.get(0), PtxType.U32, 0, V0);
      int high = e.vector(parts.get(1), PtxType.U32, 0, V2);
      for (int h = 0; h < 2; h++) {
        int[] choice = new int[e.lanes()];
        for (int l = 0; l < choice.length; l++) {
          choice[l] = choice.length / 2 * h + l / 2 + (l % 2) * choice.length;
        }
        e.words(low, high, choice, h == 0 ? V3 : V6);
      }
      VectorTarget t = e.target(target, type);
      asm.vector(VectorOp.VMOVDQU64, t.low(), 0, V3, t.form(0));
      asm.vector(VectorOp.VMOVDQU64, t.high(), 0, V6, t.form(1));
      e.done(t);
    } else if (type.size() == 4 && parts.size() == 2) {
      int low = e.vector(parts.get(0), PtxType.U16, 0, V0);
      int high = e.vector(parts.get(1), PtxType.U16, 0, V2);
      asm.vector(VectorOp.VPSLLD_IMM, V3, 0, high, Form.ALL.with(16));
      asm.vector(VectorOp.VPORD, V3, V3, low, Form.ALL);
      finish(target, V3, PtxType.U32);
    } else {
      throw e.refuse();
    }
  }

  /** {@code cvta} of an address that varies. */
  void cvta(Instruction i) {
    PtxType type = PtxType.U64;
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < 2; h++) {
      int a = e.vector(i.operand(1), type, h, V0);
      switch (i.space()) {
        case SHARED, LOCAL -> {
          Mem shared = Mem.at(GangEmitter.FRAME, GangFrame.SHARED_BASE).toAll();
          Mem base = i.space() == StateSpace.SHARED ? shared : e.localStarts(h);
          VectorOp op = i.has(Modifier.TO) ? VectorOp.VPSUBQ : VectorOp.VPADDQ;
          asm.vector(op, t.half(h), a, base, t.form(h));
        }
        default -> asm.vector(VectorOp.VMOVDQU64, t.half(h), 0, a, t.form(h));
      }
    }
    e.done(t);
  }
}
