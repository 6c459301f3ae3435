package org.grcuda.ptx.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Trait;

/**
 * Basic blocks of a function and the edges between them.
 *
 * <p>A block ends after a branch, {@code ret}, {@code exit} or {@code trap}, guarded or not, and
 * before a label. A guarded one falls through as well. Control that runs off the end of the body
 * returns (PTX ISA 9.7.12).
 */
public final class ControlFlowGraph {

  private final PtxFunction function;
  private final List<BasicBlock> blocks;
  private final int[] blockOfStatement;
  private final Map<String, Integer> statementOfLabel;
  private final int[] reversePostorder;
  private final int[] orderOfBlock;
  private final int[] immediateDominator;

  private ControlFlowGraph(PtxFunction function) {
    this.function = function;
    int[] starts = leaders(function.body());
    this.blockOfStatement = new int[function.body().size()];
    this.statementOfLabel = new HashMap<>();
    for (int b = 0; b < starts.length - 1; b++) {
      for (int s = starts[b]; s < starts[b + 1]; s++) {
        blockOfStatement[s] = b;
        if (function.body().get(s) instanceof Label label) {
          statementOfLabel.put(label.name(), s);
        }
      }
    }
    this.blocks = connect(starts);
    this.orderOfBlock = new int[blocks.size()];
    this.reversePostorder = computeReversePostorder();
    this.immediateDominator = computeDominators();
  }

  /** The graph of a function that has a body. */
  public static ControlFlowGraph of(PtxFunction function) {
    return new ControlFlowGraph(function);
  }

  /** Control may leave after this instruction other than to the next one. */
  public static boolean isTerminator(Instruction instruction) {
    return instruction.is(Trait.TERMINATES);
  }

  /** The function. */
  public PtxFunction function() {
    return function;
  }

  /** All blocks in source order, unreachable ones included; at least one. */
  public List<BasicBlock> blocks() {
    return blocks;
  }

  /** The block of the statement at that index of the body. */
  public BasicBlock blockAt(int statement) {
    return blocks.get(blockOfStatement[statement]);
  }

  /** The block that begins with that label; IllegalArgumentException where the body has none. */
  public BasicBlock blockOf(String label) {
    return blockAt(statementOf(label));
  }

  /** Index in the body of that label; IllegalArgumentException where the body has none. */
  public int statementOf(String label) {
    Integer statement = statementOfLabel.get(label);
    if (statement == null) {
      throw new IllegalArgumentException("no label " + label + " in " + function.name());
    }
    return statement;
  }

  /** The reachable blocks, each before its successors except along back edges. */
  public List<BasicBlock> reversePostorder() {
    return Arrays.stream(reversePostorder).mapToObj(blocks::get).toList();
  }

  /** Some path leads from the entry to the block. */
  public boolean isReachable(int block) {
    return orderOfBlock[block] >= 0;
  }

  /** Index of the closest strict dominator; -1 for the entry and for unreachable blocks. */
  public int immediateDominator(int block) {
    return immediateDominator[block];
  }

  /** Every path from the entry to {@code block} passes {@code dominator}; both reachable. */
  public boolean dominates(int dominator, int block) {
    int b = block;
    while (b >= 0 && orderOfBlock[b] > orderOfBlock[dominator]) {
      b = immediateDominator[b];
    }
    return b == dominator;
  }

  /**
   * An edge against the reverse postorder: every cycle has one. In reducible code its target
   * dominates its source.
   */
  public boolean isBackEdge(int from, int to) {
    return isReachable(from) && orderOfBlock[to] <= orderOfBlock[from];
  }

  /**
   * The labels that an instruction may branch to; of {@code brx.idx} the list in order, repeats
   * included; empty for anything but a branch.
   */
  public List<String> targets(Instruction instruction) {
    return switch (instruction.opcode()) {
      case BRA -> List.of(((Operand.LabelReference) instruction.operand(0)).name());
      case BRX -> function.branchTargets().get(((Operand.Symbol) instruction.operand(1)).name());
      default -> List.of();
    };
  }

  private static int[] leaders(List<Statement> body) {
    TreeSet<Integer> starts = new TreeSet<>(List.of(0, body.size()));
    for (int i = 0; i < body.size(); i++) {
      switch (body.get(i)) {
        case Label label -> {
          if (i > 0 && !(body.get(i - 1) instanceof Label)) {
            starts.add(i);
          }
        }
        case Instruction instruction -> {
          if (isTerminator(instruction)) {
            starts.add(i + 1);
          }
        }
      }
    }
    int[] result = starts.stream().mapToInt(Integer::intValue).toArray();
    return result.length == 1 ? new int[] {0, 0} : result;
  }

