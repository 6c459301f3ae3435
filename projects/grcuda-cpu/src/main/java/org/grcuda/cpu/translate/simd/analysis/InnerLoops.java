package org.grcuda.cpu.translate.simd.analysis;

import java.util.List;
import java.util.stream.Stream;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.Loops.Loop;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * What lanes do in the loops that have no other loop in them, where most time goes by: it decides
 * how many threads a gang is.
 */
public final class InnerLoops {

  /** Such a part of the instructions of loops, or more, are accesses of lanes apart. */
  private static final int MOST_PER_ACCESS = 3;

  private final KernelFlow flow;
  private final GangPlan plan;
  private final Indexed indexed;
  private final List<BasicBlock> blocks;

  private InnerLoops(KernelFlow flow, GangPlan plan, Indexed indexed) {
    this.flow = flow;
    this.plan = plan;
    this.indexed = indexed;
    this.blocks = plan.order().stream().filter(b -> plan.isInnermost(b.index())).toList();
  }

  /** Of a kernel whose gangs are planned. */
  public static InnerLoops of(KernelFlow flow, GangPlan plan, Indexed indexed) {
    return new InnerLoops(flow, plan, indexed);
  }

  private Stream<Instruction> instructions(BasicBlock block) {
    return flow.graph().function().body().subList(block.start(), block.end()).stream()
        .filter(Instruction.class::isInstance)
        .map(Instruction.class::cast);
  }

  /** Whether lanes access neighbouring elements. */
  public boolean accessRows() {
    return blocks.stream().flatMap(this::instructions).anyMatch(i -> accesses(i, false));
  }

  /**
   * Whether lanes leave a loop after different numbers of iterations: what is compared varies, and
   * not by a constant from lane to lane.
   */
  public boolean part() {
    return blocks.stream().anyMatch(this::isLeft);
  }

  /**
   * Whether a third or more of the instructions of the loops that lanes leave one by one are
   * accesses to elements that are no neighbours.
   */
  public boolean gather() {
    int accesses = 0;
    int all = 0;
    for (BasicBlock block : blocks) {
      Loop loop = plan.innermostLoop(block.index());
      if (blocks.stream().noneMatch(b -> loop.blocks().get(b.index()) && isLeft(b))) {
        continue;
      }
      for (int s = block.start(); s < block.end(); s++) {
        if (flow.graph().function().body().get(s) instanceof Instruction i && !indexed.drops(s)) {
          accesses += accesses(i, true) ? 1 : 0;
          all++;
        }
      }
    }
    return accesses > 0 && MOST_PER_ACCESS * accesses >= all;
  }

  private boolean isLeft(BasicBlock block) {
    Loop loop = plan.innermostLoop(block.index());
    return plan.isDivergent(block.index())
        && plan.targets(block.index()).stream()
            .anyMatch(t -> t == GangPlan.END || !loop.blocks().get(t))
        && plan.terminator(block.index()).guard() != null
        && comparesVarying(block, plan.terminator(block.index()).guard().predicate());
  }

  private boolean comparesVarying(BasicBlock block, Register predicate) {
    return instructions(block)
        .anyMatch(
            i ->
                i.opcode() == Opcode.SETP
                    && RegisterUse.defined(i).contains(predicate)
                    && RegisterUse.used(i).stream().anyMatch(r -> plan.shape(r).isVarying()));
  }

  /** Whether lanes access neighbours, or elements apart. */
  private boolean accesses(Instruction i, boolean apart) {
    return (i.opcode() == Opcode.LD || i.opcode() == Opcode.ST)
        && i.operands().stream()
            .filter(Operand.Address.class::isInstance)
            .map(plan::shape)
            .anyMatch(shape -> apart ? shape.isVarying() : shape.isAffine());
  }
}
