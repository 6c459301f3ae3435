package org.grcuda.cpu.translate.simd.analysis;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that finds which registers a gang saves where it stops at a barrier, and which it
 * restores behind it, as other gangs use the same machine registers in the meantime.
 *
 * <p>Each register has one place in the gang's area. So a gang saves what it may have written since
 * it last stopped, and restores what it may read or write before it stops again, or will save
 * there. What it only carries from one barrier to the next stays in the area. All lanes of a gang
 * stop at the same barrier, so a path of the control flow stands for the gang.
 */
public final class BarrierSaves {

  /** From one barrier, or from the start, to the barriers that are reached next. */
  private static final class Segment {
    private final BitSet written = new BitSet();
    private final BitSet touched = new BitSet();

    /** Blocks of the next barriers. */
    private final BitSet ends = new BitSet();
  }

  private final ControlFlowGraph graph;
  private final Liveness liveness;
  private final Indexed indexed;
  private final Map<Integer, Segment> segments = new HashMap<>();
  private final Map<Integer, BitSet> saved = new HashMap<>();
  private final Map<Integer, BitSet> restored = new HashMap<>();

  private BarrierSaves(KernelFlow flow, Indexed indexed) {
    this.graph = flow.graph();
    this.liveness = flow.liveness();
    this.indexed = indexed;
  }

  /** Finds them. */
  public static BarrierSaves run(KernelFlow flow, Indexed indexed) {
    BarrierSaves result = new BarrierSaves(flow, indexed);
    for (BasicBlock block : flow.graph().reversePostorder()) {
      if (result.barrier(block.index()) != null) {
        result.segments.put(block.index(), result.segment(block.index()));
      }
    }
    if (flow.yields().exist()) {
      // A gang that yields stops elsewhere, too.
      result.segments.keySet().forEach(result::keepAll);
    } else if (!result.segments.isEmpty()) {
      Segment start = result.segment(0);
      result.segments.keySet().forEach(block -> result.save(block, start));
      result.segments.forEach(result::restore);
    }
    return result;
  }

  /** The registers that a gang saves at the barrier with which a block begins. */
  public BitSet saved(int block) {
    return saved.get(block);
  }

  /** The registers that a gang restores behind the barrier with which a block begins. */
  public BitSet restored(int block) {
    return restored.get(block);
  }

  private Instruction barrier(int block) {
    Instruction first = Meetings.first(graph, graph.blocks().get(block));
    return first != null && Meetings.isBarrier(first) ? first : null;
  }

  private BitSet live(int block) {
    BasicBlock begins = graph.blocks().get(block);
    for (int s = begins.start(); s < begins.end(); s++) {
      if (graph.function().body().get(s) instanceof Instruction) {
        return liveness.liveAfter(s);
      }
    }
    throw new IllegalStateException("a block without instructions");
  }

  private void keepAll(int block) {
    saved.put(block, live(block));
    restored.put(block, live(block));
  }

  private void save(int block, Segment start) {
    BitSet result = live(block);
    if (block != 0 && !start.ends.get(block)) {
      BitSet written = new BitSet();
      segments.values().stream()
          .filter(before -> before.ends.get(block))
          .forEach(before -> written.or(before.written));
      result.and(written);
    }
    saved.put(block, result);
  }

  private void restore(int block, Segment segment) {
    BitSet needed = (BitSet) segment.touched.clone();
    segment.ends.stream().forEach(end -> needed.or(saved.get(end)));
    needed.and(live(block));
    restored.put(block, needed);
  }

  /** What follows from a block on, up to the next barriers. */
  private Segment segment(int from) {
    Segment result = new Segment();
    BitSet seen = new BitSet();
    BitSet left = new BitSet();
    left.set(from);
    while (!left.isEmpty()) {
      int block = left.nextSetBit(0);
      left.clear(block);
      seen.set(block);
      touch(graph.blocks().get(block), result);
      for (int next : graph.blocks().get(block).successors()) {
        Instruction barrier = barrier(next);
        if (barrier != null) {
          result.ends.set(next);
          RegisterUse.used(barrier).forEach(r -> result.touched.set(r.index()));
        }
        if ((barrier == null || barrier.isGuarded()) && !seen.get(next)) {
          left.set(next);
        }
      }
    }
    return result;
  }

  private void touch(BasicBlock block, Segment segment) {
    for (int s = block.start(); s < block.end(); s++) {
      Statement statement = graph.function().body().get(s);
      if (statement instanceof Instruction i) {
        indexed.used(s, i).forEach(r -> segment.touched.set(r.index()));
        RegisterUse.used(i).forEach(r -> segment.touched.set(r.index()));
        for (Register r : RegisterUse.defined(i)) {
          segment.touched.set(r.index());
          segment.written.set(r.index());
        }
      }
    }
  }
}
