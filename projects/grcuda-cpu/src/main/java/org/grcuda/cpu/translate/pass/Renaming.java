package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/** The names of a function in the copy that {@link Inlining} makes of it. */
final class Renaming {

  /** What a symbol becomes: a register or a symbol of that name; the other is null. */
  record Target(Register register, String symbol) {}

  private final String prefix;
  private final Map<Integer, Register> registers = new HashMap<>();
  private final Map<String, Target> symbols = new HashMap<>();

  /**
   * @param prefix of labels and of names declared in the function
   */
  Renaming(String prefix) {
    this.prefix = prefix;
  }

  void map(Register from, Register to) {
    registers.put(from.index(), to);
  }

  void bind(String symbol, Target target) {
    symbols.put(symbol, target);
  }

  /** What a symbol becomes; null if it keeps its name. */
  Target target(String symbol) {
    return symbols.get(symbol);
  }

  String label(String name) {
    return prefix + name;
  }

  Guard guard(Guard guard) {
    return guard == null
        ? null
        : new Guard(registers.get(guard.predicate().index()), guard.negated());
  }

  /** An instruction with everything renamed; loads and stores of bound parameters are moves. */
  Instruction rewrite(Instruction i) {
    boolean access = i.opcode() == Opcode.LD || i.opcode() == Opcode.ST;
    if (access && i.space() == StateSpace.PARAM) {
      int at = i.opcode() == Opcode.LD ? 1 : 0;
      Register register = boundRegister(i.operand(at));
      if (register != null) {
        if (((Operand.Address) i.operand(at)).offset() != 0) {
          throw new UnsupportedPtxException(
              i.text() + " of a part of a parameter, in a function with barriers", i.position());
        }
        Operand other = rewrite(i.operand(1 - at));
        List<Operand> operands = at == 1 ? List.of(other, register) : List.of(register, other);
        List<String> type = List.of(i.type().ptxName());
        return new Instruction(guard(i.guard()), Opcode.MOV, type, operands, i.position());
      }
    }
    return i.with(guard(i.guard()), i.modifiers(), rewrite(i.operands()));
  }

  private Register boundRegister(Operand operand) {
    if (operand instanceof Operand.Address address
        && address.base() instanceof Operand.Symbol symbol) {
      Target target = symbols.get(symbol.name());
      return target == null ? null : target.register();
    }
    return null;
  }

  /** An operand with everything renamed. */
  Operand rewrite(Operand operand) {
    // Most operands are registers, and a test takes less time than the switch.
    if (operand instanceof Register r) {
      return registers.get(r.index());
    }
    return switch (operand) {
      case Register r -> registers.get(r.index());
      case Operand.Symbol s -> {
        Target target = symbols.get(s.name());
        yield target == null
            ? s
            : target.register() != null
                ? target.register()
                : new Operand.Symbol(target.symbol(), s.offset());
      }
      case Operand.LabelReference l -> new Operand.LabelReference(label(l.name()));
      case Operand.Address a -> new Operand.Address(rewrite(a.base()), a.offset());
      case Operand.CompositeAddress c -> new Operand.CompositeAddress(rewrite(c.parts()));
      case Operand.Vector v -> new Operand.Vector(rewrite(v.elements()));
      case Operand.Pair p -> new Operand.Pair(rewrite(p.first()), rewrite(p.second()));
      case Operand.Negated n -> new Operand.Negated(registers.get(n.predicate().index()));
      case Operand.Element e ->
          new Operand.Element(registers.get(e.register().index()), e.selector());
      case Operand.ArgumentList l -> new Operand.ArgumentList(rewrite(l.arguments()));
      case Operand.SpecialRegister s -> s;
      case Operand.IntegerImmediate n -> n;
      case Operand.FloatImmediate f -> f;
      case Operand.Sink s -> s;
    };
  }

  private List<Operand> rewrite(List<Operand> operands) {
    List<Operand> renamed = new ArrayList<>(operands.size());
    for (Operand operand : operands) {
      renamed.add(rewrite(operand));
    }
    return renamed;
  }

  /** A variable in local memory instead. */
  static Variable local(Variable v) {
    return copy(v, StateSpace.LOCAL, v.name());
  }

  /** A variable under another name. */
  static Variable named(Variable v, String name) {
    return copy(v, v.space(), name);
  }

  private static Variable copy(Variable v, StateSpace space, String name) {
    return new Variable(
        space,
        v.linkage(),
        v.type(),
        v.vectorWidth(),
        name,
        v.alignment(),
        v.dimensions(),
        v.initializer(),
        v.managed(),
        v.pointer(),
        v.position());
  }
}
