package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.LANES;
import static org.grcuda.cpu.translate.simd.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.translate.simd.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.RegisterAllocation.Scratch.V7;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.EnumSet;
import java.util.Set;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * {@code shfl.sync} (PTX ISA 9.7.9.6): a permutation of both halves of a warp. A lane gets its own
 * value if its source is out of range, or does not execute the instruction with it.
 */
final class ShuffleOps {

  private static final Set<Modifier> MODES =
      EnumSet.of(Modifier.UP, Modifier.DOWN, Modifier.BFLY, Modifier.IDX);

  private static final int AT_MOST = 2;
  private static final int AT_LEAST = 5;
  private static final int EQUAL = 0;

  /** Masks: nothing else uses them here. */
  private static final int IN_RANGE = K6;

  private static final int TAKES_PART = K6;

  private final GangEmitter e;
  private final Assembler asm;

  ShuffleOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
  }

  /** Emits one. */
  void emit(Instruction i) {
    Operand to = i.operand(0);
    Operand flag = null;
    if (to instanceof Operand.Pair pair) {
      to = pair.first();
      flag = pair.second();
    }
    boolean constant =
        i.operand(2) instanceof Operand.IntegerImmediate
            && i.operand(3) instanceof Operand.IntegerImmediate;
    for (int h = 0; h < 2; h++) {
      e.setHalf(h);
      if (constant) {
        constantSources(i, h, flag != null);
      } else {
        sources(i, h);
      }
      if (flag != null) {
        e.storePredicate(flag, IN_RANGE);
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
      e.setHalf(h);
      VectorTarget t = e.target(to, PtxType.B32);
      asm.vector(VectorOp.VMOVDQU32, t.low(), 0, h, t.form(0));
      e.done(t);
    }
  }

  /** Registers with the words of both halves: their own, or scratch ones. */
  private int[] both(Operand o, int scratch) {
    int[] registers = new int[2];
    for (int h = 0; h < 2; h++) {
      e.setHalf(h);
      registers[h] = e.vector(o, PtxType.B32, 0, scratch + h);
    }
    return registers;
  }

  private Mem lanes(int half) {
    int[] lanes = new int[LANES];
    for (int l = 0; l < LANES; l++) {
      lanes[l] = LANES * half + l;
    }
    return asm.constant(lanes);
  }

  /**
   * The sources of a half, known now, into the register of the half; those in range into a mask.
   */
  private void constantSources(Instruction i, int half, boolean flagged) {
    int amount = (int) ((Operand.IntegerImmediate) i.operand(2)).value() & 31;
    int third = (int) ((Operand.IntegerImmediate) i.operand(3)).value();
    int segment = third >> 8 & 31;
    int clamp = third & 31;
    int[] sources = new int[LANES];
    int inRange = 0;
    for (int l = 0; l < LANES; l++) {
      int lane = LANES * half + l;
      int min = lane & segment;
      int max = min | clamp & ~segment;
      int source =
          switch (mode(i)) {
            case UP -> lane - amount;
            case DOWN -> lane + amount;
            case BFLY -> lane ^ amount;
            default -> min | amount & ~segment;
          };
      boolean in = i.has(Modifier.UP) ? source >= max : source <= max;
      sources[l] = in ? source : lane;
      inRange |= in ? 1 << l : 0;
    }
    asm.vector(VectorOp.VMOVDQU32, half, 0, asm.constant(sources), Form.ALL);
    if (flagged) {
      asm.mov(RAX, inRange);
      asm.kmovFromGpr(IN_RANGE, RAX);
    }
  }

  private Modifier mode(Instruction i) {
    Modifier mode = i.oneOf(MODES);
    if (mode == null) {
      throw e.refuse();
    }
    return mode;
  }

  /** As {@link #constantSources}, computed. */
  private void sources(Instruction i, int half) {
    Mem lanes = lanes(half);
    Source five = e.constant(PtxType.B32, 31);
    int third = e.vector(i.operand(3), PtxType.B32, 0, V2);
    asm.vector(VectorOp.VPSRLD_IMM, V3, 0, third, Form.ALL.with(8));
    e.op(VectorOp.VPANDD, V3, V3, five, Form.ALL);
    e.op(VectorOp.VPANDD, V2, third, five, Form.ALL);
    asm.vector(VectorOp.VPANDD, V4, V3, lanes, Form.ALL);
    asm.vector(VectorOp.VPANDND, V2, V3, V2, Form.ALL);
    asm.vector(VectorOp.VPORD, V2, V2, V4, Form.ALL);
    e.op(VectorOp.VPANDD, V5, e.vector(i.operand(2), PtxType.B32, 0, V5), five, Form.ALL);
    switch (mode(i)) {
      case UP -> {
        asm.vector(VectorOp.VMOVDQU32, V6, 0, lanes, Form.ALL);
        asm.vector(VectorOp.VPSUBD, V5, V6, V5, Form.ALL);
      }
      case DOWN -> asm.vector(VectorOp.VPADDD, V5, V5, lanes, Form.ALL);
      case BFLY -> asm.vector(VectorOp.VPXORD, V5, V5, lanes, Form.ALL);
      default -> {
        asm.vector(VectorOp.VPANDND, V5, V3, V5, Form.ALL);
        asm.vector(VectorOp.VPORD, V5, V5, V4, Form.ALL);
      }
    }
    int comparison = i.has(Modifier.UP) ? AT_LEAST : AT_MOST;
    asm.vector(VectorOp.VPCMPD, IN_RANGE, V5, V2, Form.ALL.with(comparison));
    asm.vector(VectorOp.VMOVDQU32, half, 0, lanes, Form.ALL);
    asm.vector(VectorOp.VMOVDQU32, half, 0, V5, Form.ALL.masked(IN_RANGE));
  }

  /** Makes a lane its own source if its source does not take part with the same members. */
  private void keepOwn(Instruction i) {
    Operand members = Meetings.members(i);
    boolean varies = e.isVarying(members);
    Label all = new Label();
    asm.kmovToGpr(RDX, GangEmitter.UPPER_ACTIVE);
    asm.shift(Shift.SHL, 4, RDX, LANES);
    asm.kmovToGpr(RCX, GangEmitter.ACTIVE);
    asm.alu(Alu.OR, 4, RDX, RCX);
    if (!varies) {
      asm.aluImmediate(Alu.CMP, 4, RDX, -1);
      asm.jump(Condition.E, all);
    }
    asm.vector(VectorOp.VPBROADCASTD_GPR, V6, 0, RDX, Form.ALL);
    int[] own = varies ? both(members, V2) : null;
    for (int h = 0; h < 2; h++) {
      asm.vector(VectorOp.VPSRLVD, V7, V6, h, Form.ALL);
      e.op(VectorOp.VPTESTMD, TAKES_PART, V7, e.constant(PtxType.B32, 1), Form.ALL);
      if (varies) {
        asm.vector(VectorOp.VMOVDQU32, V7, 0, h, Form.ALL);
        asm.vector(VectorOp.VPERMI2D, V7, own[0], own[1], Form.ALL);
        asm.vector(
            VectorOp.VPCMPD, TAKES_PART, V7, own[h], Form.ALL.masked(TAKES_PART).with(EQUAL));
      }
      asm.knot(TAKES_PART, TAKES_PART);
      asm.vector(VectorOp.VMOVDQU32, h, 0, lanes(h), Form.ALL.masked(TAKES_PART));
    }
    asm.bind(all);
  }
}
