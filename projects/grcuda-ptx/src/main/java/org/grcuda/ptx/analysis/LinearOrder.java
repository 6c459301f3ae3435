package org.grcuda.ptx.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.Loops.Loop;

/**
 * The pass that puts the reachable blocks in the order in which diverged lanes execute them:
 * topological except for back edges, with every loop contiguous. Lanes wait at the block that they
 * go to; the next block to run is the first in this order at which lanes wait, where "first" goes
 * round the loops: the later blocks of the innermost loop, its header, the later blocks of the loop
 * around it, its header, and so on.
 *
 * <p>A block that only returns is not a block here: lanes that go there end.
 */
public final class LinearOrder {

  /** The target of lanes that end. */
  public static final int END = -1;

  private final ControlFlowGraph graph;
  private final Loops loops;
  private final List<Integer> order = new ArrayList<>();
  private final int[] position;
  private final List<List<Integer>> targets = new ArrayList<>();
  // For each block of the visited loop, the loop directly inside that contains it, or null.
  private final Loop[] child;

  private LinearOrder(ControlFlowGraph graph) {
    this.graph = graph;
    this.loops = Loops.run(graph);
    this.position = new int[graph.blocks().size()];
    this.child = new Loop[graph.blocks().size()];
  }

  /** Orders the blocks. */
  public static LinearOrder run(ControlFlowGraph graph) {
    LinearOrder result = new LinearOrder(graph);
    for (BasicBlock block : graph.blocks()) {
      result.targets.add(result.targets(block));
    }
    result.visit(0, null);
    Arrays.fill(result.position, -1);
    for (int p = 0; p < result.order.size(); p++) {
      result.position[result.order.get(p)] = p;
    }
    return result;
  }

  // ---- targets

  /** Where the lanes that branch go; null where the block ends without a branch, ret or exit. */
  public Integer taken(int block) {
    Instruction last = terminator(block);
    if (last == null) {
      return null;
    }
    List<String> targets = graph.targets(last);
    return targets.isEmpty() ? Integer.valueOf(END) : resolve(graph.blockOf(targets.get(0)));
  }

  /** Where the lanes that do not branch go; null where all do. */
  public Integer fallThrough(int block) {
    Instruction last = terminator(block);
    if (last != null && !last.isGuarded()) {
      return null;
    }
    return block + 1 < graph.blocks().size() ? resolve(graph.blocks().get(block + 1)) : END;
  }

  /** All targets, each once; {@link #END} included. */
  public List<Integer> targets(int block) {
    return targets.get(block);
  }

  private List<Integer> targets(BasicBlock block) {
    Instruction last = terminator(block.index());
    List<Integer> result = new ArrayList<>(2);
    for (int successor : block.successors()) {
      int target = resolve(graph.blocks().get(successor));
      if (!result.contains(target)) {
        result.add(target);
      }
    }
    boolean leaves = last != null && graph.targets(last).isEmpty();
    boolean runsOff =
        (last == null || last.isGuarded()) && block.index() + 1 == graph.blocks().size();
    if ((leaves || runsOff) && !result.contains(END)) {
      result.add(END);
    }
    return List.copyOf(result);
  }

  /** The branch, ret, exit or trap at the end of a block, or null. */
  public Instruction terminator(int block) {
    BasicBlock b = graph.blocks().get(block);
    return b.end() > b.start()
            && graph.function().body().get(b.end() - 1) instanceof Instruction last
            && ControlFlowGraph.isTerminator(last)
        ? last
        : null;
  }

  private int resolve(BasicBlock block) {
    return onlyReturns(graph.function(), block) ? END : block.index();
  }

  private static boolean onlyReturns(PtxFunction function, BasicBlock block) {
    for (int s = block.start(); s < block.end(); s++) {
      Statement statement = function.body().get(s);
      if (statement instanceof Instruction i) {
        return !i.isGuarded() && i.is(Trait.LEAVES);
      }
      if (!(statement instanceof Label)) {
        return false;
      }
    }
    return block.end() == function.body().size();
  }

  // ---- the order

  /** Appends the blocks of a loop, or of the function, inner loops as if they were one block. */
  private void visit(int entry, Loop loop) {
    if (loop != null) {
      loop.blocks().stream().forEach(b -> child[b] = null);
    }
    for (Loop inner : loops.inside(loop)) {
      inner.blocks().stream().forEach(b -> child[b] = inner);
    }
    List<Integer> postorder = new ArrayList<>();
    BitSet seen = new BitSet();
    Deque<Integer> stack = new ArrayDeque<>();
    Deque<Deque<Integer>> rest = new ArrayDeque<>();
    push(entry, loop, seen, stack, rest);
    while (!stack.isEmpty()) {
      Integer next = rest.peek().poll();
      if (next == null) {
        rest.pop();
        postorder.add(stack.pop());
      } else if (!seen.get(next)) {
        push(next, loop, seen, stack, rest);
      }
    }
    for (int node : postorder.reversed()) {
      Loop inner = child[node];
      if (inner == null) {
        order.add(node);
      } else {
        visit(inner.header(), inner);
      }
    }
  }

  private void push(
      int node, Loop loop, BitSet seen, Deque<Integer> stack, Deque<Deque<Integer>> rest) {
    seen.set(node);
    stack.push(node);
    Loop inner = child[node];
    BitSet from = new BitSet();
    if (inner == null) {
      from.set(node);
    } else {
      from.or(inner.blocks());
    }
    BitSet successors = new BitSet();
    from.stream()
        .forEach(
            b ->
                targets(b).stream()
                    .filter(t -> t != END && (loop == null || loop.blocks().get(t)))
                    .forEach(t -> successors.set(node(t))));
    successors.clear(node);
    Deque<Integer> descending = new ArrayDeque<>();
    successors.stream().forEach(descending::push);
    rest.push(descending);
  }

  /** The block or the header of the inner loop that stands for a block of the loop. */
  private int node(int block) {
    Loop inner = child[block];
    return inner == null ? block : inner.header();
  }

  // ---- what follows from it

  /** Indices of the blocks, in order. */
  public List<Integer> order() {
    return Collections.unmodifiableList(order);
  }

  /** The place of a block in the order; -1 where it is not in it. */
  public int position(int block) {
    return position[block];
  }

  public Loops loops() {
    return loops;
  }

  /** Blocks in the order in which they are next after {@code block}. */
  public List<Integer> sort(int block, BitSet blocks) {
    BitSet left = new BitSet();
    for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
      left.set(position[b]);
    }
    List<Integer> result = new ArrayList<>();
    for (Loop loop = loops.innermost(block); loop != null; loop = loop.parent()) {
      move(left, position[block] + 1, loop.blocks(), result);
      if (left.get(position[loop.header()])) {
        left.clear(position[loop.header()]);
        result.add(loop.header());
      }
    }
    move(left, position[block] + 1, null, result);
    move(left, 0, null, result);
    return result;
  }

  /**
   * Moves the blocks from a place on.
   *
   * @param which null for all of them
   */
  private void move(BitSet places, int from, BitSet which, List<Integer> to) {
    for (int p = places.nextSetBit(from); p >= 0; p = places.nextSetBit(p + 1)) {
      int block = order.get(p);
      if (which == null || which.get(block)) {
        places.clear(p);
        to.add(block);
      }
    }
  }
}
