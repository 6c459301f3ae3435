package org.grcuda.cpu.translate.simd.analysis;

import java.util.BitSet;
import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.LinearOrder;
import org.grcuda.ptx.analysis.Loops.Loop;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * How a gang executes a kernel.
 *
 * <p>Lanes wait at blocks. All lanes that exist wait at the entry at first. The lanes that wait at
 * a block run it together; at its end they go to wait at their targets, and the next block runs:
 * the first of {@link #candidates} at which lanes wait. No block runs without lanes.
 *
 * <p>A register whose {@link #shape} is not varying has one value, or base, for the gang: waiting
 * lanes never need an older value. A varying register must keep the values of inactive lanes if
 * {@link #mustMerge} says so; otherwise it may hold anything there.
 */
public final class GangPlan {

  /** The target of lanes that end. */
  public static final int END = LinearOrder.END;

  private final ControlFlowGraph graph;
  private final LinearOrder order;
  private final Shapes shapes;
  private final List<BasicBlock> blocks;

  private GangPlan(ControlFlowGraph graph, LinearOrder order, Shapes shapes) {
    this.graph = graph;
    this.order = order;
    this.shapes = shapes;
    this.blocks = order.order().stream().map(graph.blocks()::get).toList();
  }

  /**
   * Plans the execution of a kernel.
   *
   * @throws NotVectorizableException if lanes wait at too many blocks
   */
  public static GangPlan run(KernelFlow flow, GangLayout layout) {
    return new GangPlan(flow.graph(), flow.order(), Shapes.run(flow, layout));
  }

  // ---- values

  /** The shape of a register. */
  public Shape shape(Register register) {
    return shapes.of(register);
  }

  /**
   * The shape of an operand; of a memory operand, that of the address. Of a vector of registers,
   * varying.
   */
  public Shape shape(Operand operand) {
    return shapes.of(operand);
  }

  /**
   * Whether the instruction, which makes a 64-bit progression of a 32-bit one, must first test that
   * none of the lanes wraps around in the arithmetic of the source's type, signed or not. If one
   * does, the gang's code must be abandoned; no effect of the gang precedes the instruction.
   */
  public boolean wrapTest(int statement) {
    return shapes.needsTest(statement);
  }

  // ---- control flow

  /** The reachable blocks in the order in which they should be laid out, the entry first. */
  public List<BasicBlock> order() {
    return blocks;
  }

  /** The place of a block in the order; -1 where it does not run. */
  public int position(int block) {
    return order.position(block);
  }

  /**
   * The block to which lanes go that take the branch at the end of the block, or {@link #END}; for
   * {@code brx}, the first target. Null if the block ends without branch, ret, exit or trap.
   */
  public Integer taken(int block) {
    return order.taken(block);
  }

  /**
   * The block to which lanes go that do not take the branch, or {@link #END}; null if all take it.
   */
  public Integer fallThrough(int block) {
    return order.fallThrough(block);
  }

  /** All targets of the block, each once, {@link #END} among them where lanes may end. */
  public List<Integer> targets(int block) {
    return order.targets(block);
  }

  /** The smallest loop that contains the block, or null. */
  public Loop innermostLoop(int block) {
    return order.loops().innermost(block);
  }

  /** Whether a block is in a loop that has no other loop in it. */
  public boolean isInnermost(int block) {
    Loop loop = innermostLoop(block);
    return loop != null && order.loops().inside(loop).isEmpty();
  }

  /** The last instruction of a block, if that is one of control flow. */
  Instruction terminator(int block) {
    return order.terminator(block);
  }

  /** Whether lanes may part at the end of the block: its terminator's guard varies. */
  public boolean isDivergent(int block) {
    return shapes.waiting().isDivergent(block);
  }

  /**
   * Indices of the blocks at which lanes may wait while a block runs; including itself if groups of
   * lanes {@linkplain Meetings meet} there, and one group may go on before another.
   */
  public BitSet pending(int block) {
    return shapes.waiting().at(block);
  }

  /**
   * The blocks that may run next after all lanes went to one target: the first one at which lanes
   * wait runs. The last one is the target, where lanes do wait; it is {@link #END} if that is the
   * target and none wait.
   */
  public List<Integer> candidates(int block, int target) {
    return shapes.waiting().candidates(block, target);
  }

  /**
   * The blocks that may run next after the lanes diverged: the first one at which lanes wait runs.
   * The last one need not be tested; it is {@link #END} if lanes may end.
   */
  public List<Integer> candidates(int block) {
    return shapes.waiting().candidates(block);
  }

  /**
   * The blocks that may run next if the lanes of a block that begins at one of {@link Meetings}
   * must wait there: the first one at which lanes wait runs, if there is one.
   */
  public List<Integer> others(int block) {
    return shapes.waiting().others(block);
  }

  /**
   * Whether lanes that go from a block to a target let others go on first: the loop may wait for
   * what those write.
   */
  public boolean isYield(int block, int target) {
    return shapes.waiting().isYield(block, target);
  }

  /**
   * The blocks that may run next after lanes yielded at the end of a block: the first one at which
   * lanes wait runs. The last one is the target of the branch, where lanes do wait.
   */
  public List<Integer> turn(int block) {
    return shapes.waiting().turn(block);
  }

  // ---- registers

  /** Indices of the registers that lanes waiting elsewhere while a block runs may still read. */
  public BitSet kept(int block) {
    return shapes.kept(block);
  }

  /** Whether a register is among the {@link #kept}. */
  public boolean isKept(int block, Register register) {
    return shapes.isKept(block, register);
  }

  /**
   * Whether the statement, when it writes a register, must leave inactive lanes unchanged, as other
   * lanes still need the old value. A definition under a varying guard also merges under the guard.
   */
  public boolean mustMerge(int statement, Register register) {
    return isKept(graph.blockAt(statement).index(), register);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    List<Statement> body = graph.function().body();
    for (BasicBlock block : order()) {
      int b = block.index();
      text.append("block ").append(b).append(", others wait at ").append(pending(b)).append('\n');
      for (int s = block.start(); s < block.end(); s++) {
        text.append("  ").append(body.get(s).text());
        if (body.get(s) instanceof Instruction i) {
          RegisterUse.defined(i)
              .forEach(r -> text.append("  ").append(r.name()).append(": ").append(shape(r)));
          text.append(wrapTest(s) ? ", tested" : "");
        }
        text.append('\n');
      }
      if (isDivergent(b)) {
        text.append("  parts: ").append(candidates(b)).append('\n');
      } else {
        targets(b).forEach(t -> text.append("  next: ").append(candidates(b, t)).append('\n'));
      }
    }
    return text.toString();
  }
}
