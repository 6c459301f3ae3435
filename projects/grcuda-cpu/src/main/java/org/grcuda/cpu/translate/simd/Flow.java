package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K7;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;

import java.util.List;
import org.grcuda.cpu.translate.simd.analysis.GangPlan;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Control flow by masks, as {@link GangPlan} plans it: if lanes may wait for others, the frame
 * holds the mask of the lanes that wait at each block.
 */
final class Flow {

  private static final int OTHERS = K7;

  /** Stands for the block that is laid out behind another where none is, or where other code is. */
  static final int NOWHERE = -2;

  /** Code with which all lanes leave a block for another. */
  interface Exit {
    /**
     * Emits it.
     *
     * @param next the block that is laid out behind this code, or {@link #NOWHERE}
     */
    void go(int block, int target, int next);
  }

  /** Code with which lanes leave a block in two ways. */
  interface Fork {
    /**
     * Emits it.
     *
     * @param next the block that is laid out behind this code, or {@link #NOWHERE}
     */
    void part(int block, Guard guard, int next);
  }

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final GangPlan plan;
  private final Label[] blocks;
  private final Label[] entries;
  private final Label end = new Label();
  private final Label cancelled = new Label();
  private FullFlow full;
  private Turns turns;
  private ScalarOps scalars;

  Flow(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
    this.plan = e.scope().plan();
    int count = e.scope().graph().blocks().size();
    this.blocks = new Label[count];
    this.entries = new Label[count];
    for (int b = 0; b < count; b++) {
      blocks[b] = new Label();
    }
  }

  /**
   * Lets the lanes go over to the code for all lanes where they are all there again, and yield by
   * turns.
   */
  void connect(FullFlow other, Turns yielding, ScalarOps comparing) {
    full = other;
    turns = yielding;
    scalars = comparing;
  }

  /** All lanes of the gang go back by the yielding branch of a block. */
  void yieldAll(int block, Label target) {
    turns.nextOfAll(block, target);
  }

  /** The place where the code for some lanes begins. */
  Label start() {
    return blocks[plan.order().getFirst().index()];
  }

  /** The place where a finished gang goes. */
  Label end() {
    return end;
  }

  /** Where control goes when the launch is cancelled. */
  Label cancelled() {
    return cancelled;
  }

  /** Begins a block; mask 1 holds its lanes. */
  void enter(BasicBlock block) {
    asm.bind(blocks[block.index()]);
  }

  /** Leaves out a block that never runs. */
  void skip(BasicBlock block) {
    asm.bind(blocks[block.index()]);
  }

  /** The lanes that wait at a block. */
  Mem waiting(int block) {
    return Mem.at(FRAME, GangFrame.WAITING + GangFrame.WAITING_BYTES * block);
  }

  private Mem waiting(int block, int part) {
    return waiting(block).plus(asm.maskBytes() * part);
  }

  /** The entry of a block for lanes that wait at it. */
  private Label entry(int block) {
    if (entries[block] == null) {
      Label entry = new Label();
      entries[block] = entry;
      e.later(
          () -> {
            asm.bind(entry);
            for (int h = 0; h < e.parts(); h++) {
              asm.kload(GangEmitter.active(h), waiting(block, h));
            }
            noneWaits(block);
            full.enterIfFull(block);
            asm.jump(blocks[block]);
          });
    }
    return entries[block];
  }

  private void noneWaits(int block) {
    asm.storeConstant(4, waiting(block), 0);
  }

  /**
   * Lets the active lanes stay at the current block, and goes on elsewhere; lanes wait at one of
   * the places for certain.
   */
  void stay(int block, List<Integer> others) {
    addWaiting(block, block, true);
    dispatch(others);
  }

  /** Jumps if lanes wait at one of some blocks. */
  void jumpIfWaiting(List<Integer> at, Label to) {
    for (int block : at) {
      asm.aluImmediate(Alu.CMP, 4, waiting(block), 0);
      asm.jump(Condition.NE, to);
    }
  }

  /** The lanes that wait at some blocks, of both halves, into a general register. */
  void waitingLanes(List<Integer> at, int to) {
    asm.load(4, to, waiting(at.get(0)));
    for (int block : at.subList(1, at.size())) {
      asm.alu(Alu.OR, 4, to, waiting(block));
    }
  }

  /**
   * The comparison right before the branch that ends a block, if it only decides that: nothing else
   * reads its predicate. Else null.
   */
  Instruction decision(BasicBlock block) {
    Instruction before = null;
    Instruction last = null;
    for (int s = block.start(); s < block.end(); s++) {
      if (e.scope().function().body().get(s) instanceof Instruction i) {
        before = last;
        last = i;
      }
    }
    boolean decides =
        before != null
            && isControl(last)
            && last.isGuarded()
            && before.opcode() == Opcode.SETP
            && !before.isGuarded()
            && before.operands().size() == 3
            && before.operand(0) instanceof Register p
            && p.equals(last.guard().predicate())
            && !e.scope().liveness().liveOut(block.index()).get(p.index());
    return decides ? before : null;
  }

