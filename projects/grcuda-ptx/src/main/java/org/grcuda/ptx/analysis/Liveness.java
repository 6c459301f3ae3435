package org.grcuda.ptx.analysis;

import java.util.BitSet;
import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Statement;

/**
 * Live registers: those whose value some path may still read. Sets hold {@code Register.index()}.
 *
 * <p>Backward data flow to a fixpoint. A guarded instruction does not end a live range.
 */
public final class Liveness {

  private final ControlFlowGraph graph;
  private final BitSet[] liveIn;
  private final BitSet[] liveOut;

  private Liveness(ControlFlowGraph graph) {
    this.graph = graph;
    int count = graph.blocks().size();
    this.liveIn = new BitSet[count];
    this.liveOut = new BitSet[count];
    BitSet[] upwardExposed = new BitSet[count];
    BitSet[] killed = new BitSet[count];
    for (BasicBlock block : graph.blocks()) {
      int b = block.index();
      liveIn[b] = new BitSet();
      liveOut[b] = new BitSet();
      upwardExposed[b] = new BitSet();
      killed[b] = new BitSet();
      summarise(block, upwardExposed[b], killed[b]);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = count - 1; b >= 0; b--) {
        for (int successor : graph.blocks().get(b).successors()) {
          liveOut[b].or(liveIn[successor]);
        }
        BitSet in = (BitSet) liveOut[b].clone();
        in.andNot(killed[b]);
        in.or(upwardExposed[b]);
        if (!in.equals(liveIn[b])) {
          liveIn[b] = in;
          changed = true;
        }
      }
    }
  }

  /** The live registers of a function. */
  public static Liveness of(ControlFlowGraph graph) {
    return new Liveness(graph);
  }

  /** Registers live where the block begins; the caller owns the copy. */
  public BitSet liveIn(int block) {
    return (BitSet) liveIn[block].clone();
  }

  /** Registers live where the block ends; the caller owns the copy. */
  public BitSet liveOut(int block) {
    return (BitSet) liveOut[block].clone();
  }

  /**
   * Registers live after the statement at that index of the body. Of a branch: on any way out. The
   * caller owns the copy.
   */
  public BitSet liveAfter(int statement) {
    BasicBlock block = graph.blockAt(statement);
    BitSet live = liveOut(block.index());
    List<Statement> body = graph.function().body();
    for (int i = block.end() - 1; i > statement; i--) {
      step(body.get(i), live);
    }
    return live;
  }

  /** Registers live before the statement at that index of the body; the caller owns the copy. */
  public BitSet liveBefore(int statement) {
    BitSet live = liveAfter(statement);
    step(graph.function().body().get(statement), live);
    return live;
  }

  private void summarise(BasicBlock block, BitSet upwardExposed, BitSet killed) {
    for (int i = block.start(); i < block.end(); i++) {
      if (graph.function().body().get(i) instanceof Instruction instruction) {
        RegisterUse.used(instruction)
            .forEach(
                r -> {
                  if (!killed.get(r.index())) {
                    upwardExposed.set(r.index());
                  }
                });
        if (!instruction.isGuarded()) {
          RegisterUse.defined(instruction).forEach(r -> killed.set(r.index()));
        }
      }
    }
  }

  private static void step(Statement statement, BitSet live) {
    if (statement instanceof Instruction instruction) {
      if (!instruction.isGuarded()) {
        RegisterUse.defined(instruction).forEach(r -> live.clear(r.index()));
      }
      RegisterUse.used(instruction).forEach(r -> live.set(r.index()));
    }
  }
}
