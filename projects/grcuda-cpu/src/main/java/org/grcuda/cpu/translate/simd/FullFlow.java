package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;

import org.grcuda.cpu.translate.simd.analysis.GangPlan;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Control flow of the code for all lanes of a gang: none waits elsewhere, and none has ended. Where
 * lanes part, {@link Flow} goes on with the code for some lanes.
 */
final class FullFlow {

  /** Kernels of more statements have code for some lanes only. */
  private static final int MOST_STATEMENTS = 4000;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final GangPlan plan;
  private final Flow flow;
  private final CompareOps compares;
  private final Label[] blocks;
  private final boolean exists;

  FullFlow(GangEmitter e, Flow flow, CompareOps compares) {
    this.e = e;
    this.asm = e.asm();
    this.plan = e.scope().plan();
    this.flow = flow;
    this.compares = compares;
    this.exists = fits(e.scope().function());
    this.blocks = new Label[e.scope().graph().blocks().size()];
    for (int b = 0; b < blocks.length; b++) {
      blocks[b] = new Label();
    }
  }

  /** Whether a kernel has such code. */
  static boolean fits(PtxFunction kernel) {
    return kernel.body().size() <= MOST_STATEMENTS;
  }

  /** Whether there is such code. */
  boolean exists() {
    return exists;
  }

  /** Begins a block. */
  void enter(BasicBlock block) {
    asm.bind(blocks[block.index()]);
  }

  /** Goes to the code of a block if all lanes are active; changes rax and rcx. */
  void enterIfFull(int block) {
    if (exists) {
      e.activeLanes(RAX, RCX);
      asm.aluImmediate(Alu.CMP, 4, RAX, e.allLanes());
      asm.jump(Condition.E, blocks[block]);
    }
  }

  /** The comparison of a block that {@link #leave} emits; null if there is none. */
  Instruction comparison(BasicBlock block) {
    if (!plan.isDivergent(block.index())) {
      return flow.comparison(block);
    }
    Instruction i = flow.decision(block);
    boolean known =
        i != null
            && i.sourceType().size() >= Integer.BYTES
            && i.sourceType().size() <= Long.BYTES
            && !HalfOps.isHalf(i.sourceType());
    return known ? i : null;
  }

  /**
   * Ends a block.
   *
   * @param comparison that decides where lanes go, or null if their predicate is known
   */
  void leave(BasicBlock block, Instruction last, Instruction comparison) {
    flow.leave(
        block, last, comparison, this::go, (b, guard, next) -> part(b, guard, comparison, next));
  }

  /** All lanes go to a target. */
  private void go(int block, int target, int next) {
    flow.poll(block, target);
    if (plan.isYield(block, target)) {
      flow.yieldAll(block, blocks[target]);
    } else if (target == GangPlan.END) {
      asm.jump(flow.end());
    } else if (target != next) {
      asm.jump(blocks[target]);
    }
  }

  /**
   * Lanes go two ways. All going the same is the fast path, and where a progression is compared one
   * scalar comparison finds it; lanes that part leave for the code for some lanes.
   */
  private void part(int block, Guard guard, Instruction comparison, int next) {
    int one = guard.negated() ? plan.fallThrough(block) : plan.taken(block);
    int zero = guard.negated() ? plan.taken(block) : plan.fallThrough(block);
    Label slow = new Label();
    Label allOne = new Label();
    Label allZero = new Label();
    CompareOps.Outcome likely =
        comparison == null ? null : compares.jumpUnlessSame(comparison, slow);
    Runnable test =
        () -> {
          if (comparison == null) {
            e.toBits(() -> e.predicate(guard.predicate(), K0), RDI);
          } else {
            compares.toBits(comparison, RDI);
          }
          asm.test(4, RDI, RDI);
          asm.jump(Condition.E, allZero);
          asm.aluImmediate(Alu.CMP, 4, RDI, e.allLanes());
        };
    if (e.threads() == 1) {
      test.run();
    } else if (likely == null) {
      test.run();
      Label mixed = new Label();
      asm.jump(Condition.NE, mixed);
      e.later(
          () -> {
            asm.bind(mixed);
            flow.part(block, one, zero, RDI);
          });
    } else {
      e.later(
          () -> {
            asm.bind(slow);
            test.run();
            asm.jump(Condition.E, allOne);
            flow.part(block, one, zero, RDI);
          });
    }
    if (likely == CompareOps.Outcome.ALL_ZERO) {
      asm.bind(allZero);
      go(block, zero, Flow.NOWHERE);
      asm.bind(allOne);
      go(block, one, next);
    } else {
      asm.bind(allOne);
      go(block, one, Flow.NOWHERE);
      asm.bind(allZero);
      go(block, zero, next);
    }
  }
}
