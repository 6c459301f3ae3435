package org.grcuda.cpu.translate.simd.analysis;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.LinearOrder;
import org.grcuda.ptx.analysis.Liveness;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that finds the shape of every register, and with it where lanes diverge.
 *
 * <p>A register is uniform or a progression if every definition makes it so, and none must merge: a
 * definition must merge with the old value in other lanes if a lane that waits elsewhere meanwhile
 * may still read it and it may be another one, or its guard varies. The pass is optimistic: at
 * first all branches are uniform and all registers unknown, and they only get worse.
 */
final class Shapes {

  private static final int[] NONE = {};

  private final KernelFlow flow;
  private final ControlFlowGraph graph;
  private final Liveness liveness;
  private final GangLayout layout;
  private final LinearOrder order;
  private final Effects effects;
  private final ShapeRules rules;
  private final FixedValues fixed;
  private final Shape[] shapes;
  private final BitSet meetings;
  private final Function<Operand, Shape> known = this::known;
  private Waiting waiting;
  private final BitSet[] kept;

  /** The statements whose sources have become known or worse since they were looked at. */
  private final BitSet pending;

  private Shapes(KernelFlow flow, GangLayout layout, Effects effects) {
    this.flow = flow;
    this.graph = flow.graph();
    this.liveness = flow.liveness();
    this.layout = layout;
    this.order = flow.order();
    this.effects = effects;
    this.pending = (BitSet) flow.defining().clone();
    this.rules = new ShapeRules(graph.function(), layout);
    this.fixed = new FixedValues(flow);
    this.shapes = new Shape[graph.function().registers().size()];
    this.kept = new BitSet[graph.blocks().size()];
    // The order in which the gangs of a block run does not depend on the barriers that they come
    // to.
    this.meetings = layout == GangLayout.BLOCK ? new BitSet() : Meetings.blocks(graph);
  }

  /**
   * Finds the shapes.
   *
   * @throws NotVectorizableException if it takes too long to find where lanes wait
   */
  static Shapes run(KernelFlow flow, GangLayout layout) {
    return layout == GangLayout.BLOCK
        ? ofBlock(flow)
        : new Shapes(flow, layout, flow.effects()).find();
  }

  /** Those over all threads of a block, by which {@link KernelFlow#effects} are found. */
  static Shapes ofBlock(KernelFlow flow) {
    return new Shapes(flow, GangLayout.BLOCK, Effects.run(flow.graph())).find();
  }

  private Shapes find() {
    zeroUndefined();
    BitSet divergent = new BitSet();
    BitSet parted = new BitSet();
    Effort effort = new Effort();
    do {
      waiting = Waiting.run(flow, divergent, meetings, parted, effort);
      findKept();
      flow();
    } while (addDivergent(divergent) | addParted(parted));
    giveUnknownShapes();
    return this;
  }

  /** Registers that may be read before they are written hold 0. */
  private void zeroUndefined() {
    List<Register> registers = graph.function().registers();
    liveness.liveIn(0).stream()
        .forEach(
            r ->
                shapes[r] =
                    ShapeRules.isScalar(registers.get(r).type())
                        ? Shape.constant(0)
                        : Shape.VARYING);
  }

  private void findKept() {
    for (int block : order.order()) {
      BitSet registers = new BitSet();
      BitSet at = waiting.at(block);
      for (int w = at.nextSetBit(0); w >= 0; w = at.nextSetBit(w + 1)) {
        registers.or(liveness.liveIn(w));
      }
      if (kept[block] != null && !registers.equals(kept[block])) {
        BasicBlock b = graph.blocks().get(block);
        pending.set(b.start(), b.end());
        pending.and(flow.defining());
      }
      kept[block] = registers;
    }
  }

