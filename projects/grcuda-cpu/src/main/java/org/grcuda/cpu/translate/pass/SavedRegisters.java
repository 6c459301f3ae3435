package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Kind;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that decides what a thread saves at a suspension point: the live registers, less those
 * that are cheaper to compute again from the launch and the thread's index (Briggs, Cooper,
 * Torczon: Rematerialization). Many of these do not even depend on the thread, and leave the loop
 * over threads.
 */
public final class SavedRegisters {

  /** Most instructions in the computation of a register that is computed again. */
  private static final int MOST_INSTRUCTIONS = 12;

  private static final Set<Opcode> PURE =
      EnumSet.of(
          Opcode.MOV,
          Opcode.ADD,
          Opcode.SUB,
          Opcode.MUL,
          Opcode.MAD,
          Opcode.SHL,
          Opcode.SHR,
          Opcode.AND,
          Opcode.OR,
          Opcode.CVTA,
          Opcode.CVT);

  private static final Set<String> CONSTANT_PREFIXES =
      Set.of("%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid");

  private final PtxFunction function;
  private final List<Point> points;
  private final Map<Point, List<Register>> saved = new HashMap<>();
  private final Map<Point, List<Instruction>> recomputed = new HashMap<>();

  /** The statements that compute a register, in order; absent where it must be saved. */
  private final Map<Integer, BitSet> computations = new HashMap<>();

  private SavedRegisters(PtxFunction function, List<Point> points) {
    this.function = function;
    this.points = points;
  }

  /** Decides for every point of a function. */
  public static SavedRegisters run(
      ControlFlowGraph graph, Liveness liveness, SuspensionPoints points) {
    SavedRegisters result = new SavedRegisters(graph.function(), points.all());
    result.findComputations(liveness.liveIn(0));
    List<Point> descending = new ArrayList<>(result.points);
    descending.sort(Comparator.comparingInt(Point::statement).reversed());
    Liveness.Walk walk = liveness.backwards();
    for (Point point : descending) {
      result.decide(point, live(graph, liveness, walk, point));
    }
    return result;
  }

  /**
   * The registers that must survive a point: those live where the thread goes on, without the
   * point's own result.
   */
  private static BitSet live(
      ControlFlowGraph graph, Liveness liveness, Liveness.Walk walk, Point point) {
    if (point.kind() == Kind.TRANSFER || point.isStep()) {
      return walk.liveBefore(point.statement());
    }
    Instruction i = point.instruction();
    BitSet live =
        point.kind() == Kind.YIELD
            ? liveness.liveIn(graph.blockOf(graph.targets(i).get(0)).index())
            : walk.liveAfter(point.statement());
    RegisterUse.defined(i).forEach(r -> live.clear(r.index()));
    return live;
  }

  private void decide(Point point, BitSet live) {
    List<Statement> body = function.body();
    BitSet statements = new BitSet();
    BitSet kept = new BitSet();
    live.stream()
        .forEach(
            r -> {
              BitSet computation = computations.get(r);
              if (computation == null) {
                kept.set(r);
              } else {
                statements.or(computation);
              }
            });
    saved.put(point, kept.stream().mapToObj(function.registers()::get).toList());
    recomputed.put(point, statements.stream().mapToObj(s -> (Instruction) body.get(s)).toList());
  }

  /**
   * Finds registers with one definition that is unguarded and pure, and whose sources are such
   * registers too. Definitions come before uses in the text, or the register would be live into the
   * entry.
   */
  private void findComputations(BitSet undefined) {
    int[] definitions = new int[function.registers().size()];
    for (Statement statement : function.body()) {
      if (statement instanceof Instruction i) {
        RegisterUse.defined(i).forEach(r -> definitions[r.index()]++);
      }
    }
    for (int s = 0; s < function.body().size(); s++) {
      if (function.body().get(s) instanceof Instruction i
          && isPure(i)
          && i.operand(0) instanceof Register target
          && definitions[target.index()] == 1
          && !undefined.get(target.index())) {
        addComputation(s, i, target);
      }
    }
  }

  private void addComputation(int statement, Instruction i, Register target) {
    BitSet statements = new BitSet();
    for (Register source : RegisterUse.used(i)) {
      BitSet computation = computations.get(source.index());
      if (computation == null) {
        return;
      }
      statements.or(computation);
    }
    statements.set(statement);
    if (statements.cardinality() <= MOST_INSTRUCTIONS) {
      computations.put(target.index(), statements);
    }
  }

  private boolean isPure(Instruction i) {
    if (i.isGuarded() || i.has(Modifier.CC)) {
      return false;
    }
    if (i.opcode() == Opcode.LD) {
      return i.space() == StateSpace.PARAM
          && i.operand(1) instanceof Operand.Address address
          && address.base() instanceof Operand.Symbol symbol
          && function.parameterIndex(symbol.name()) >= 0;
    }
    return PURE.contains(i.opcode())
        && i.operands().stream().allMatch(SavedRegisters::isConstantOrRegister);
  }

  private static boolean isConstantOrRegister(Operand operand) {
    return switch (operand) {
      case Register r -> true;
      case Operand.IntegerImmediate n -> true;
      case Operand.FloatImmediate f -> true;
      case Operand.Symbol s -> true;
      case Operand.SpecialRegister s -> {
        int dot = s.name().indexOf('.');
        yield CONSTANT_PREFIXES.contains(dot < 0 ? s.name() : s.name().substring(0, dot));
      }
      default -> false;
    };
  }

  /** The points, by state. */
  public List<Point> points() {
    return points;
  }

  /** Registers saved at a point, in order. */
  public List<Register> saved(Point point) {
    return saved.get(point);
  }

  /** Instructions to execute again when a thread comes back, in order. */
  public List<Instruction> recomputed(Point point) {
    return recomputed.get(point);
  }

  /** Most registers saved at one point. */
  public int most() {
    return saved.values().stream().mapToInt(List::size).max().orElse(0);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Point point : points) {
      text.append("state ")
          .append(point.state())
          .append(": saves ")
          .append(saved(point).stream().map(Register::name).toList())
          .append(", computes again ")
          .append(recomputed(point).stream().map(Instruction::text).toList())
          .append('\n');
    }
    return text.toString();
  }
}
