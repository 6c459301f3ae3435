package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that finds loads of {@code array[index]}: the address is the sum of a uniform address
 * and a varying 32-bit index times the size of the element, and no other instruction reads it. So
 * the sum and the product need not be computed. Where a gang is one thread, no value varies; then
 * the first address must be the same for the block.
 */
public final class Indexed {

  private static final int NONE = -1;

  /**
   * An index.
   *
   * @param array address of the element with index 0, less the load's offset
   * @param register the 32-bit index
   * @param signed whether the index is
   */
  public record Index(Register array, Register register, boolean signed) {}

  /** A 64-bit product of an index, and the statement with which it ends. */
  private record Scaled(Register index, boolean signed, int first) {}

  private final KernelFlow flow;
  private final GangLayout layout;
  private final Invariants invariants;
  private final GangPlan plan;
  private final List<Statement> body;
  private final Patterns patterns;
  private final Map<Integer, Index> loads = new HashMap<>();
  private final BitSet dropped = new BitSet();

  private Indexed(
      KernelFlow flow, GangLayout layout, GangPlan plan, Patterns patterns, Invariants invariants) {
    this.flow = flow;
    this.layout = layout;
    this.invariants = invariants;
    this.plan = plan;
    this.body = flow.graph().function().body();
    this.patterns = patterns;
  }

  /** Finds them. */
  public static Indexed run(
      KernelFlow flow, GangLayout layout, GangPlan plan, Patterns patterns, Invariants invariants) {
    Indexed result = new Indexed(flow, layout, plan, patterns, invariants);
    for (BasicBlock block : plan.order()) {
      for (int s = block.start(); s < block.end(); s++) {
        if (result.body.get(s) instanceof Instruction i && result.mayBeIndexed(i)) {
          result.find(block, s, i);
        }
      }
    }
    result.drop();
    return result;
  }

  private boolean mayBeIndexed(Instruction i) {
    return i.opcode() == Opcode.LD
        && i.type().size() >= Integer.BYTES
        && i.type().size() <= Long.BYTES
        && i.space() != StateSpace.SHARED
        && i.space() != StateSpace.LOCAL
        && i.operand(0) instanceof Register
        && i.operand(1) instanceof Operand.Address address
        && address.offset() == (int) address.offset()
        && address.base() instanceof Register base
        && base.type().size() == Long.BYTES
        && (layout.isThread() || isGathered(base))
        && flow.readers(base).length == 1;
  }

  private boolean isGathered(Register address) {
    return plan.shape(address).isVarying()
        && flow.loaded().contains(address)
        && patterns.of(address) == null;
  }

  private void find(BasicBlock block, int load, Instruction i) {
    Register address = (Register) ((Operand.Address) i.operand(1)).base();
    int at = definition(block, load, address);
    if (at == NONE || invariants.contains(at) || !(body.get(at) instanceof Instruction sum)) {
      return;
    }
    int size = i.type().size();
    Operand array = null;
    Scaled scaled = null;
    if (sum.has(Modifier.CC)) {
      return;
    }
    if (sum.opcode() == Opcode.ADD && sum.type().size() == Long.BYTES) {
      for (int k = 1; k <= 2 && scaled == null; k++) {
        array = sum.operand(3 - k);
        scaled = sum.operand(k) instanceof Register r ? product(block, at, r, size) : null;
      }
    } else if (sum.is(Opcode.MAD, Modifier.WIDE)) {
      array = sum.operand(3);
      scaled = wide(sum, at, size);
    }
    if (scaled != null
        && array instanceof Register base
        && base.type().size() == Long.BYTES
        && (layout.isThread() ? invariants.holds(base) : plan.shape(base).isUniform())
        && keeps(scaled.first(), load, scaled.index())
        && keeps(at, load, base)) {
      loads.put(load, new Index(base, scaled.index(), scaled.signed()));
      dropped.set(at);
    }
  }

