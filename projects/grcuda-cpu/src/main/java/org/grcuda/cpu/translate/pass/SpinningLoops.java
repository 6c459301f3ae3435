package org.grcuda.cpu.translate.pass;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Finds the loops of a function that may wait for what other threads write: how often they run
 * depends on it. A loop that swaps a value for the one that it found, until nobody else was faster,
 * waits for nobody.
 */
final class SpinningLoops {

  /** Most looks at blocks and instructions of one function: bounds the time of hostile code. */
  private static final int MOST_LOOKS = 10_000_000;

  /** Longest chain of moves from what a swap found to what the next one expects. */
  private static final int MOST_MOVES = 4;

  private final ControlFlowGraph graph;
  private final BitSet observing = new BitSet();
  private final BitSet swapping = new BitSet();
  private int looks;

  SpinningLoops(ControlFlowGraph graph) {
    this.graph = graph;
    for (BasicBlock block : graph.blocks()) {
      List<Instruction> observers = instructions(block).filter(SpinningLoops::observes).toList();
      boolean swaps = observers.size() == 1 && isSwap(observers.getFirst());
      (swaps ? swapping : observing).set(block.index(), !observers.isEmpty());
    }
  }

  private Stream<Instruction> instructions(BasicBlock block) {
    return graph.function().body().subList(block.start(), block.end()).stream()
        .filter(Instruction.class::isInstance)
        .map(Instruction.class::cast);
  }

  private static boolean observes(Instruction i) {
    boolean adds = i.opcode() == Opcode.ATOM && !i.has(Modifier.CAS) && !i.has(Modifier.EXCH);
    return SuspensionPoints.readsOthers(i) && !adds;
  }

  private static boolean isSwap(Instruction i) {
    return i.is(Opcode.ATOM, Modifier.CAS)
        && !i.isGuarded()
        && i.operands().size() == 4
        && i.operand(0) instanceof Register
        && i.operand(2) instanceof Register;
  }

  /**
   * Whether the loop of the back edge from {@code from} to {@code header} may. Also true if the
   * function has so many and large loops that finding out takes too long, as a thread may always
   * yield.
   */
  boolean spins(BasicBlock from, BasicBlock header) {
    if (observing.isEmpty() && swapping.isEmpty()) {
      return false;
    }
    BitSet seen = new BitSet();
    seen.set(header.index());
    Deque<Integer> pending = new ArrayDeque<>();
    pending.add(header.index());
    if (header != from) {
      seen.set(from.index());
      pending.add(from.index());
    }
    while (!pending.isEmpty()) {
      int index = pending.removeLast();
      if (++looks > MOST_LOOKS) {
        return true;
      }
      if (index != header.index()) {
        for (int predecessor : graph.blocks().get(index).predecessors()) {
          if (!seen.get(predecessor)) {
            seen.set(predecessor);
            pending.add(predecessor);
          }
        }
      }
    }
    return observes(seen) && !waitsAlways(seen, from) && endsByOthers(seen, from);
  }

  /** Whether each round of a loop waits for all threads of the block, so that these go on. */
  private boolean waitsAlways(BitSet loop, BasicBlock from) {
    return loop.stream()
        .mapToObj(graph.blocks()::get)
        .filter(block -> graph.dominates(block.index(), from.index()))
        .flatMap(this::instructions)
        .anyMatch(
            i ->
                i.is(Trait.BARRIER)
                    && !i.isGuarded()
                    && !i.has(Modifier.WARP)
                    && !i.has(Modifier.CLUSTER)
                    && !i.has(Modifier.ARRIVE)
                    && i.operands().size() == 1);
  }

  private boolean observes(BitSet loop) {
    BitSet swaps = (BitSet) swapping.clone();
    swaps.and(loop);
    return loop.intersects(observing)
        || !swaps.stream().allMatch(b -> isRetried(graph.blocks().get(b), loop));
  }

