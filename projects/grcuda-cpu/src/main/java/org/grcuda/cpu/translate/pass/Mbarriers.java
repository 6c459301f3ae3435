package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.cpu.translate.UnsupportedPtxException;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;

/**
 * The pass that replaces operations on mbarrier objects of a block (PTX ISA 9.7.13.15) by atomic
 * and volatile accesses, which all later passes know. The object is opaque to programs: here its
 * bits 0 to 20 are the arrivals that the phase still awaits, plus {@link #NONE_PENDING}; bits 21 to
 * 40 those that the next phase awaits; the others the number of the phase. The state that an
 * arrival gives is the object before it.
 *
 * <p>An arrival takes one from what is awaited. Whoever takes the last begins the next phase with a
 * second atomic addition. Lanes of a gang may arrive for that phase between the two: what is
 * awaited is below {@link #NONE_PENDING} then, and is not theirs to complete.
 */
public final class Mbarriers {

  private static final int PENDING_BITS = 21;
  private static final int EXPECTED_BITS = 20;
  private static final int PHASE = PENDING_BITS + EXPECTED_BITS;
  private static final long NONE_PENDING = 1 << PENDING_BITS - 1;
  private static final long PENDING_MASK = (1 << PENDING_BITS) - 1;
  private static final long EXPECTED_MASK = (1 << EXPECTED_BITS) - 1;

  /** One arrival of this phase and of all later ones. */
  private static final long FOR_GOOD = 1L << PENDING_BITS | 1;

  private final PtxFunction function;
  private final List<Register> registers;
  private final List<Statement> body = new ArrayList<>();
  private final Register object;
  private final Register before;
  private final Register change;
  private final Register pending;
  private final Register holds;
  private final Register other;
  private int line;
  private int labels;

  private Mbarriers(PtxFunction function) {
    this.function = function;
    this.registers = new ArrayList<>(function.registers());
    this.object = register("$mbarrier_object", PtxType.B64);
    this.before = register("$mbarrier_before", PtxType.B64);
    this.change = register("$mbarrier_change", PtxType.B64);
    this.pending = register("$mbarrier_pending", PtxType.B64);
    this.holds = register("$mbarrier_holds", PtxType.PRED);
    this.other = register("$mbarrier_other", PtxType.PRED);
  }

  /**
   * The module without such operations in a kernel and what it calls; itself if they have none.
   *
   * @param calls of the kernel
   * @throws UnsupportedPtxException for those that count bytes of bulk copies, or that reach into
   *     another block
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    Set<String> names =
        calls.functions().stream()
            .filter(Mbarriers::hasAny)
            .map(PtxFunction::name)
            .collect(Collectors.toSet());
    if (names.isEmpty()) {
      return module;
    }
    return new PtxModule(
        module.version(),
        module.targets(),
        module.addressSize(),
        module.variables(),
        module.functions().stream()
            .map(f -> names.contains(f.name()) ? new Mbarriers(f).rewrite() : f)
            .toList(),
        module.aliases());
  }

  private static boolean hasAny(PtxFunction function) {
    return function.body().stream().anyMatch(s -> s instanceof Instruction i && isOne(i));
  }

  private static boolean isOne(Instruction i) {
    return i.opcode().equals("mbarrier") || i.is("cp", "async", "mbarrier");
  }

  private Register register(String name, PtxType type) {
    Register register = new Register(name, type, registers.size());
    registers.add(register);
    return register;
  }

  private PtxFunction rewrite() {
    for (Statement statement : function.body()) {
      if (statement instanceof Instruction i && isOne(i)) {
        replace(i);
      } else {
        body.add(statement);
      }
    }
    return function.withBody(registers, body);
  }

  /** A guarded operation becomes a branch around it. */
  private void replace(Instruction i) {
    line = i.line();
    Label after = label();
    if (i.isGuarded()) {
      branch(new Guard(i.guard().predicate(), !i.guard().negated()), after);
    }
    operation(i);
    if (i.isGuarded()) {
      body.add(after);
    }
  }