  /** The index whose product with the size a register holds, or null. */
  private Scaled product(BasicBlock block, int before, Register r, int size) {
    int at = definition(block, before, r);
    if (at == NONE || !(body.get(at) instanceof Instruction i)) {
      return null;
    }
    if (i.is(Opcode.MUL, Modifier.WIDE)) {
      return wide(i, at, size);
    }
    boolean shifts =
        i.opcode() == Opcode.SHL
            && i.type().size() == Long.BYTES
            && i.operand(2) instanceof Operand.IntegerImmediate by
            && by.value() == Integer.numberOfTrailingZeros(size);
    return shifts && i.operand(1) instanceof Register from ? widened(block, at, from) : null;
  }

  private Scaled wide(Instruction i, int at, int size) {
    boolean fits =
        i.type().size() == Integer.BYTES
            && i.operand(1) instanceof Register r
            && r.type().size() == Integer.BYTES
            && i.operand(2) instanceof Operand.IntegerImmediate by
            && by.value() == size;
    return fits ? new Scaled((Register) i.operand(1), i.type().isSigned(), at) : null;
  }

  private Scaled widened(BasicBlock block, int before, Register wide) {
    int at = definition(block, before, wide);
    if (at == NONE || !(body.get(at) instanceof Instruction i) || i.opcode() != Opcode.CVT) {
      return null;
    }
    PtxType from = i.sourceType();
    boolean fits =
        i.type().size() == Long.BYTES
            && from.size() == Integer.BYTES
            && (from == PtxType.S32 || from == PtxType.U32)
            && (i.type() == PtxType.S64 || i.type() == PtxType.U64)
            && i.operand(1) instanceof Register r
            && r.type().size() == Integer.BYTES;
    return fits ? new Scaled((Register) i.operand(1), from.isSigned(), at) : null;
  }

  /**
   * The last statement of the block before another that writes a register, if without a guard; else
   * -1.
   */
  int definition(BasicBlock block, int before, Register r) {
    for (int s = before - 1; s >= block.start(); s--) {
      if (body.get(s) instanceof Instruction i && RegisterUse.defined(i).contains(r)) {
        return i.isGuarded() ? NONE : s;
      }
    }
    return NONE;
  }

  /** Whether no statement between two writes a register. */
  private boolean keeps(int from, int to, Register r) {
    return body.subList(from + 1, to).stream()
        .noneMatch(s -> s instanceof Instruction i && RegisterUse.defined(i).contains(r));
  }

  /**
   * A statement whose result only dropped statements read is dropped as well, if it is a step of
   * such an address.
   */
  private void drop() {
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int s = dropped.length() - 1; s >= 0; s = dropped.previousSetBit(s - 1)) {
        changed |= dropSources(s);
      }
    }
  }

  private boolean dropSources(int statement) {
    boolean changed = false;
    BasicBlock block = flow.graph().blockAt(statement);
    for (Register r : RegisterUse.used((Instruction) body.get(statement))) {
      int at = definition(block, statement, r);
      if (at != NONE
          && !dropped.get(at)
          && !invariants.contains(at)
          && (layout.isThread() || plan.shape(r).isVarying())
          && isStep(at)
          && isUnread(r)) {
        dropped.set(at);
        changed = true;
      }
    }
    return changed;
  }

  private boolean isStep(int statement) {
    return body.get(statement) instanceof Instruction i
        && (i.is(Opcode.MUL, Modifier.WIDE) || i.opcode() == Opcode.SHL || i.opcode() == Opcode.CVT)
        && i.operand(0) instanceof Register to
        && to.type().size() == Long.BYTES;
  }

  private boolean isUnread(Register r) {
    return Arrays.stream(flow.readers(r)).allMatch(dropped::get);
  }

  /** The index of a load, or null. */
  public Index of(int statement) {
    return loads.get(statement);
  }

  /** Whether a statement need not be executed. */
  public boolean drops(int statement) {
    return dropped.get(statement);
  }

  /** The registers that a statement reads. */
  public List<Register> used(int statement, Instruction i) {
    Index index = loads.get(statement);
    if (index == null) {
      return dropped.get(statement) ? List.of() : RegisterUse.used(i);
    }
    List<Register> used = new ArrayList<>(List.of(index.array(), index.register()));
    if (i.isGuarded()) {
      used.add(i.guard().predicate());
    }
    return used;
  }

  /** The registers that a statement writes. */
  public List<Register> defined(int statement, Instruction i) {
    return dropped.get(statement) ? List.of() : RegisterUse.defined(i);
  }
}