  /**
   * Whether it may depend on what other threads write how often a loop runs: also if that is only
   * read by plain loads, as in a loop with other accesses those may be meant to see it.
   */
  private boolean endsByOthers(BitSet loop, BasicBlock from) {
    List<BasicBlock> blocks = loop.stream().mapToObj(graph.blocks()::get).toList();
    Set<Register> ofOthers = new HashSet<>();
    boolean forks = false;
    for (boolean changed = true; changed; ) {
      changed = false;
      for (BasicBlock block : blocks) {
        boolean always = graph.dominates(block.index(), from.index());
        for (Instruction i : instructions(block).toList()) {
          boolean depends =
              readsShared(i)
                  || i.opcode() == Opcode.CALL
                  || RegisterUse.used(i).stream().anyMatch(ofOthers::contains);
          if (++looks > MOST_LOOKS || leaves(i, block, loop) && (depends || forks && !always)) {
            return true;
          }
          if (depends && i.is(Trait.TERMINATES) && !forks) {
            forks = true;
            changed = true;
          }
          if (depends || forks && !always) {
            changed |= ofOthers.addAll(RegisterUse.defined(i));
          }
        }
      }
    }
    return false;
  }

  /** Whether an instruction reads memory that is not the thread's own, and not constant. */
  private static boolean readsShared(Instruction i) {
    return i.is(Trait.READS)
        && !i.has(Modifier.NC)
        && i.space() != StateSpace.PARAM
        && i.space() != StateSpace.CONST
        && i.space() != StateSpace.LOCAL;
  }

  private static boolean leaves(Instruction i, BasicBlock block, BitSet loop) {
    return i.is(Trait.LEAVES)
        || i.is(Trait.TERMINATES) && !block.successors().stream().allMatch(loop::get);
  }

  /**
   * Whether the swap of a block expects what the last one in the loop found, and the loop ends with
   * the block where it found that: it goes on only if another thread was faster.
   */
  private boolean isRetried(BasicBlock block, BitSet loop) {
    List<Instruction> all = instructions(block).toList();
    Instruction swap = all.stream().filter(SpinningLoops::observes).findFirst().orElseThrow();
    Register found = (Register) swap.operand(0);
    Register expected = (Register) swap.operand(2);
    Instruction branch = all.getLast();
    return branch.opcode() == Opcode.BRA
        && branch.isGuarded()
        && comparison(all, swap, branch.guard().predicate(), found, expected)
            instanceof Instruction comparison
        && !loop.get(ifEqual(block, branch, comparison))
        && comesFrom(expected, found, loop, MOST_MOVES);
  }

  /** The instruction that compares the two for a predicate, after the swap; null if none does. */
  private static Instruction comparison(
      List<Instruction> block, Instruction swap, Register p, Register found, Register expected) {
    for (Instruction i : block.subList(block.indexOf(swap) + 1, block.size())) {
      List<Register> changed = RegisterUse.defined(i);
      if (changed.contains(p)) {
        boolean compares =
            i.opcode() == Opcode.SETP
                && !i.isGuarded()
                && (i.has(Modifier.EQ) || i.has(Modifier.NE))
                && i.operands().size() == 3
                && !i.sourceType().isFloat()
                && List.of(found, expected).containsAll(i.operands().subList(1, 3))
                && !i.operand(1).equals(i.operand(2));
        return compares ? i : null;
      }
      if (changed.contains(found) || changed.contains(expected)) {
        return null;
      }
    }
    return null;
  }

  /** Index of the block that follows if the two are equal. */
  private static int ifEqual(BasicBlock block, Instruction branch, Instruction comparison) {
    boolean taken = comparison.has(Modifier.EQ) != branch.guard().negated();
    return taken ? block.successors().getFirst() : block.successors().getLast();
  }

  /** Whether all values that a loop gives to a register are moved there from another one. */
  private boolean comesFrom(Register to, Register from, BitSet loop, int moves) {
    List<Instruction> definitions =
        loop.stream()
            .mapToObj(graph.blocks()::get)
            .flatMap(this::instructions)
            .peek(i -> looks++)
            .filter(i -> RegisterUse.defined(i).contains(to))
            .toList();
    return moves > 0
        && looks <= MOST_LOOKS
        && !definitions.isEmpty()
        && definitions.stream()
            .allMatch(
                i ->
                    i.opcode() == Opcode.MOV
                        && i.operand(1) instanceof Register source
                        && (source.equals(from) || comesFrom(source, from, loop, moves - 1)));
  }
}
