package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.x86.Assembler.RDI;

import java.util.List;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.translate.simd.routine.HighProducts;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Statement;

/**
 * Extended-precision integer arithmetic (PTX ISA 9.7.2). The carry flags of the lanes are a mask in
 * the frame, one for each part. They do not outlive a block of instructions: a kernel in which one
 * might is refused. A subtraction adds the complement, and 1 unless the flag is read.
 */
final class CarryOps {

  private static final int LESS = 1;
  private static final int EQUAL = 0;
  private static final int NOT_LESS = 5;
  private static final int SUM = V4;
  private static final int NONE = -1;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final HighProducts highProducts;
  private int flags = NONE;
  private int written = NONE;

  CarryOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
    this.highProducts = new HighProducts(e.asm());
  }

  /** Whether an instruction reads or writes the flag. */
  static boolean carries(Instruction i) {
    return i.has(Modifier.CC) || reads(i);
  }

  private static boolean reads(Instruction i) {
    return switch (i.opcode()) {
      case ADDC, SUBC, MADC -> true;
      default -> false;
    };
  }

  /** Emits an instruction that {@link #carries}. */
  void emit(Instruction i) {
    PtxType type = i.type();
    if (type.size() < Integer.BYTES || i.has(Modifier.SAT) || reads(i) && !isKnown()) {
      throw e.refuse();
    }
    if (flags == NONE) {
      flags = e.frameSlot(Long.BYTES);
    }
    int parts = type.size() / Integer.BYTES;
    for (int h = 0; h < parts; h++) {
      sum(i, h);
      if (h + 1 < parts) {
        asm.kmovToGpr(RDI, K0);
      } else if (h > 0) {
        asm.kmov(GangEmitter.HIGH, K0);
        asm.kmovFromGpr(K0, RDI);
        asm.join(K0, GangEmitter.HIGH, K0);
      }
    }
    if (i.has(Modifier.CC)) {
      store(i);
    }
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < parts; h++) {
      VectorOp move = h > 0 || parts > 1 ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
      asm.vector(move, t.half(h), 0, SUM + h, t.form(h));
    }
    e.done(t);
  }

  /** Whether an instruction before the current one in its block has set the flags of all lanes. */
  private boolean isKnown() {
    List<Statement> body = e.scope().function().body();
    return written != NONE
        && written <= e.statement()
        && written >= e.scope().graph().blockAt(e.statement()).start()
        && body.subList(written, e.statement()).stream()
            .noneMatch(s -> s instanceof Instruction i && meets(i));
  }

  private static boolean meets(Instruction i) {
    return Meetings.isBarrier(i) || Meetings.isOfWarp(i) || i.opcode() == Opcode.CALL;
  }

  private Mem flags() {
    return Mem.at(GangEmitter.FRAME, flags + asm.maskBytes() * e.part());
  }

  private void store(Instruction i) {
    if (e.mask() == GangEmitter.GUARDED) {
      asm.mask(MaskOp.KAND, K0, K0, GangEmitter.GUARDED);
      asm.kload(GangEmitter.HIGH, flags());
      asm.mask(MaskOp.KANDN, GangEmitter.HIGH, GangEmitter.GUARDED, GangEmitter.HIGH);
      asm.mask(MaskOp.KOR, K0, K0, GangEmitter.HIGH);
    }
    asm.kstore(flags(), K0);
    if (!i.isGuarded()) {
      written = e.statement();
    }
  }

  /** All lanes, or half of them, into {@link #SUM} or the register after it; carries into K0. */
  private void sum(Instruction i, int part) {
    PtxType type = i.type();
    int a = e.vector(i.operand(1), type, part, V0);
    int b = e.vector(i.operand(2), type, part, V2);
    int to = SUM + part;
    if (i.opcode() == Opcode.MAD || i.opcode() == Opcode.MADC) {
      if (i.has(Modifier.HI)) {
        highProducts.emit(type, a, b);
      } else {
        asm.vector(pick(type, VectorOp.VPMULLD, VectorOp.VPMULLQ), V3, a, b, Form.ALL);
      }
      a = 3;
      b = e.vector(i.operand(3), type, part, V0);
    }
    VectorOp compare = pick(type, VectorOp.VPCMPUD, VectorOp.VPCMPUQ);
    if (i.opcode() == Opcode.SUB) {
      asm.vector(pick(type, VectorOp.VPSUBD, VectorOp.VPSUBQ), to, a, b, Form.ALL);
      asm.vector(compare, V0, a, b, Form.ALL.with(NOT_LESS));
      return;
    }
    if (i.opcode() == Opcode.SUBC) {
      asm.vector(VectorOp.VPXORQ, V2, b, e.constant(PtxType.B64, -1), Form.ALL);
      b = 2;
    }
    VectorOp add = pick(type, VectorOp.VPADDD, VectorOp.VPADDQ);
    asm.vector(add, to, a, b, Form.ALL);
    asm.vector(compare, V0, to, b, Form.ALL.with(LESS));
    if (reads(i)) {
      addFlags(type, part, add, compare);
    }
  }

  /** Adds one in lanes whose flag is set; this carries in lanes whose sum becomes 0. */
  private void addFlags(PtxType type, int part, VectorOp add, VectorOp compare) {
    int k = GangEmitter.HIGH;
    int to = SUM + part;
    asm.kload(k, flags());
    if (part > 0) {
      asm.upperHalf(k, k);
    }
    asm.vector(add, to, to, e.constant(type, 1), Form.ALL.masked(k));
    Form zero = Form.ALL.masked(k).with(EQUAL);
    asm.vector(compare, k, to, e.constant(type, 0), zero);
    asm.mask(MaskOp.KOR, K0, K0, k);
  }

  private static VectorOp pick(PtxType type, VectorOp narrow, VectorOp wide) {
    return type.size() == Long.BYTES ? wide : narrow;
  }
}