  private void operation(Instruction i) {
    List<Operand> o = i.operands();
    boolean hasTransactions = i.modifiers().stream().anyMatch(m -> m.contains("tx"));
    if (hasTransactions || i.hasModifier("shared::cluster")) {
      throw refused(i);
    }
    String operation = i.opcode().equals("cp") ? "cp" : i.modifiers().getFirst();
    switch (operation) {
      case "init" -> {
        check(i, o.size() == 2 && o.get(0) instanceof Operand.Address);
        add("cvt.u64.u32", object, o.get(1));
        add("mad.lo.u64", object, object, number(FOR_GOOD), number(NONE_PENDING));
        access(i, "st.volatile", o.get(0), object);
      }
      case "inval" -> check(i, o.size() == 1);
      case "arrive", "arrive_drop" -> {
        check(i, (o.size() == 2 || o.size() == 3) && o.get(1) instanceof Operand.Address);
        Operand arrivals = o.size() == 3 ? o.get(2) : number(1);
        arrive(i, o.get(1), arrivals, operation.equals("arrive") ? 1 : FOR_GOOD);
        if (!(o.get(0) instanceof Operand.Sink)) {
          add("mov.b64", o.get(0), before);
        }
        completePhase(i, o.get(1));
      }
      case "pending_count" -> {
        check(i, o.size() == 2);
        add("and.b64", pending, o.get(1), number(PENDING_MASK));
        add("sub.u64", pending, pending, number(NONE_PENDING));
        add("cvt.u32.u64", o.get(0), pending);
      }
      case "test_wait", "try_wait" -> {
        check(i, (o.size() == 3 || o.size() == 4) && o.get(1) instanceof Operand.Address);
        test(i, o.get(0), o.get(1), o.get(2));
      }
      case "cp" -> {
        check(i, o.size() == 1 && o.get(0) instanceof Operand.Address);
        // The copies are done: what they add to the arrivals awaited, they have arrived.
        if (i.hasModifier("noinc")) {
          arrive(i, o.get(0), number(1), 1);
          completePhase(i, o.get(0));
        }
      }
      default -> throw refused(i);
    }
  }

  /** Takes arrivals from the object: what it was is in {@code before}, what it is in another. */
  private void arrive(Instruction i, Operand address, Operand arrivals, long each) {
    add("cvt.u64.u32", change, arrivals);
    add("mul.lo.u64", change, change, number(-each));
    access(i, "atom.add", before, address, change);
    add("add.u64", object, before, change);
  }

  /** If the last arrival was the one awaited: the next phase, and so on. */
  private void completePhase(Instruction i, Operand address) {
    Label next = label();
    Label done = label();
    add("and.b64", pending, before, number(PENDING_MASK));
    add("setp.gt.u64", holds, pending, number(NONE_PENDING));
    nonePending(holds);
    branch(new Guard(holds, true), done);
    body.add(next);
    add("shr.u64", change, object, number(PENDING_BITS));
    add("and.b64", change, change, number(EXPECTED_MASK));
    add("setp.ne.u64", holds, change, number(0));
    add("add.u64", change, change, number(1L << PHASE));
    access(i, "atom.add", before, address, change);
    add("add.u64", object, before, change);
    nonePending(holds);
    branch(new Guard(holds, false), next);
    body.add(done);
  }

  /** Lets a predicate hold only where the object awaits nothing. */
  private void nonePending(Register predicate) {
    add("and.b64", pending, object, number(PENDING_MASK));
    add("setp.le.u64", other, pending, number(NONE_PENDING));
    add("and.pred", predicate, predicate, other);
  }

  private void test(Instruction i, Operand complete, Operand address, Operand expected) {
    access(i, "ld.volatile", object, address);
    add("shr.u64", object, object, number(PHASE));
    if (i.hasModifier("parity")) {
      add("and.b64", object, object, number(1));
      add("cvt.u64.u32", before, expected);
    } else {
      add("shr.u64", before, expected, number(PHASE));
    }
    add("setp.ne.u64", complete, object, before);
  }

  private static Operand number(long value) {
    return new Operand.IntegerImmediate(value);
  }

  private Label label() {
    return new Label("$mbarrier_" + labels++, line);
  }

  private void branch(Guard guard, Label to) {
    body.add(
        new Instruction(
            guard, "bra", List.of(), List.of(new Operand.LabelReference(to.name())), line));
  }

  /** An access to the object, in the state space that the operation names. */
  private void access(Instruction i, String mnemonic, Operand... operands) {
    boolean shared = i.hasModifier("shared") || i.hasModifier("shared::cta");
    List<String> modifiers = new ArrayList<>(List.of(mnemonic.split("\\.")));
    String opcode = modifiers.removeFirst();
    if (shared) {
      modifiers.add(modifiers.indexOf("volatile") + 1, "shared");
    }
    modifiers.add("u64");
    body.add(new Instruction(null, opcode, modifiers, List.of(operands), line));
  }

  private void add(String mnemonic, Operand... operands) {
    List<String> modifiers = new ArrayList<>(List.of(mnemonic.split("\\.")));
    String opcode = modifiers.removeFirst();
    body.add(new Instruction(null, opcode, modifiers, List.of(operands), line));
  }

  private static void check(Instruction i, boolean wellFormed) {
    if (!wellFormed) {
      throw refused(i);
    }
  }

  private static UnsupportedPtxException refused(Instruction i) {
    return new UnsupportedPtxException(i.mnemonic(), i.line());
  }
}
