package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.translate.UnsupportedPtxException;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;

/**
 * The pass that replaces operations on mbarrier objects of a block (PTX ISA 9.7.13.15) by atomic
 * and volatile accesses, which all later passes know. The object is opaque to programs: here its
 * first word counts the arrivals since it was initialised, its second is the number of arrivals of
 * a phase, and the state that an arrival gives is the number of its phase.
 */
public final class Mbarriers {

  private final PtxFunction function;
  private final List<Register> registers;
  private final List<Statement> body = new ArrayList<>();
  private final Register count;
  private final Register phase;

  private Mbarriers(PtxFunction function) {
    this.function = function;
    this.registers = new ArrayList<>(function.registers());
    this.count = register("$mbarrier_count");
    this.phase = register("$mbarrier_phase");
  }

  /**
   * The module without such operations; itself if it has none.
   *
   * @throws UnsupportedPtxException for those that count bytes of bulk copies, that leave a barrier
   *     for good, or that reach into another block
   */
  public static PtxModule run(PtxModule module) {
    if (module.functions().stream().noneMatch(Mbarriers::hasAny)) {
      return module;
    }
    return new PtxModule(
        module.version(),
        module.targets(),
        module.addressSize(),
        module.variables(),
        module.functions().stream().map(f -> hasAny(f) ? new Mbarriers(f).rewrite() : f).toList(),
        module.aliases());
  }

  private static boolean hasAny(PtxFunction function) {
    return function.body().stream().anyMatch(s -> s instanceof Instruction i && isOne(i));
  }

  private static boolean isOne(Instruction i) {
    return i.opcode().equals("mbarrier") || i.is("cp", "async", "mbarrier");
  }

  private Register register(String name) {
    Register register = new Register(name, PtxType.B32, registers.size());
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

  private void replace(Instruction i) {
    List<Operand> o = i.operands();
    boolean hasTransactions = i.modifiers().stream().anyMatch(m -> m.contains("tx"));
    if (hasTransactions || i.hasModifier("shared::cluster")) {
      throw refused(i);
    }
    String operation = i.opcode().equals("cp") ? "cp" : i.modifiers().getFirst();
    switch (operation) {
      case "init" -> {
        check(i, o.size() == 2 && o.get(0) instanceof Operand.Address);
        add(i, "st", "u32", address(i, 0, 0), new Operand.IntegerImmediate(0));
        add(i, "st", "u32", address(i, 0, Integer.BYTES), o.get(1));
      }
      case "inval" -> check(i, o.size() == 1);
      case "arrive" -> {
        check(i, (o.size() == 2 || o.size() == 3) && o.get(1) instanceof Operand.Address);
        arrive(i, o.get(0), 1, o.size() == 3 ? o.get(2) : new Operand.IntegerImmediate(1));
      }
      case "test_wait", "try_wait" -> {
        check(i, (o.size() == 3 || o.size() == 4) && o.get(1) instanceof Operand.Address);
        test(i, o.get(0), o.get(2));
      }
      case "cp" -> {
        check(i, o.size() == 1 && o.get(0) instanceof Operand.Address);
        // The copies are done: what they add to the arrivals awaited, they have arrived.
        if (i.hasModifier("noinc")) {
          arrive(i, new Operand.Sink(), 0, new Operand.IntegerImmediate(1));
        }
      }
      default -> throw refused(i);
    }
  }

  private void arrive(Instruction i, Operand state, int at, Operand arrivals) {
    List<String> modifiers = new ArrayList<>(space(i));
    modifiers.addAll(List.of("add", "u32"));
    add(i, "atom", modifiers, count, address(i, at, 0), arrivals);
    if (!(state instanceof Operand.Sink)) {
      addPhase(i, at);
      add(i, "cvt", List.of("u64", "u32"), state, count);
    }
  }

  private void test(Instruction i, Operand complete, Operand state) {
    add(i, "ld", "u32", count, address(i, 1, 0));
    addPhase(i, 1);
    Operand expected = state;
    if (i.hasModifier("parity")) {
      add(i, "and", List.of("b32"), count, count, new Operand.IntegerImmediate(1));
    } else {
      add(i, "cvt", List.of("u32", "u64"), phase, state);
      expected = phase;
    }
    add(i, "setp", List.of("ne", "u32"), complete, count, expected);
  }

  /** The phase of a number of arrivals. */
  private void addPhase(Instruction i, int at) {
    add(i, "ld", "u32", phase, address(i, at, Integer.BYTES));
    add(i, "div", List.of("u32"), count, count, phase);
  }

  private static Operand address(Instruction i, int operand, int offset) {
    Operand.Address address = (Operand.Address) i.operand(operand);
    return new Operand.Address(address.base(), address.offset() + offset);
  }

  private static List<String> space(Instruction i) {
    boolean shared = i.hasModifier("shared") || i.hasModifier("shared::cta");
    return shared ? List.of("shared") : List.of();
  }

  /** A volatile access. */
  private void add(Instruction i, String opcode, String type, Operand... operands) {
    List<String> modifiers = new ArrayList<>(List.of("volatile"));
    modifiers.addAll(space(i));
    modifiers.add(type);
    add(i, opcode, modifiers, operands);
  }

  private void add(Instruction i, String opcode, List<String> modifiers, Operand... operands) {
    Guard guard = i.guard();
    body.add(new Instruction(guard, opcode, modifiers, List.of(operands), i.line()));
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