  private List<BasicBlock> connect(int[] starts) {
    int count = starts.length - 1;
    List<Set<Integer>> successors = new ArrayList<>();
    List<Set<Integer>> predecessors = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      predecessors.add(new TreeSet<>());
    }
    for (int b = 0; b < count; b++) {
      Set<Integer> out = new LinkedHashSet<>();
      boolean fallsThrough = true;
      if (starts[b + 1] > starts[b]
          && function.body().get(starts[b + 1] - 1) instanceof Instruction last
          && isTerminator(last)) {
        targets(last).forEach(label -> out.add(blockOfStatement[statementOf(label)]));
        fallsThrough = last.isGuarded();
      }
      if (fallsThrough && b + 1 < count) {
        out.remove(b + 1);
        out.add(b + 1);
      }
      for (int to : out) {
        predecessors.get(to).add(b);
      }
      successors.add(out);
    }
    List<BasicBlock> result = new ArrayList<>(count);
    for (int b = 0; b < count; b++) {
      result.add(
          new BasicBlock(
              b,
              starts[b],
              starts[b + 1],
              List.copyOf(successors.get(b)),
              List.copyOf(predecessors.get(b))));
    }
    return List.copyOf(result);
  }

  private int[] computeReversePostorder() {
    Arrays.fill(orderOfBlock, -1);
    int[] postorder = new int[blocks.size()];
    int[] nextSuccessor = new int[blocks.size()];
    int done = 0;
    BitSet seen = new BitSet();
    Deque<Integer> stack = new ArrayDeque<>();
    stack.push(0);
    seen.set(0);
    while (!stack.isEmpty()) {
      int block = stack.peek();
      List<Integer> out = blocks.get(block).successors();
      if (nextSuccessor[block] == out.size()) {
        stack.pop();
        postorder[done++] = block;
      } else {
        int to = out.get(nextSuccessor[block]++);
        if (!seen.get(to)) {
          seen.set(to);
          stack.push(to);
        }
      }
    }
    int[] order = new int[done];
    for (int i = 0; i < done; i++) {
      order[i] = postorder[done - 1 - i];
      orderOfBlock[order[i]] = i;
    }
    return order;
  }

  /** Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, section 3. */
  private int[] computeDominators() {
    int[] dominator = new int[blocks.size()];
    Arrays.fill(dominator, -1);
    dominator[0] = 0;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 1; i < reversePostorder.length; i++) {
        int block = reversePostorder[i];
        int candidate = -1;
        for (int from : blocks.get(block).predecessors()) {
          if (dominator[from] >= 0) {
            candidate = candidate < 0 ? from : intersect(dominator, from, candidate);
          }
        }
        if (dominator[block] != candidate) {
          dominator[block] = candidate;
          changed = true;
        }
      }
    }
    dominator[0] = -1;
    return dominator;
  }

  private int intersect(int[] dominator, int left, int right) {
    int a = left;
    int b = right;
    while (a != b) {
      if (orderOfBlock[a] > orderOfBlock[b]) {
        a = dominator[a];
      } else {
        b = dominator[b];
      }
    }
    return a;
  }

  /**
   * Whether control can go from one block to another, by way of others or none.
   *
   * @param without a block that is not on the way; null for none
   */
  public boolean reaches(BasicBlock from, BasicBlock to, BasicBlock without) {
    return reaches(from, block -> block == to, block -> block != without);
  }

  /**
   * Whether control can go from a block to one of others.
   *
   * @param isTarget whether a block is one of them
   * @param isPassed whether control may go on behind a block that is none of them
   */
  public boolean reaches(
      BasicBlock from, Predicate<BasicBlock> isTarget, Predicate<BasicBlock> isPassed) {
    BitSet seen = new BitSet();
    Deque<Integer> pending = new ArrayDeque<>(from.successors());
    while (!pending.isEmpty()) {
      BasicBlock next = blocks.get(pending.pop());
      if (seen.get(next.index())) {
        continue;
      }
      seen.set(next.index());
      if (isTarget.test(next)) {
        return true;
      }
      if (isPassed.test(next)) {
        pending.addAll(next.successors());
      }
    }
    return false;
  }
}