  /** The comparison of a block that {@link #leave} emits; null if there is none. */
  Instruction comparison(BasicBlock block) {
    return plan.isDivergent(block.index()) ? null : decision(block);
  }

  /**
   * Ends a block: its last instruction, if that is one of control flow, and what follows.
   *
   * @param comparison that decides where lanes go, or null if their predicate is known
   */
  void leave(BasicBlock block, Instruction last, Instruction comparison) {
    leave(block, last, comparison, this::jumpAll, this::part);
  }

  /** The same with other code for the ways out. */
  void leave(BasicBlock block, Instruction last, Instruction comparison, Exit exit, Fork fork) {
    int b = block.index();
    int next = following(b);
    boolean control = last != null && isControl(last);
    Guard guard = control ? last.guard() : null;
    if (!control) {
      exit.go(b, plan.fallThrough(b) == null ? GangPlan.END : plan.fallThrough(b), next);
    } else if (guard == null || plan.taken(b).equals(plan.fallThrough(b))) {
      exit.go(b, plan.taken(b), next);
    } else if (plan.isDivergent(b)) {
      fork.part(b, guard, next);
    } else {
      Condition holds = comparison == null ? test(guard) : scalars.compareFlags(comparison);
      Label other = new Label();
      asm.jump(guard.negated() ? holds : holds.opposite(), other);
      exit.go(b, plan.taken(b), NOWHERE);
      asm.bind(other);
      exit.go(b, plan.fallThrough(b), next);
    }
  }

  private Condition test(Guard guard) {
    int p = e.scalar(guard.predicate(), PtxType.PRED, RAX);
    asm.test(4, p, p);
    return Condition.NE;
  }

  /** Whether an instruction is one that {@link #leave} emits. */
  static boolean isControl(Instruction i) {
    return switch (i.opcode()) {
      case BRA, RET, EXIT -> true;
      default -> false;
    };
  }

  /** The block laid out behind another, or {@link #NOWHERE}. */
  int following(int block) {
    if (e.isBehind()) {
      return NOWHERE;
    }
    List<BasicBlock> order = plan.order();
    int position = plan.position(block) + 1;
    return position < order.size() ? order.get(position).index() : NOWHERE;
  }

  /** All active lanes go to a target. */
  private void jumpAll(int block, int target, int next) {
    poll(block, target);
    if (plan.isYield(block, target)) {
      addWaiting(block, target, false);
      turns.next(block);
      return;
    }
    List<Integer> candidates = plan.candidates(block, target);
    if (target != GangPlan.END && candidates.get(0) == target) {
      if (plan.pending(block).get(target)) {
        for (int h = 0; h < e.parts(); h++) {
          collect(GangEmitter.active(h), target, h);
        }
        noneWaits(target);
      }
      if (plan.pending(block).get(target)) {
        full.enterIfFull(target);
      }
      jump(target, next);
      return;
    }
    if (target != GangPlan.END) {
      addWaiting(block, target, false);
    }
    dispatch(candidates);
  }

  /** Adds the lanes that wait at a block to a mask. */
  private void collect(int mask, int block, int part) {
    asm.kload(K0, waiting(block, part));
    asm.mask(MaskOp.KOR, mask, mask, K0);
  }

  private void jump(int target, int next) {
    if (target != next) {
      asm.jump(blocks[target]);
    }
  }

  /** Adds lanes of a part, those of a mask, to those that wait at a block. */
  void addWaiting(int block, int mask, int part) {
    addWaiting(true, block, mask, part);
  }

  private void addWaiting(int block, int target, boolean certain) {
    for (int h = 0; h < e.parts(); h++) {
      addWaiting(certain || plan.pending(block).get(target), target, GangEmitter.active(h), h);
    }
  }

  private void addWaiting(boolean others, int target, int mask, int part) {
    if (others) {
      asm.kmovToGpr(RAX, mask);
      asm.aluStore(Alu.OR, asm.maskBytes(), waiting(target, part), RAX, false);
    } else {
      asm.kstore(waiting(target, part), mask);
    }
  }

  /** Goes to the first of the candidates at which lanes wait; the last one needs no test. */
  void dispatch(List<Integer> candidates) {
    for (int candidate : candidates.subList(0, candidates.size() - 1)) {
      asm.aluImmediate(Alu.CMP, 4, waiting(candidate), 0);
      asm.jump(Condition.NE, entry(candidate));
    }
    int last = candidates.getLast();
    asm.jump(last == GangPlan.END ? end : entry(last));
  }

