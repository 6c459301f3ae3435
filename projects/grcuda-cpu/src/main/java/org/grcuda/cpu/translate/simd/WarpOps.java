package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Assembler.Unary;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Trait;

/**
 * Warp operations except shfl (PTX ISA 9.7.13.8 vote.sync, 9.7.13.9 match.sync, 9.7.13.10
 * activemask, 9.7.13.11 redux.sync, elect.sync, bar.warp.sync), on all parts of a warp at once.
 *
 * <p>The active lanes that name the same members execute an operation together: they are a group.
 * If the members vary, one group comes after the other; votes need not. Code for a group finds its
 * lanes in the {@linkplain GangEmitter#parted masks of each part} and in {@code edx}, which it must
 * keep if groups come after one another. It leaves the result in {@code eax} and, if there is a
 * predicate, the lanes whose predicate is 1 in {@code ecx}.
 */
final class WarpOps {

  private static final int EQUAL = 0;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final ShuffleOps shuffles;
  private final MatrixOps matrices;

  WarpOps(GangEmitter e, HalfOps halves) {
    this.e = e;
    this.asm = e.asm();
    this.shuffles = new ShuffleOps(e);
    this.matrices = new MatrixOps(e, halves);
  }

  /** Emits one. */
  void emit(Instruction i) {
    boolean arrives = i.is(Trait.BARRIER) && !i.has(Modifier.SYNC);
    if (arrives || i.isGuarded() && e.isVarying(i.guard().predicate())) {
      throw e.refuse();
    }
    switch (i.opcode()) {
      case BAR, BARRIER -> {}
      case SHFL -> shuffles.emit(i);
      case MATCH -> match(i);
      case MMA -> matrices.emit(i);
      default -> ofGroups(i);
    }
  }

  private void ofGroups(Instruction i) {
    Operand members = Meetings.members(i);
    boolean varies = members != null && e.isVarying(members);
    if (varies && i.opcode() != Opcode.VOTE) {
      storeKey(members, PtxType.B32, 0, 0);
      forEachClass(1, () -> compute(i));
      assign(i);
      return;
    }
    for (int p = 0; p < e.parts(); p++) {
      asm.kmov(GangEmitter.parted(p), GangEmitter.active(p));
    }
    e.lanes(GangEmitter::parted, RDX, RAX);
    if (varies) {
      voteOfEach(i, members);
      return;
    }
    compute(i);
    e.setPart(0);
    Operand to = i.operand(0);
    if (e.isScalarTarget(to)) {
      int target = e.scalarTarget(to, RAX);
      asm.mov(4, target, RAX);
      e.scalarDone(to, isTruth(i) ? PtxType.PRED : PtxType.U32, target);
    } else {
      storeResults(false);
      assign(i);
    }
  }

  private void compute(Instruction i) {
    switch (i.opcode()) {
      case VOTE -> vote(i);
      case REDUX -> reduce(i);
      case ELECT -> {
        asm.tzcnt(RAX, RDX);
        asm.mov(4, RCX, RDX);
        asm.unary(Unary.NEG, 4, RCX);
        asm.alu(Alu.AND, 4, RCX, RDX);
      }
      default -> asm.mov(4, RAX, RDX);
    }
  }

  /** Collects the masks K0 of all parts in a register, beginning with the last part. */
  private void collect(int part, int to, int scratch) {
    if (part == e.parts() - 1) {
      asm.kmovToGpr(to, K0);
    } else {
      asm.kmovToGpr(scratch, K0);
      asm.alu(Alu.OR, 4, to, scratch);
    }
    if (part > 0) {
      asm.shift(Shift.SHL, 4, to, e.lanes());
    }
  }

  private void vote(Instruction i) {
    ballot(i);
    Operand members = Meetings.members(i);
    if (members != null && !Meetings.areAll(members)) {
      dropOthers(members);
    }
    if (i.has(Modifier.BALLOT)) {
      return;
    }
    asm.alu(Alu.CMP, 4, RAX, RDX);
    asm.set(Condition.E, RCX);
    asm.test(4, RAX, RAX);
    asm.set(i.has(Modifier.ANY) ? Condition.NE : Condition.E, RAX);
    if (i.has(Modifier.ALL)) {
      asm.mov(4, RAX, RCX);
    } else if (i.has(Modifier.UNI)) {
      asm.alu(Alu.OR, 4, RAX, RCX);
    }
  }

  /** Leaves the lanes of the group whose predicate is 1 in eax. */
  private void ballot(Instruction i) {
    for (int h = e.parts() - 1; h >= 0; h--) {
      e.setPart(h);
      int p = e.predicate(i.operand(1), K0);
      asm.mask(MaskOp.KAND, K0, p, GangEmitter.parted(h));
      if (h > 0) {
        collect(h, RDI, RAX);
      }
    }
    asm.kmovToGpr(RAX, K0);
    asm.alu(Alu.OR, 4, RAX, RDI);
  }

