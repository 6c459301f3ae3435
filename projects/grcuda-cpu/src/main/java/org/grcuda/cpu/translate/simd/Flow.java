package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.ACTIVE;
import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;

import java.util.List;
import org.grcuda.cpu.translate.simd.analysis.GangPlan;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.MaskOp;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Control flow by masks, as {@link GangPlan} plans it: where lanes may wait for others, the frame
 * holds the mask of those that wait at each block.
 */
final class Flow {

  private static final int TAKEN = 6;
  private static final int OTHERS = 7;

  private final GangEmitter e;
  private final Assembler asm;
  private final GangPlan plan;
  private final Label[] blocks;
  private final Label[] entries;
  private final Label end = new Label();
  private final Label cancelled = new Label();

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

  /** Where a gang goes that is done. */
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

  private static Mem waiting(int block) {
    return Mem.at(FRAME, GangFrame.WAITING + 2 * block);
  }

  /** The entry of a block for lanes that wait at it. */
  private Label entry(int block) {
    if (entries[block] == null) {
      Label entry = new Label();
      entries[block] = entry;
      e.later(
          () -> {
            asm.bind(entry);
            asm.kload(ACTIVE, waiting(block));
            asm.storeConstant(2, waiting(block), 0);
            asm.jump(blocks[block]);
          });
    }
    return entries[block];
  }

  /** Ends a block: its last instruction, if that is one of control flow, and what follows. */
  void leave(BasicBlock block, Instruction last) {
    int b = block.index();
    int next = following(b);
    boolean control = last != null && isControl(last);
    Guard guard = control ? last.guard() : null;
    if (!control) {
      jumpAll(b, plan.fallThrough(b) == null ? GangPlan.END : plan.fallThrough(b), next);
    } else if (guard == null) {
      jumpAll(b, plan.taken(b), next);
    } else if (plan.isDivergent(b)) {
      part(b, guard, next);
    } else {
      int p = e.scalar(guard.predicate(), PtxType.PRED, RAX);
      asm.test(4, p, p);
      Label other = new Label();
      asm.jump(guard.negated() ? Condition.NE : Condition.E, other);
      jumpAll(b, plan.taken(b), -2);
      asm.bind(other);
      jumpAll(b, plan.fallThrough(b), next);
    }
  }

  /** Whether an instruction is one that {@link #leave} emits. */
  static boolean isControl(Instruction i) {
    return switch (i.opcode()) {
      case "bra", "ret", "exit" -> true;
      default -> false;
    };
  }

  private int following(int block) {
    List<BasicBlock> order = plan.order();
    int position = plan.position(block) + 1;
    return position < order.size() ? order.get(position).index() : -2;
  }

  /** All active lanes go to a target. */
  private void jumpAll(int block, int target, int next) {
    poll(block, target);
    List<Integer> candidates = plan.candidates(block, target);
    if (target != GangPlan.END && candidates.get(0) == target) {
      if (plan.pending(block).get(target)) {
        asm.kload(0, waiting(target));
        asm.mask(MaskOp.KOR, ACTIVE, ACTIVE, 0);
        asm.storeConstant(2, waiting(target), 0);
      }
      jump(target, next);
      return;
    }
    if (target != GangPlan.END) {
      addWaiting(block, target, ACTIVE);
    }
    dispatch(candidates, next);
  }

  private void jump(int target, int next) {
    if (target != next) {
      asm.jump(blocks[target]);
    }
  }

  private void addWaiting(int block, int target, int mask) {
    if (plan.pending(block).get(target)) {
      asm.kmovToGpr(RAX, mask);
      asm.aluStore(Alu.OR, 4, waiting(target), RAX, false);
    } else {
      asm.kstore(waiting(target), mask);
    }
  }

  /** Goes to the first of the candidates at which lanes wait; the last one is certain. */
  private void dispatch(List<Integer> candidates, int next) {
    for (int c = 0; c < candidates.size() - 1; c++) {
      int candidate = candidates.get(c);
      asm.loadNarrow(2, false, RAX, waiting(candidate));
      asm.test(4, RAX, RAX);
      asm.jump(Condition.NE, entry(candidate));
    }
    int last = candidates.getLast();
    asm.jump(last == GangPlan.END ? end : entry(last));
  }

  /** Some lanes take the branch, the others do not. */
  private void part(int block, Guard guard, int next) {
    int taken = plan.taken(block);
    int fall = plan.fallThrough(block);
    int p = e.predicate(guard.predicate(), 0);
    asm.mask(guard.negated() ? MaskOp.KANDN : MaskOp.KAND, TAKEN, p, ACTIVE);
    asm.mask(guard.negated() ? MaskOp.KAND : MaskOp.KANDN, OTHERS, p, ACTIVE);
    List<Integer> candidates = plan.candidates(block);
    int first = candidates.get(0);
    if (first == GangPlan.END || first != taken && first != fall) {
      wait(block, taken, TAKEN);
      wait(block, fall, OTHERS);
      poll(block, first);
      dispatch(candidates, next);
      return;
    }
    int low = first == taken ? TAKEN : OTHERS;
    int other = first == taken ? fall : taken;
    if (plan.pending(block).get(first)) {
      asm.kload(0, waiting(first));
      asm.mask(MaskOp.KOR, low, low, 0);
      asm.storeConstant(2, waiting(first), 0);
    }
    Label none = new Label();
    asm.kortest(low, low);
    asm.jump(Condition.E, none);
    poll(block, first);
    wait(block, other, low == TAKEN ? OTHERS : TAKEN);
    asm.kmov(ACTIVE, low);
    asm.jump(blocks[first]);
    asm.bind(none);
    jumpAll(block, other, next);
  }

  private void wait(int block, int target, int mask) {
    if (target != GangPlan.END) {
      addWaiting(block, target, mask);
    }
  }

  /** Back edges look whether the launch was cancelled. */
  private void poll(int block, int target) {
    if (target != GangPlan.END && plan.position(target) <= plan.position(block)) {
      asm.load(8, RCX, Mem.at(FRAME, GangFrame.CANCEL));
      asm.aluImmediate(Alu.CMP, 4, Mem.at(RCX, 0), 0);
      asm.jump(Condition.NE, cancelled);
    }
  }
}
