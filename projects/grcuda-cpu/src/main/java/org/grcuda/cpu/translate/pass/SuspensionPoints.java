package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.grcuda.cpu.translate.pass.Segmentation.Segment;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/**
 * The pass that finds where a thread may have to wait for others: barriers and warp operations, and
 * the back edges of loops in which it may spin on memory that another thread of the block writes.
 *
 * <p>sm_70 and later guarantee progress to every thread (CUDA C++ Programming Guide, Independent
 * Thread Scheduling), hence the last kind.
 */
public final class SuspensionPoints {

  /** Why a thread suspends. */
  public enum Kind {
    /** Until enough threads of the block arrived. */
    BARRIER,
    /** Until every live lane of the member mask arrived. */
    WARP,
    /**
     * Until no lane of the warp can go on elsewhere; the lanes that wait here are active together.
     */
    ACTIVE_MASK,
    /** Until no lane of the warp waits at an earlier place: {@link Lockstep}. */
    STEP,
    /** As {@link #STEP}; other warps run in between, as the thread may be waiting for them. */
    STEP_AROUND,
    /** Not at all: other threads run first. */
    YIELD,
    /** Not at all: the thread goes on in another {@link Segmentation.Segment}. */
    TRANSFER
  }

  /**
   * One point.
   *
   * @param state number by which a thread resumes, from 1
   * @param statement index in the function's body: where the thread waits, or where a transfer
   *     leads to
   * @param instruction the waiting instruction; null for a transfer
   * @param order its rank in a function with steps, where the lanes at the lowest step or
   *     activemask go on; else 0
   */
  public record Point(int state, int statement, Kind kind, Instruction instruction, long order) {

    /** The same with another state. */
    public Point withState(int other) {
      return new Point(other, statement, kind, instruction, order);
    }

    /** Whether lanes wait for one another before the instruction, and then execute it. */
    public boolean isStep() {
      return kind == Kind.STEP || kind == Kind.STEP_AROUND;
    }

    /** Whether it is a barrier of a constant number for the whole block, without a reduction. */
    public boolean isPlainBarrier() {
      return kind == Kind.BARRIER
          && instruction.operands().size() == 1
          && instruction.operand(0) instanceof Operand.IntegerImmediate;
    }

    /** The number of a {@link #isPlainBarrier plain barrier}. */
    public int plainBarrier() {
      return (int) ((Operand.IntegerImmediate) instruction.operand(0)).value();
    }

    /**
     * The constant number of a barrier for the whole block, which may reduce a predicate; -1 for
     * any other point.
     */
    public int barrierOfBlock() {
      if (isPlainBarrier()) {
        return plainBarrier();
      }
      boolean reduces =
          kind == Kind.BARRIER
              && instruction.has(Modifier.RED)
              && instruction.operands().size() == 3
              && instruction.operand(1) instanceof Operand.IntegerImmediate;
      return reduces ? (int) ((Operand.IntegerImmediate) instruction.operand(1)).value() : -1;
    }
  }

  private final Map<Integer, Point> points = new LinkedHashMap<>();
  private final Map<Integer, Point> transfers = new LinkedHashMap<>();

  private SuspensionPoints() {}

  /** Finds the points of a function that is cut into segments. */
  public static SuspensionPoints run(
      PtxFunction function, ControlFlowGraph graph, Segmentation segmentation) {
    SuspensionPoints result = new SuspensionPoints();
    Steps steps = Steps.of(graph);
    SpinningLoops loops = new SpinningLoops(graph);
    for (int s = 0; s < function.body().size(); s++) {
      if (function.body().get(s) instanceof Instruction instruction) {
        Kind kind = kind(graph, steps, loops, s, instruction);
        if (kind != null) {
          long order = steps == null ? 0 : steps.order(s);
          result.points.put(s, new Point(result.points.size() + 1, s, kind, instruction, order));
        }
      }
    }
    for (Segment segment : segmentation.segments()) {
      result.addTransfers(function, graph, segment, steps);
    }
    return result;
  }

