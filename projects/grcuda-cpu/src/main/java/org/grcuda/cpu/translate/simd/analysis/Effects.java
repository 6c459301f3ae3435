package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that finds where code for gangs can be abandoned, so that its threads run from their
 * start as if nothing had happened: where no effect that must not be repeated can have been made.
 *
 * <p>Without barriers the gang or warp starts again: it must not have stored or called; local
 * memory is undefined at the start, so stores to it do not count. With barriers the whole block
 * starts again, whose shared memory is undefined at the start as well; but no gang of the block may
 * have made an effect, and other gangs may be ahead, up to the next barrier.
 */
final class Effects {

  private final ControlFlowGraph graph;
  private final List<Statement> body;
  private final BitSet made = new BitSet();

  private Effects(ControlFlowGraph graph) {
    this.graph = graph;
    this.body = graph.function().body();
  }

  /** Whether the threads of a block wait for one another. */
  static boolean hasBarriers(ControlFlowGraph graph) {
    return graph.function().body().stream()
        .anyMatch(s -> s instanceof Instruction i && isBarrier(i));
  }

  /** For a kernel whose gangs run in turn: others may be ahead anywhere. */
  static Effects everywhere(ControlFlowGraph graph) {
    Effects result = new Effects(graph);
    result.made.set(0, result.body.size());
    return result;
  }

  /** For a kernel without barriers. */
  static Effects run(ControlFlowGraph graph) {
    Effects result = new Effects(graph);
    result.reach(result.made, result.effects(false), false);
    return result;
  }

  /**
   * For a kernel with barriers.
   *
   * @param block shapes over all threads of a block
   */
  static Effects run(ControlFlowGraph graph, Shapes block) {
    Effects result = new Effects(graph);
    if (!result.meetsAtBarriers(block)) {
      return everywhere(graph);
    }
    BitSet effects = result.effects(true);
    result.reach(result.made, effects, false);
    result.addThoseAhead(effects, block);
    return result;
  }

  /** Whether all threads that have not ended wait at the same barrier. */
  private boolean meetsAtBarriers(Shapes block) {
    for (int s = 0; s < body.size(); s++) {
      if (body.get(s) instanceof Instruction i
          && isBarrier(i)
          && graph.isReachable(graph.blockAt(s).index())
          && (i.isGuarded() || !block.waiting().at(graph.blockAt(s).index()).isEmpty())) {
        return false;
      }
    }
    return true;
  }

  /** Gangs between the same two barriers differ only in the branches that they took. */
  private void addThoseAhead(BitSet effects, Shapes block) {
    BitSet before = reaching(effects);
    made.or(before);
    BitSet parting = new BitSet();
    for (BasicBlock b : graph.reversePostorder()) {
      int last = b.end() - 1;
      if (block.waiting().isDivergent(b.index()) && before.get(last)) {
        parting.set(last);
      }
    }
    reach(made, parting, true);
  }

  /** The statements from which control comes to some without passing a barrier. */
  private BitSet reaching(BitSet statements) {
    BitSet result = new BitSet();
    Deque<Integer> pending = new ArrayDeque<>();
    statements.stream().forEach(pending::push);
    while (!pending.isEmpty()) {
      int at = pending.pop();
      for (int from : predecessors(at)) {
        boolean barrier = body.get(from) instanceof Instruction i && isBarrier(i);
        if (!barrier && !result.get(from)) {
          result.set(from);
          pending.push(from);
        }
      }
    }
    return result;
  }

  private List<Integer> predecessors(int statement) {
    BasicBlock block = graph.blockAt(statement);
    if (statement > block.start()) {
      return List.of(statement - 1);
    }
    return block.predecessors().stream()
        .map(graph.blocks()::get)
        .filter(b -> b.end() > b.start())
        .map(b -> b.end() - 1)
        .toList();
  }

  /**
   * Adds the statements that control can reach from others; if {@code stopsAtBarriers}, without
   * passing a barrier.
   */
  private void reach(BitSet reached, BitSet from, boolean stopsAtBarriers) {
    Deque<Integer> pending = new ArrayDeque<>();
    from.stream().forEach(pending::push);
    BitSet seen = new BitSet();
    while (!pending.isEmpty()) {
      int at = pending.pop();
      if (stopsAtBarriers && body.get(at) instanceof Instruction i && isBarrier(i)) {
        continue;
      }
      for (int next : successors(at)) {
        if (!seen.get(next)) {
          seen.set(next);
          reached.set(next);
          pending.push(next);
        }
      }
    }
  }

  private List<Integer> successors(int statement) {
    BasicBlock block = graph.blockAt(statement);
    if (statement + 1 < block.end()) {
      return List.of(statement + 1);
    }
    return block.successors().stream()
        .map(graph.blocks()::get)
        .filter(b -> b.end() > b.start())
        .map(BasicBlock::start)
        .toList();
  }

  private BitSet effects(boolean restartsBlock) {
    BitSet result = new BitSet();
    for (int s = 0; s < body.size(); s++) {
      if (body.get(s) instanceof Instruction i && isEffect(i, restartsBlock)) {
        result.set(s);
      }
    }
    return result;
  }

  private static boolean isEffect(Instruction i, boolean restartsBlock) {
    if (isHarmless(i) || isBarrier(i) || Meetings.isOfWarp(i)) {
      return false;
    }
    boolean undefinedAtStart =
        i.space() == StateSpace.LOCAL
            || i.space() == StateSpace.PARAM
            || restartsBlock && i.space() == StateSpace.SHARED;
    return !undefinedAtStart
        && (i.is(Trait.WRITES) || i.opcode() == Opcode.CALL || !RegisterUse.hasDestination(i));
  }

  private static boolean isHarmless(Instruction i) {
    boolean branches = i.is(Trait.TERMINATES) && i.opcode() != Opcode.TRAP;
    return branches || i.is(Trait.FENCE) || i.is(Trait.HINT);
  }

  private static boolean isBarrier(Instruction i) {
    return i.is(Trait.BARRIER) && !i.has(Modifier.WARP);
  }

  /** Whether an effect may have been made when the statement at that index of the body runs. */
  boolean mayPrecede(int statement) {
    return made.get(statement);
  }
}
