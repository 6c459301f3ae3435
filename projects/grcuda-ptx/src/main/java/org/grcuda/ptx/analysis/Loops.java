package org.grcuda.ptx.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The natural loops of a function and how they nest. A cycle that no block dominates does not count
 * as a loop.
 */
public final class Loops {

  /**
   * One loop.
   *
   * @param blocks indices, the header's and those of inner loops included
   * @param parent the next loop around it, or null
   */
  public record Loop(int header, BitSet blocks, Loop parent) {}

  private final Loop[] innermost;
  private final List<Loop> all = new ArrayList<>();
  // By the header of the enclosing loop, -1 if there is none.
  private final Map<Integer, List<Loop>> inside = new HashMap<>();

  private Loops(int blocks) {
    this.innermost = new Loop[blocks];
  }

  /** Finds the loops. */
  public static Loops run(ControlFlowGraph graph) {
    TreeMap<Integer, BitSet> bodies = new TreeMap<>();
    for (BasicBlock block : graph.reversePostorder()) {
      for (int to : block.successors()) {
        if (graph.isBackEdge(block.index(), to) && graph.dominates(to, block.index())) {
          collect(graph, block.index(), bodies.computeIfAbsent(to, h -> header(h)));
        }
      }
    }
    Loops loops = new Loops(graph.blocks().size());
    bodies.entrySet().stream()
        .sorted(Comparator.comparingInt(e -> -e.getValue().cardinality()))
        .forEach(e -> loops.add(e.getKey(), e.getValue()));
    return loops;
  }

  private static BitSet header(int header) {
    BitSet body = new BitSet();
    body.set(header);
    return body;
  }

  private static void collect(ControlFlowGraph graph, int latch, BitSet body) {
    Deque<Integer> pending = new ArrayDeque<>(List.of(latch));
    while (!pending.isEmpty()) {
      int block = pending.pop();
      if (!body.get(block) && graph.isReachable(block)) {
        body.set(block);
        graph.blocks().get(block).predecessors().forEach(pending::push);
      }
    }
  }

  /** Adds a loop after those around it, which are larger. */
  private void add(int header, BitSet blocks) {
    Loop loop = new Loop(header, blocks, innermost[header]);
    blocks.stream().forEach(b -> innermost[b] = loop);
    all.add(loop);
    inside.computeIfAbsent(headerOf(loop.parent()), h -> new ArrayList<>()).add(loop);
  }

  private static int headerOf(Loop loop) {
    return loop == null ? -1 : loop.header();
  }

  /** The loops directly inside a loop; of null, those inside no other. */
  public List<Loop> inside(Loop loop) {
    return inside.getOrDefault(headerOf(loop), List.of());
  }

  /** The smallest loop that contains the block, or null. */
  public Loop innermost(int block) {
    return innermost[block];
  }

  /** How many loops contain the block. */
  public int depth(int block) {
    int depth = 0;
    for (Loop loop = innermost[block]; loop != null; loop = loop.parent()) {
      depth++;
    }
    return depth;
  }

  /** All loops, outer ones before inner ones. */
  public List<Loop> all() {
    return all;
  }
}