  private void addTransfers(
      PtxFunction function, ControlFlowGraph graph, Segment segment, Steps steps) {
    for (int s = segment.from(); s < segment.to(); s++) {
      if (function.body().get(s) instanceof Instruction instruction) {
        for (String label : graph.targets(instruction)) {
          int target = graph.statementOf(label);
          if (!segment.contains(target)) {
            addTransfer(target, steps);
          }
        }
      }
    }
    if (!segment.isLast()) {
      addTransfer(segment.to(), steps);
    }
  }

  private void addTransfer(int target, Steps steps) {
    long order = steps == null ? 0 : steps.order(target);
    transfers.computeIfAbsent(
        target,
        t -> new Point(points.size() + transfers.size() + 1, t, Kind.TRANSFER, null, order));
  }

  /**
   * Whether lanes that wait at one of two warp operations, with equal member masks, execute it
   * together with those at the other, as the two are the same operation. PTX ISA 9.7.13 lets
   * threads run independently, so lanes need not have reached the same instruction.
   */
  public static boolean meet(Instruction one, Instruction other) {
    return one.opcode() == other.opcode() && one.modifiers().equals(other.modifiers());
  }

  private static Kind kind(Instruction i) {
    return switch (i.opcode()) {
      case BAR, BARRIER -> {
        if (i.has(Modifier.WARP)) {
          yield Kind.WARP;
        }
        yield i.has(Modifier.ARRIVE) ? null : Kind.BARRIER;
      }
      case SHFL, VOTE, MATCH, REDUX, ELECT, MMA -> Kind.WARP;
      case ACTIVEMASK -> Kind.ACTIVE_MASK;
      default -> null;
    };
  }

  /** The branches at which a thread lets others go on ({@link Kind#YIELD}). */
  public static BitSet yields(ControlFlowGraph graph) {
    BitSet result = new BitSet();
    Steps steps = Steps.of(graph);
    SpinningLoops loops = new SpinningLoops(graph);
    for (int s = 0; s < graph.function().body().size(); s++) {
      if (graph.function().body().get(s) instanceof Instruction i) {
        result.set(s, kind(graph, steps, loops, s, i) == Kind.YIELD);
      }
    }
    return result;
  }

  /** Why a thread waits at a statement; null if it does not. */
  private static Kind kind(
      ControlFlowGraph graph, Steps steps, SpinningLoops loops, int statement, Instruction i) {
    Kind kind = kind(i);
    if (kind == null && steps != null) {
      kind = steps.kind(statement);
    }
    return kind == null && mayYield(graph, loops, statement, i) ? Kind.YIELD : kind;
  }

  private static boolean mayYield(
      ControlFlowGraph graph, SpinningLoops loops, int statement, Instruction branch) {
    if (branch.opcode() != Opcode.BRA) {
      return false;
    }
    BasicBlock from = graph.blockAt(statement);
    BasicBlock to = graph.blockOf(graph.targets(branch).get(0));
    return to.start() <= statement && loops.spins(from, to);
  }

  /** Whether an instruction reads what other threads may write at the same time. */
  static boolean readsOthers(Instruction i) {
    return i.is(Trait.READS) && !i.is(Trait.NO_RESULT) && (i.is(Trait.WRITES) || i.isStrong());
  }

  /** The point at a statement, or null. */
  public Point at(int statement) {
    return points.get(statement);
  }

  /** The point of an instruction that is one. */
  public Point of(Instruction instruction) {
    return points.values().stream()
        .filter(p -> p.instruction() == instruction)
        .findFirst()
        .orElseThrow();
  }

  /** Whether an instruction is a step of warps in lockstep. */
  public boolean isStep(Instruction instruction) {
    return points.values().stream().anyMatch(p -> p.instruction() == instruction && p.isStep());
  }

  /** The transfer that leads to a statement, or null. */
  public Point transferTo(int statement) {
    return transfers.get(statement);
  }

  /** All of them, by state. */
  public List<Point> all() {
    List<Point> all = new ArrayList<>(points.values());
    all.addAll(transfers.values());
    return all;
  }

  /** Those at which threads wait for one another: all but transfers, by state. */
  public Stream<Point> waiting() {
    return points.values().stream();
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return points.isEmpty() && transfers.isEmpty();
  }
}
