package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Position;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;

/** Replaces some instructions of a function by others, in registers of its own. */
abstract class Rewriter {

  private final PtxFunction function;
  private final String prefix;

  /** Those of the function and of the pass; null before the pass needs one. */
  private List<Register> registers;

  private final Map<String, Register> own = new HashMap<>();
  private final List<Statement> body = new ArrayList<>();
  private Position position;
  private int labels;

  /**
   * @param prefix of registers and labels, that no other pass uses
   */
  Rewriter(PtxFunction function, String prefix) {
    this.function = function;
    this.prefix = prefix;
  }

  /**
   * The module with functions of a kernel rewritten; itself if nothing is to be replaced.
   *
   * @param calls of the kernel, as they were before any pass
   */
  static PtxModule run(
      PtxModule module, CallGraph calls, Function<PtxFunction, Rewriter> rewriters) {
    Set<String> called =
        calls.functions().stream().map(PtxFunction::name).collect(Collectors.toSet());
    Set<String> names =
        module.functions().stream()
            .filter(f -> called.contains(f.name()) && rewriters.apply(f).replacesAny())
            .map(PtxFunction::name)
            .collect(Collectors.toSet());
    if (names.isEmpty()) {
      return module;
    }
    return module.withFunctions(
        module.functions().stream()
            .map(f -> names.contains(f.name()) ? rewriters.apply(f).rewritten() : f)
            .toList());
  }

  /** Whether an instruction is to be replaced. */
  abstract boolean replaces(Instruction i);

  /** Adds what replaces an instruction, as if it had no guard unless {@link #keepsGuard}. */
  abstract void replace(Instruction i);

  /** Whether {@link #replace} takes care of the guard. */
  boolean keepsGuard() {
    return false;
  }

  /** Adds what goes ahead of the first statement. */
  void begin() {}

  /** Adds what follows the last statement. */
  void end() {}

  boolean replacesAny() {
    for (Statement statement : function.body()) {
      if (statement instanceof Instruction i && replaces(i)) {
        return true;
      }
    }
    return false;
  }

  /** The function anew. */
  PtxFunction rewritten() {
    position = function.position();
    begin();
    for (Statement statement : function.body()) {
      if (statement instanceof Instruction i && replaces(i)) {
        position = i.position();
        guarded(i);
      } else {
        body.add(statement);
      }
    }
    end();
    return function.withBody(registers(), body);
  }

  /** A guard becomes a branch around what replaces the instruction. */
  private void guarded(Instruction i) {
    if (!i.isGuarded() || keepsGuard()) {
      replace(i);
      return;
    }
    int start = body.size();
    Label after = label();
    branch(new Guard(i.guard().predicate(), !i.guard().negated()), after);
    replace(i);
    if (body.size() == start + 1) {
      body.removeLast();
    } else {
      body.add(after);
    }
  }

  private List<Register> registers() {
    if (registers == null) {
      registers = new ArrayList<>(function.registers());
    }
    return registers;
  }

  /** A register of the pass. */
  final Register register(String name, PtxType type) {
    return own.computeIfAbsent(
        name,
        n -> {
          Register register = new Register(prefix + n, type, registers().size());
          registers().add(register);
          return register;
        });
  }

  final Label label() {
    return new Label(prefix + labels++, position);
  }

  final void place(Label label) {
    body.add(label);
  }

  final void branch(Guard guard, Label to) {
    body.add(
        new Instruction(
            guard,
            Opcode.BRA,
            List.of(),
            List.of(new Operand.LabelReference(to.name())),
            position));
  }

  /** Adds an instruction. */
  final void add(String mnemonic, Operand... operands) {
    List<String> modifiers = new ArrayList<>(List.of(mnemonic.split("\\.")));
    Opcode opcode = Opcode.ofName(modifiers.removeFirst());
    add(new Instruction(null, opcode, modifiers, List.of(operands), position));
  }

  final void add(Instruction i) {
    body.add(i);
  }

  /** An address as 64 bits, in its own space. */
  final Register address(Instruction i, String name, Operand operand) {
    check(i, operand instanceof Operand.Address);
    Operand.Address address = (Operand.Address) operand;
    Register register = register(name, PtxType.U64);
    boolean narrow = address.base() instanceof Register r && r.type().size() == 4;
    add(narrow ? "cvt.u64.u32" : "mov.u64", register, address.base());
    if (address.offset() != 0) {
      add("add.u64", register, register, number(address.offset()));
    }
    return register;
  }

  /** Lets the kernel trap where a comparison holds. */
  final void trapIf(String comparison, Operand a, Operand b) {
    Register fails = register("fails", PtxType.PRED);
    Label fine = label();
    add(comparison, fails, a, b);
    branch(new Guard(fails, true), fine);
    add("trap");
    place(fine);
  }

  /** The instruction without a cache policy, which is its last operand. */
  static Instruction withoutHint(Instruction i) {
    if (!i.has(Modifier.L2_CACHE_HINT)) {
      return i;
    }
    check(i, i.operands().size() > 1);
    List<String> modifiers = i.modifiersWithout(Modifier.L2_CACHE_HINT);
    List<Operand> operands = i.operands().subList(0, i.operands().size() - 1);
    return new Instruction(null, i.opcode(), modifiers, operands, i.position());
  }

  /** The type of a register that holds a value of some type. */
  static PtxType held(PtxType type) {
    if (type == PtxType.F16X2 || type == PtxType.BF16X2) {
      return PtxType.B32;
    }
    return type.isFloat() && type.size() < 4 ? PtxType.B16 : type;
  }

  static Operand number(long value) {
    return new Operand.IntegerImmediate(value);
  }

  static void check(Instruction i, boolean wellFormed) {
    if (!wellFormed) {
      throw refused(i);
    }
  }

  static UnsupportedPtxException refused(Instruction i, String why) {
    return new UnsupportedPtxException(i.mnemonic(), why, i.position());
  }

  static UnsupportedPtxException refused(Instruction i) {
    return new UnsupportedPtxException(i.mnemonic(), i.position());
  }
}
