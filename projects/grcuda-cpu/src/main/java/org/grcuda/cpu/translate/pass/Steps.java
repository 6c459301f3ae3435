package org.grcuda.cpu.translate.pass;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Kind;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.LinearOrder;
import org.grcuda.ptx.analysis.Loops.Loop;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Where the lanes of a warp in {@link Lockstep} wait for one another: before each step, and before
 * the back edge of each loop with steps. The lanes that wait at the first place in the {@link
 * LinearOrder} go on, so diverged lanes come together again.
 *
 * <p>A loop that only waits for writes of others has no steps: its lanes may wait for lanes that
 * are ahead of them.
 */
final class Steps {

  private final PtxFunction function;
  private final ControlFlowGraph graph;
  private final LinearOrder order;
  private final BitSet steps = new BitSet();
  private final BitSet waiting = new BitSet();
  private final Map<Integer, Loop> around = new HashMap<>();

  private Steps(ControlFlowGraph graph) {
    this.graph = graph;
    this.function = graph.function();
    this.order = LinearOrder.run(graph);
    for (int s = 0; s < function.body().size(); s++) {
      steps.set(s, Lockstep.gathers(function.body().get(s)));
    }
    List<Loop> loops = order.loops().all();
    loops.stream().filter(this::onlyWaits).forEach(loop -> statements(loop).forEach(waiting::set));
    steps.andNot(waiting);
    for (Loop loop : loops) {
      if (hasSteps(loop)) {
        loop.blocks().stream().forEach(b -> addBranchBack(graph.blocks().get(b), loop));
      }
    }
  }

  /** Finds them; null in a function without steps. */
  static Steps of(ControlFlowGraph graph) {
    return Lockstep.gathersIn(graph.function()) ? new Steps(graph) : null;
  }

  /** Why lanes wait at a statement for one another; null if they do not. */
  Kind kind(int statement) {
    Loop loop = around.get(statement);
    if (loop == null) {
      return steps.get(statement) ? Kind.STEP : null;
    }
    return endsByMemory(loop) ? Kind.STEP_AROUND : Kind.STEP;
  }

  /**
   * The rank of a statement: of the lanes, those at the statement with the lowest rank go on. Lanes
   * in a loop that only waits hold up no others.
   */
  long order(int statement) {
    if (waiting.get(statement)) {
      return Long.MAX_VALUE;
    }
    Loop loop = around.get(statement);
    if (loop == null) {
      return place(order.position(graph.blockAt(statement).index()), statement);
    }
    int last = loop.blocks().stream().map(order::position).max().orElseThrow();
    return place(last, Integer.MAX_VALUE);
  }

  private static long place(int position, int statement) {
    return (long) position << Integer.SIZE | statement;
  }

  private void addBranchBack(BasicBlock block, Loop loop) {
    Instruction last = order.terminator(block.index());
    if (last == null || last.opcode() != Opcode.BRA) {
      return;
    }
    if (graph.blockOf(graph.targets(last).get(0)).index() == loop.header()) {
      around.put(block.end() - 1, loop);
    }
  }

  private boolean hasSteps(Loop loop) {
    return statements(loop).anyMatch(steps::get);
  }

  private IntStream statements(Loop loop) {
    return loop.blocks().stream()
        .mapToObj(b -> graph.blocks().get(b))
        .flatMapToInt(b -> IntStream.range(b.start(), b.end()));
  }

  private List<Instruction> instructions(Loop loop) {
    return statements(loop)
        .mapToObj(function.body()::get)
        .filter(Instruction.class::isInstance)
        .map(Instruction.class::cast)
        .toList();
  }

  private boolean onlyWaits(Loop loop) {
    return endsByMemory(loop) && instructions(loop).stream().noneMatch(Steps::changesMemory);
  }

  private static boolean changesMemory(Instruction i) {
    boolean mayTakeLock = i.has(Modifier.CAS) || i.has(Modifier.EXCH);
    return i.opcode() == Opcode.CALL || i.is(Trait.WRITES) && !mayTakeLock;
  }

  /**
   * Whether the number of iterations of a loop depends on memory that others may write meanwhile.
   */
  private boolean endsByMemory(Loop loop) {
    List<Instruction> body = instructions(loop);
    BitSet deciding = new BitSet();
    for (Instruction i : body) {
      if (ControlFlowGraph.isTerminator(i)) {
        RegisterUse.used(i).forEach(r -> deciding.set(r.index()));
      }
    }
    if (deciding.isEmpty()) {
      return true;
    }
    int before;
    do {
      before = deciding.cardinality();
      for (Instruction i : body) {
        if (RegisterUse.defined(i).stream().anyMatch(r -> deciding.get(r.index()))) {
          if (SuspensionPoints.readsOthers(i)) {
            return true;
          }
          RegisterUse.used(i).forEach(r -> deciding.set(r.index()));
        }
      }
    } while (deciding.cardinality() > before);
    return false;
  }
}
