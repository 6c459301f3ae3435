package org.grcuda.ptx.analysis;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;

/**
 * Live registers: registers whose value some path may still read. Sets hold {@code
 * Register.index()}.
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
    solve(upwardExposed, killed);
  }

  /** A block is visited again only if the set of registers live after it has grown. */
  private void solve(BitSet[] upwardExposed, BitSet[] killed) {
    int[] order = successorsFirst();
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    BitSet pending = new BitSet();
    pending.set(0, order.length);
    int next = 0;
    while (next >= 0) {
      pending.clear(next);
      int b = order[next];
      BitSet in = (BitSet) liveOut[b].clone();
      in.andNot(killed[b]);
      in.or(upwardExposed[b]);
      int from = next;
      if (!in.equals(liveIn[b])) {
        liveIn[b] = in;
        for (int p : graph.blocks().get(b).predecessors()) {
          liveOut[p].or(in);
          pending.set(place[p]);
          from = Math.min(from, place[p]);
        }
      }
      next = pending.nextSetBit(from);
    }
  }

  /** All blocks, the reachable ones each after its successors except along back edges. */
  private int[] successorsFirst() {
    List<BasicBlock> reachable = graph.reversePostorder().reversed();
    return IntStream.concat(
            reachable.stream().mapToInt(BasicBlock::index),
            IntStream.range(0, graph.blocks().size()).filter(b -> !graph.isReachable(b)))
        .toArray();
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
   * Registers live after the statement at that index of the body. After a branch: those live on any
   * way out. The caller owns the copy. This passes over the rest of the block; use {@link
   * #backwards} for many statements.
   */
  public BitSet liveAfter(int statement) {
    return backwards().liveAfter(statement);
  }

  /** Registers live before the statement at that index of the body; the caller owns the copy. */
  public BitSet liveBefore(int statement) {
    return backwards().liveBefore(statement);
  }

  /** A new walk from the end of the function to its start. */
  public Walk backwards() {
    return new Walk();
  }

  /**
   * Live registers at many statements. If they are asked for in descending order, all of them
   * together cost one pass over the function. Any other order is correct, too, but slow.
   */
  public final class Walk {

    private BasicBlock block;
    // The registers that are live after this statement of the block.
    private int position;
    private final BitSet live = new BitSet();

    private Walk() {}

    /** As {@link Liveness#liveAfter}. */
    public BitSet liveAfter(int statement) {
      go(statement);
      return (BitSet) live.clone();
    }

    /** As {@link Liveness#liveBefore}. */
    public BitSet liveBefore(int statement) {
      BitSet before = liveAfter(statement);
      step(graph.function().body().get(statement), before);
      return before;
    }

    private void go(int statement) {
      BasicBlock to = graph.blockAt(statement);
      if (to != block || statement > position) {
        block = to;
        position = to.end() - 1;
        live.clear();
        live.or(liveOut[to.index()]);
      }
      List<Statement> body = graph.function().body();
      while (position > statement) {
        step(body.get(position), live);
        position--;
      }
    }
  }

  private void summarise(BasicBlock block, BitSet upwardExposed, BitSet killed) {
    for (int i = block.start(); i < block.end(); i++) {
      if (graph.function().body().get(i) instanceof Instruction instruction) {
        for (Register r : RegisterUse.used(instruction)) {
          if (!killed.get(r.index())) {
            upwardExposed.set(r.index());
          }
        }
        if (!instruction.isGuarded()) {
          for (Register r : RegisterUse.defined(instruction)) {
            killed.set(r.index());
          }
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