  private void flow() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block : order.order()) {
        BasicBlock b = graph.blocks().get(block);
        int s = pending.nextSetBit(b.start());
        for (; s >= 0 && s < b.end(); s = pending.nextSetBit(s + 1)) {
          pending.clear(s);
          changed |= define(block, s, flow.instruction(s));
        }
      }
    }
  }

  private boolean define(int block, int statement, Instruction i) {
    List<Register> defined = RegisterUse.defined(i);
    boolean changed = false;
    // Either all of them are scalars or none is, as an instruction is emitted as one or the other.
    boolean varies = false;
    for (Register r : defined) {
      varies |=
          !ShapeRules.isScalar(r.type())
              || kept[block].get(r.index()) && !fixed.isFixed(i)
              || shapes[r.index()] != null && shapes[r.index()].isVarying();
    }
    Shape result = varies ? null : rules.result(i, known, !effects.mayPrecede(statement));
    for (Register r : defined) {
      changed |= worsen(r, varies ? Shape.VARYING : result);
    }
    return changed;
  }

  private boolean worsen(Register r, Shape result) {
    Shape before = shapes[r.index()];
    Shape after = before == null || result == null ? result : before.join(result);
    if (result == null || after.equals(before)) {
      return false;
    }
    shapes[r.index()] = after;
    for (int s : flow.readers(r)) {
      await(s);
    }
    int[] writers = flow.writers(r);
    for (int s : writers.length > 1 ? writers : NONE) {
      await(s);
    }
    return true;
  }

  private void await(int statement) {
    if (flow.defining().get(statement)) {
      pending.set(statement);
    }
  }

  /**
   * Adds the blocks that end with a terminator whose guard varies; returns whether there are new
   * ones.
   */
  private boolean addDivergent(BitSet divergent) {
    boolean changed = false;
    for (int block : order.order()) {
      Instruction last = order.terminator(block);
      if (last != null && !divergent.get(block) && varies(last)) {
        divergent.set(block);
        changed = true;
      }
    }
    return changed;
  }

  /**
   * Adds the meetings whose members vary, so that lanes form groups; returns whether there are new
   * ones.
   */
  private boolean addParted(BitSet parted) {
    int before = parted.cardinality();
    for (int block : meetings.stream().toArray()) {
      Operand members = Meetings.members(Meetings.first(graph, graph.blocks().get(block)));
      if (members != null && known(members) != null && known(members).isVarying()) {
        parted.set(block);
      }
    }
    return parted.cardinality() > before;
  }

  private boolean varies(Instruction terminator) {
    boolean indexVaries =
        terminator.opcode() == Opcode.BRX && isVarying(known(terminator.operand(0)));
    return indexVaries
        || terminator.isGuarded() && isVarying(known(terminator.guard().predicate()));
  }

  private static boolean isVarying(Shape shape) {
    return shape != null && !shape.isUniform();
  }

  /** Registers that no reachable instruction defines, or only from such. */
  private void giveUnknownShapes() {
    for (Register r : graph.function().registers()) {
      if (shapes[r.index()] == null) {
        shapes[r.index()] = ShapeRules.isScalar(r.type()) ? Shape.uniform(0) : Shape.VARYING;
      }
    }
  }

  private Shape known(Operand operand) {
    // Most operands are registers, and a test takes less time than the switch.
    if (operand instanceof Register r) {
      return shapes[r.index()];
    }
    return switch (operand) {
      case Register r -> shapes[r.index()];
      case Operand.Negated n -> shapes[n.predicate().index()];
      case Operand.Element e -> elementOf(shapes[e.register().index()]);
      case Operand.SpecialRegister s -> layout.shape(s);
      case Operand.IntegerImmediate n -> Shape.constant(n.value());
      case Operand.FloatImmediate f -> Shape.uniform(0);
      case Operand.Symbol s -> Shape.uniform(0);
      case Operand.Address a -> address(a);
      default -> Shape.VARYING;
    };
  }

  private static Shape elementOf(Shape shape) {
    return shape == null || shape.isUniform() ? shape : Shape.VARYING;
  }

  private Shape address(Operand.Address address) {
    Shape base = known(address.base());
    return base == null ? null : base.plus(Shape.constant(address.offset()));
  }

  /** The shape of a register. */
  Shape of(Register register) {
    return shapes[register.index()];
  }

  /** The shape of an operand. */
  Shape of(Operand operand) {
    return known(operand);
  }

  /** Where lanes wait, given the branches that diverge. */
  Waiting waiting() {
    return waiting;
  }

  /** Registers that lanes that wait while the block runs may still read. */
  BitSet kept(int block) {
    return (BitSet) kept[block].clone();
  }

  /** Whether a register is among them. */
  boolean isKept(int block, Register register) {
    return kept[block].get(register.index());
  }

  /** Whether the instruction makes a progression only if a test finds that no lane wraps around. */
  boolean needsTest(int statement) {
    return graph.function().body().get(statement) instanceof Instruction i
        && ShapeRules.widens(i)
        && RegisterUse.defined(i).stream().anyMatch(r -> rules.needsTest(i, known, of(r)));
  }
}