  /** Drops the lanes of the group that are not among its members from what was voted. */
  private void dropOthers(Operand members) {
    asm.alu(Alu.AND, 4, RDX, e.scalar(members, PtxType.B32, RCX));
    asm.alu(Alu.AND, 4, RAX, RDX);
  }

  /**
   * A vote where the members vary: each lane sees the active lanes that it names. So lanes may name
   * others only, which PTX leaves undefined and programs do on GPUs.
   */
  private void voteOfEach(Instruction i, Operand members) {
    ballot(i);
    asm.mov(4, RCX, RAX);
    asm.unary(Unary.NOT, 4, RCX);
    asm.alu(Alu.AND, 4, RCX, RDX);
    storeResults(false);
    for (int h = 0; h < e.parts(); h++) {
      e.setPart(h);
      int named = e.vector(members, PtxType.B32, 0, V2);
      for (int w = 0; w < 2; w++) {
        asm.vector(VectorOp.VPANDD, V0, named, result(w, h), Form.ALL);
        asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, result(w, h), Form.ALL);
      }
    }
    if (isTruth(i) && !i.has(Modifier.ANY)) {
      truthOfEach(i);
    } else {
      assign(i);
    }
  }

  /** Whether no lane that is named says 0 or, for {@code uni}, none says 1 instead. */
  private void truthOfEach(Instruction i) {
    for (int h = 0; h < e.parts(); h++) {
      e.setPart(h);
      asm.vector(VectorOp.VMOVDQU32, V0, 0, result(1, h), Form.ALL);
      if (i.has(Modifier.UNI)) {
        asm.vector(VectorOp.VPMINUD, V0, V0, result(0, h), Form.ALL);
      }
      asm.vector(VectorOp.VPXORD, V1, V1, V1, Form.ALL);
      asm.vector(VectorOp.VPCMPD, K0, V0, V1, Form.ALL.with(EQUAL));
      e.storePredicate(i.operand(0), K0);
    }
  }

  /**
   * Combines the values of the group, with the neutral value in other lanes, by halves repeatedly.
   */
  private void reduce(Instruction i) {
    boolean signed = i.type().isSigned();
    Modifier operation = i.oneOf(Modifier.ATOMIC_OPERATIONS);
    VectorOp op =
        switch (operation) {
          case ADD -> VectorOp.VPADDD;
          case AND -> VectorOp.VPANDD;
          case OR -> VectorOp.VPORD;
          case XOR -> VectorOp.VPXORD;
          case MIN -> signed ? VectorOp.VPMINSD : VectorOp.VPMINUD;
          case MAX -> signed ? VectorOp.VPMAXSD : VectorOp.VPMAXUD;
          default -> throw e.refuse();
        };
    int neutral =
        switch (operation) {
          case AND -> -1;
          case MIN -> signed ? Integer.MAX_VALUE : -1;
          case MAX -> signed ? Integer.MIN_VALUE : 0;
          default -> 0;
        };
    for (int h = 0; h < e.parts(); h++) {
      e.setPart(h);
      int value = e.vector(i.operand(1), i.type(), 0, V2);
      int to = h == 0 ? V0 : V1;
      e.move(to, e.constant(PtxType.B32, neutral), PtxType.B32, Form.ALL);
      asm.vector(VectorOp.VMOVDQU32, to, 0, value, Form.ALL.masked(GangEmitter.parted(h)));
      if (h > 0) {
        asm.vector(op, V0, V0, V1, Form.ALL);
      }
    }
    for (int distance = e.lanes() / 2; distance > 0; distance /= 2) {
      int[] partners = new int[e.lanes()];
      for (int l = 0; l < partners.length; l++) {
        partners[l] = l ^ distance;
      }
      asm.vector(VectorOp.VMOVDQU32, V1, 0, asm.constant(partners), Form.ALL);
      asm.vector(VectorOp.VPERMD, V1, V1, V0, Form.ALL);
      asm.vector(op, V0, V0, V1, Form.ALL);
    }
    Mem scratch = Mem.at(FRAME, GangFrame.SCRATCH_A);
    asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, scratch, Form.ALL);
    asm.load(4, RAX, scratch);
  }

  /** Lanes of a group that hold the same value. */
  private void match(Instruction i) {
    Operand members = Meetings.members(i);
    boolean varies = e.isVarying(members);
    int keys = 0;
    if (varies) {
      storeKey(members, PtxType.B32, 0, keys++);
    }
    for (int half = 0; half < i.type().size() / 4; half++) {
      storeKey(i.operand(1), i.type(), half, keys++);
    }
    forEachClass(
        keys,
        () -> {
          if (i.has(Modifier.ALL)) {
            matchAll(varies);
          } else {
            asm.mov(4, RAX, RDX);
          }
        });
    assign(i);
  }

  /** The class is the whole group or nothing; the first lane of it is in rcx. */
  private void matchAll(boolean membersVary) {
    if (membersVary) {
      for (int p = e.parts() - 1; p >= 0; p--) {
        sameKey(0, p, GangEmitter.active(p));
        collect(p, RDI, RAX);
      }
    } else {
      e.activeLanes(RDI, RAX);
    }
    asm.mov(RAX, 0);
    asm.mov(RCX, 0);
    asm.alu(Alu.CMP, 4, RDI, RDX);
    asm.cmov(Condition.E, 4, RAX, RDX);
    asm.cmov(Condition.E, 4, RCX, RDX);
  }

  // ---- classes of lanes with equal keys

  private Mem key(int key, int part) {
    return Mem.at(FRAME, GangFrame.KEYS + 128 * key + asm.bytes() * part);
  }

  /** Puts 32 words of an operand into the frame; of 64-bit ones all lower or all upper words. */
  private void storeKey(Operand o, PtxType type, int word, int key) {
    for (int h = 0; h < e.parts(); h++) {
      e.setPart(h);
      int from;
      if (type.size() == 8) {
        int low = e.vector(o, type, 0, V0);
        int high = e.vector(o, type, 1, V1);
        int[] choice = new int[e.lanes()];
        for (int l = 0; l < choice.length; l++) {
          choice[l] = 2 * l + word;
        }
        e.words(low, high, choice, V2);
        from = 2;
      } else {
        from = e.vector(o, type, 0, V0);
      }
      asm.vector(VectorOp.VMOVDQU32_STORE, from, 0, key(key, h), Form.ALL);
    }
    e.setPart(0);
  }

  /** Of the lanes of a mask of a part, those with the same key as the lane in rcx, into K0. */
  private void sameKey(int key, int part, int mask) {
    Mem own = Mem.indexed(FRAME, RCX, 4, GangFrame.KEYS + 128 * key).toAll();
    asm.vector(VectorOp.VMOVDQU32, V0, 0, key(key, part), Form.ALL);
    asm.vector(VectorOp.VPCMPD, K0, V0, own, Form.ALL.masked(mask).with(EQUAL));
  }

  /** Runs code for each class of active lanes that agree in all keys, and keeps its results. */
  private void forEachClass(int keys, Runnable body) {
    Mem rest = Mem.at(FRAME, GangFrame.REST);
    e.activeLanes(RAX, RCX);
    Label next = new Label();
    asm.bind(next);
    asm.store(4, rest, RAX);
    asm.tzcnt(RCX, RAX);
    for (int h = 0; h < e.parts(); h++) {
      asm.kmov(GangEmitter.parted(h), GangEmitter.active(h));
      for (int k = 0; k < keys; k++) {
        sameKey(k, h, GangEmitter.parted(h));
        asm.kmov(GangEmitter.parted(h), K0);
      }
    }
    e.lanes(GangEmitter::parted, RDX, RAX);
    body.run();
    storeResults(true);
    asm.unary(Unary.NOT, 4, RDX);
    asm.load(4, RAX, rest);
    asm.alu(Alu.AND, 4, RAX, RDX);
    asm.jump(Condition.NE, next);
  }

  // ---- results

  private Mem result(int which, int part) {
    return Mem.at(FRAME, GangFrame.RESULTS + 128 * which + asm.bytes() * part);
  }

  /** Keeps eax and ecx for the lanes of the class, or for all. */
  private void storeResults(boolean ofClass) {
    int[] registers = {RAX, RCX};
    for (int w = 0; w < 2; w++) {
      asm.vector(VectorOp.VPBROADCASTD_GPR, V0, 0, registers[w], Form.ALL);
      for (int h = 0; h < e.parts(); h++) {
        Form form = ofClass ? Form.ALL.masked(GangEmitter.parted(h)) : Form.ALL;
        asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, result(w, h), form);
      }
    }
  }

  private static boolean isTruth(Instruction i) {
    return i.opcode() == Opcode.VOTE && !i.has(Modifier.BALLOT);
  }

  /** Moves kept results to the destinations of the instruction. */
  private void assign(Instruction i) {
    Operand to = i.operand(0);
    Operand flag = null;
    if (to instanceof Operand.Pair pair) {
      to = pair.first();
      flag = pair.second();
    }
    for (int h = 0; h < e.parts(); h++) {
      e.setPart(h);
      asm.vector(VectorOp.VMOVDQU32, V0, 0, result(0, h), Form.ALL);
      if (isTruth(i)) {
        asm.vector(VectorOp.VPTESTMD, K0, V0, V0, Form.ALL);
        e.storePredicate(to, K0);
      } else {
        VectorTarget t = e.target(to, PtxType.U32);
        asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V0, t.form(0));
        e.done(t);
      }
      if (flag != null) {
        asm.vector(VectorOp.VMOVDQU32, V0, 0, result(1, h), Form.ALL);
        asm.vector(VectorOp.VPTESTMD, K0, V0, ownLanes(h), Form.ALL);
        e.storePredicate(flag, K0);
      }
    }
  }

  private Mem ownLanes(int part) {
    int[] bits = new int[e.lanes()];
    for (int l = 0; l < bits.length; l++) {
      bits[l] = 1 << bits.length * part + l;
    }
    return asm.constant(bits);
  }
}