  /** Some lanes take the branch, the others do not. */
  private void part(int block, Guard guard, int next) {
    int taken = plan.taken(block);
    int fall = plan.fallThrough(block);
    if (plan.isYield(block, taken)) {
      partAndYield(block, guard, next);
      return;
    }
    List<Integer> candidates = plan.candidates(block);
    int first = candidates.get(0);
    if (first == GangPlan.END || first != taken && first != fall) {
      for (int h = 0; h < e.parts(); h++) {
        lanes(guard, guard.negated(), K6, h);
        asm.mask(MaskOp.KANDN, OTHERS, K6, GangEmitter.active(h));
        wait(block, taken, K6, h);
        wait(block, fall, OTHERS, h);
      }
      poll(block, first);
      dispatch(candidates);
      return;
    }
    int other = first == taken ? fall : taken;
    for (int h = 0; h < e.parts(); h++) {
      lanes(guard, guard.negated() == (first == taken), GangEmitter.parted(h), h);
    }
    if (plan.pending(block).get(first)) {
      for (int h = 0; h < e.parts(); h++) {
        collect(GangEmitter.parted(h), first, h);
      }
      noneWaits(first);
    }
    Label none = new Label();
    e.jumpIfNoneParted(none);
    poll(block, first);
    for (int h = 0; h < e.parts(); h++) {
      int active = GangEmitter.active(h);
      asm.mask(MaskOp.KANDN, K0, GangEmitter.parted(h), active);
      wait(block, other, 0, h);
      asm.kmov(active, GangEmitter.parted(h));
    }
    asm.jump(blocks[first]);
    asm.bind(none);
    jumpAll(block, other, next);
  }

  /** Some lanes yield and go back, the others leave the loop. */
  private void partAndYield(int block, Guard guard, int next) {
    int back = plan.taken(block);
    int other = plan.fallThrough(block);
    for (int h = 0; h < e.parts(); h++) {
      lanes(guard, guard.negated(), GangEmitter.parted(h), h);
    }
    Label none = new Label();
    e.jumpIfNoneParted(none);
    poll(block, back);
    for (int h = 0; h < e.parts(); h++) {
      asm.mask(MaskOp.KANDN, K0, GangEmitter.parted(h), GangEmitter.active(h));
      wait(block, other, K0, h);
      wait(block, back, GangEmitter.parted(h), h);
    }
    turns.next(block);
    asm.bind(none);
    jumpAll(block, other, next);
  }

  /** The active lanes of a part whose guard's predicate is 1, or 0. */
  private void lanes(Guard guard, boolean whereZero, int to, int part) {
    e.setPart(part);
    int p = e.predicate(guard.predicate(), K0);
    asm.mask(whereZero ? MaskOp.KANDN : MaskOp.KAND, to, p, GangEmitter.active(part));
    e.setPart(0);
  }

  /**
   * Lets all lanes of the gang go two ways: those whose bits are set in a general register, which
   * is changed, go the first one. No lanes wait.
   */
  void part(int block, int one, int zero, int bits) {
    for (int p = 0; p < e.parts(); p++) {
      asm.kmovFromGpr(GangEmitter.parted(p), bits);
      asm.shift(Shift.SHR, 4, bits, e.lanes());
    }
    List<Integer> candidates = plan.candidates(block);
    int first = candidates.get(0);
    boolean yields = plan.isYield(block, plan.taken(block));
    boolean goesOn = !yields && first != GangPlan.END && (first == one || first == zero);
    int staying = goesOn && first == zero ? one : zero;
    poll(block, first);
    for (int p = 0; p < e.parts(); p++) {
      int active = GangEmitter.active(p);
      int parted = GangEmitter.parted(p);
      if (goesOn && first == zero) {
        asm.mask(MaskOp.KANDN, parted, parted, active);
      }
      asm.mask(MaskOp.KANDN, K0, parted, active);
      wait(block, staying, K0, p);
      if (goesOn) {
        asm.kmov(active, parted);
      } else {
        wait(block, one, parted, p);
      }
    }
    if (goesOn) {
      asm.jump(blocks[first]);
    } else if (yields) {
      turns.next(block);
    } else {
      dispatch(candidates);
    }
  }

  private void wait(int block, int target, int mask, int part) {
    if (target != GangPlan.END) {
      addWaiting(plan.pending(block).get(target), target, mask, part);
    }
  }

  /** Back edges check whether the launch was cancelled. */
  void poll(int block, int target) {
    if (target != GangPlan.END && plan.position(target) <= plan.position(block)) {
      asm.load(8, RCX, Mem.at(FRAME, GangFrame.CANCEL));
      asm.aluImmediate(Alu.CMP, 4, Mem.at(RCX, 0), 0);
      asm.jump(Condition.NE, cancelled);
    }
  }
}
