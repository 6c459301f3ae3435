package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;

/**
 * The pass that replaces operations on mbarrier objects of a block (PTX ISA 9.7.13.15) by atomic
 * and relaxed accesses, which all later passes know. The object is opaque to programs: here its
 * bits 0 to 20 are the arrivals that the phase still awaits, plus {@link #NONE_PENDING}; bits 21 to
 * 40 the arrivals that the next phase awaits; bits 41 and 42 the number of the phase; the other
 * bits the bytes that the phase awaits, in two's complement. The state that an arrival returns is
 * the object before the arrival.
 *
 * <p>An arrival takes one from the awaited arrivals. The thread that takes the last awaited arrival
 * or byte begins the next phase with a second atomic addition. Lanes of a gang may arrive for that
 * phase, or take its bytes, between the two: then the awaited arrivals are below {@link
 * #NONE_PENDING}, or the bytes are not 0, and these lanes must not complete the phase.
 */
public final class Mbarriers extends Rewriter {

  private static final int PENDING_BITS = 21;
  private static final int EXPECTED_BITS = 20;
  private static final int PHASE = PENDING_BITS + EXPECTED_BITS;
  private static final int PHASE_BITS = 2;
  private static final int BYTES = PHASE + PHASE_BITS;
  private static final long NONE_PENDING = 1 << PENDING_BITS - 1;
  private static final long PENDING_MASK = (1 << PENDING_BITS) - 1;
  private static final long EXPECTED_MASK = (1 << EXPECTED_BITS) - 1;
  private static final long LAST_PHASE = (1 << PHASE_BITS) - 1;

  /** Under this mask the object is at most {@link #NONE_PENDING} if it awaits nothing. */
  private static final long AWAITED_MASK = PENDING_MASK | -1L << BYTES;

  /** One arrival of this phase and of all later ones. */
  private static final long FOR_GOOD = 1L << PENDING_BITS | 1;

  private final Register object = register("object", PtxType.B64);
  private final Register before = register("before", PtxType.B64);
  private final Register change = register("change", PtxType.B64);
  private final Register pending = register("pending", PtxType.B64);
  private final Register holds = register("holds", PtxType.PRED);
  private final Register other = register("other", PtxType.PRED);

  private static final Set<Modifier> OPERATIONS =
      EnumSet.of(
          Modifier.INIT,
          Modifier.INVAL,
          Modifier.ARRIVE,
          Modifier.ARRIVE_DROP,
          Modifier.EXPECT_TX,
          Modifier.COMPLETE_TX,
          Modifier.PENDING_COUNT,
          Modifier.TEST_WAIT,
          Modifier.TRY_WAIT);

  /** The object that awaits a number of arrivals in each phase. */
  public static long awaiting(long arrivals) {
    return arrivals * FOR_GOOD + NONE_PENDING;
  }

  private Mbarriers(PtxFunction function) {
    super(function, "$mbarrier_");
  }

