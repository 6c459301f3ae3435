package org.grcuda.cpu.translate.simd.analysis;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that finds before which statements a gang may have done what its threads must not do
 * twice: stored, communicated, called. Before all others, its code can be left and the threads run
 * from the start. Local memory holds nothing then, so stores to it do not count.
 */
final class Effects {

  private static final Set<String> HARMLESS =
      Set.of("membar", "fence", "prefetch", "prefetchu", "nanosleep", "bra", "brx", "ret", "exit");

  private static final Set<String> SHARED_AMONG_THREADS =
      Set.of("atom", "shfl", "vote", "match", "redux", "elect", "activemask", "call");

  private final ControlFlowGraph graph;
  private final BitSet before = new BitSet();

  private Effects(ControlFlowGraph graph) {
    this.graph = graph;
  }

  /** Finds them. */
  static Effects run(ControlFlowGraph graph) {
    Effects result = new Effects(graph);
    BitSet out = new BitSet();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (BasicBlock block : graph.reversePostorder()) {
        if (result.scan(block, out) && !out.get(block.index())) {
          out.set(block.index());
          changed = true;
        }
      }
    }
    return result;
  }

  /** Marks the statements of a block after an effect; whether there is one at its end. */
  private boolean scan(BasicBlock block, BitSet out) {
    boolean effect = block.predecessors().stream().anyMatch(out::get);
    List<Statement> body = graph.function().body();
    for (int s = block.start(); s < block.end(); s++) {
      before.set(s, before.get(s) || effect);
      effect |= body.get(s) instanceof Instruction i && isEffect(i);
    }
    return effect;
  }

  private static boolean isEffect(Instruction i) {
    if (HARMLESS.contains(i.opcode())) {
      return false;
    }
    if (i.opcode().equals("st")) {
      return i.space() != StateSpace.LOCAL && i.space() != StateSpace.PARAM;
    }
    return SHARED_AMONG_THREADS.contains(i.opcode())
        || !RegisterUse.hasDestination(i)
        || i.opcode().equals("bar")
        || i.opcode().equals("barrier");
  }

  /** Whether some path leads through an effect to the statement at that index of the body. */
  boolean mayPrecede(int statement) {
    return before.get(statement);
  }
}