  /**
   * The module without such operations in a kernel and what it calls; itself if they have none.
   *
   * @param calls of the kernel
   * @throws UnsupportedPtxException for operations that do not exist here
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, Mbarriers::new);
  }

  @Override
  boolean replaces(Instruction i) {
    return i.opcode() == Opcode.MBARRIER || i.is(Opcode.CP, Modifier.ASYNC, Modifier.MBARRIER);
  }

  @Override
  void replace(Instruction i) {
    List<Operand> o = i.operands();
    if (i.opcode() == Opcode.CP) {
      arriveWithCopies(i, o);
      return;
    }
    Modifier operation = i.oneOf(OPERATIONS);
    check(i, operation != null);
    switch (operation) {
      case INIT -> {
        check(i, o.size() == 2 && o.get(0) instanceof Operand.Address);
        add("cvt.u64.u32", object, o.get(1));
        add("mad.lo.u64", object, object, number(FOR_GOOD), number(NONE_PENDING));
        access(i, "st.relaxed", o.get(0), object);
      }
      case INVAL -> check(i, o.size() == 1);
      case ARRIVE, ARRIVE_DROP -> {
        check(i, (o.size() == 2 || o.size() == 3) && o.get(1) instanceof Operand.Address);
        boolean awaitsBytes = i.has(Modifier.EXPECT_TX);
        Operand arrivals = o.size() == 3 && !awaitsBytes ? o.get(2) : number(1);
        check(i, !awaitsBytes || o.size() == 3);
        change(arrivals, operation == Modifier.ARRIVE ? -1 : -FOR_GOOD);
        if (awaitsBytes) {
          add("cvt.u64.u32", pending, o.get(2));
          add("mad.lo.u64", change, pending, number(1L << BYTES), change);
        }
        update(i, o.get(1));
        if (!(o.get(0) instanceof Operand.Sink)) {
          add("mov.b64", o.get(0), before);
        }
        completePhase(i, o.get(1));
      }
      case EXPECT_TX, COMPLETE_TX -> {
        check(i, o.size() == 2 && o.get(0) instanceof Operand.Address);
        change(o.get(1), (operation == Modifier.EXPECT_TX ? 1L : -1L) << BYTES);
        update(i, o.get(0));
        completePhase(i, o.get(0));
      }
      case PENDING_COUNT -> {
        check(i, o.size() == 2);
        add("and.b64", pending, o.get(1), number(PENDING_MASK));
        add("sub.u64", pending, pending, number(NONE_PENDING));
        add("cvt.u32.u64", o.get(0), pending);
      }
      case TEST_WAIT, TRY_WAIT -> {
        check(i, (o.size() == 3 || o.size() == 4) && o.get(1) instanceof Operand.Address);
        test(i, o.get(0), o.get(1), o.get(2));
      }
      default -> throw refused(i);
    }
  }

  private void arriveWithCopies(Instruction i, List<Operand> o) {
    check(i, o.size() == 1 && o.get(0) instanceof Operand.Address);
    // The copies are done, so the arrivals that they add have arrived already.
    if (i.has(Modifier.NOINC)) {
      change(number(1), -1);
      update(i, o.get(0));
      completePhase(i, o.get(0));
    }
  }

  /** Sets the number to add to the object: {@code each}, as often as an operand says. */
  private void change(Operand times, long each) {
    add("cvt.u64.u32", change, times);
    add("mul.lo.u64", change, change, number(each));
  }

  /** Changes the object: its old value is in {@code before}, its new value in another register. */
  private void update(Instruction i, Operand address) {
    access(i, "atom.add", before, address, change);
    add("add.u64", object, before, change);
  }

  /** Begins the next phase if the last awaited arrival or byte was taken, and so on. */
  private void completePhase(Instruction i, Operand address) {
    Label next = label();
    Label done = label();
    add("and.b64", pending, before, number(AWAITED_MASK));
    add("setp.gt.u64", holds, pending, number(NONE_PENDING));
    nonePending(holds);
    branch(new Guard(holds, true), done);
    place(next);
    // The number of the phase wraps around after the last one, so that nothing is added to the
    // bytes.
    add("and.b64", pending, object, number(LAST_PHASE << PHASE));
    add("setp.eq.u64", other, pending, number(LAST_PHASE << PHASE));
    add("selp.b64", pending, number(-LAST_PHASE << PHASE), number(1L << PHASE), other);
    add("shr.u64", change, object, number(PENDING_BITS));
    add("and.b64", change, change, number(EXPECTED_MASK));
    add("setp.ne.u64", holds, change, number(0));
    add("add.u64", change, change, pending);
    update(i, address);
    nonePending(holds);
    branch(new Guard(holds, false), next);
    place(done);
  }

  /** Lets a predicate hold only if the object awaits nothing. */
  private void nonePending(Register predicate) {
    add("and.b64", pending, object, number(AWAITED_MASK));
    add("setp.le.u64", other, pending, number(NONE_PENDING));
    add("and.pred", predicate, predicate, other);
  }

  private void test(Instruction i, Operand complete, Operand address, Operand expected) {
    access(i, "ld.relaxed", object, address);
    add("shr.u64", object, object, number(PHASE));
    if (i.has(Modifier.PARITY)) {
      add("and.b64", object, object, number(1));
      add("cvt.u64.u32", before, expected);
    } else {
      add("and.b64", object, object, number(LAST_PHASE));
      add("shr.u64", before, expected, number(PHASE));
      add("and.b64", before, before, number(LAST_PHASE));
    }
    add("setp.ne.u64", complete, object, before);
  }

  /** An access to the object, in the state space that the operation names. */
  private void access(Instruction i, String mnemonic, Operand... operands) {
    // Here shared memory is the block's own: Clusters makes other accesses generic.
    List<String> parts = new ArrayList<>(List.of(mnemonic.split("\\.")));
    if (i.space() == StateSpace.SHARED) {
      parts.add(parts.contains(Modifier.RELAXED.ptxName()) ? 2 : 1, i.space().ptxName());
    }
    add(String.join(".", parts) + ".u64", operands);
  }
}
