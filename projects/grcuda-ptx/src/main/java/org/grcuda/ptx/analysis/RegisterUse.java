package org.grcuda.ptx.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Trait;

/**
 * Which registers an instruction reads and writes.
 *
 * <p>Unknown instructions follow the rule of the ISA: the first operand is the destination, unless
 * it is an address. The carry flag of {@code .cc} forms is not a register and not listed.
 */
public final class RegisterUse {

  private RegisterUse() {}

  /** The first operand is where the result goes. */
  public static boolean hasDestination(Instruction instruction) {
    if (instruction.operands().isEmpty() || instruction.is(Trait.NO_RESULT)) {
      return false;
    }
    if (instruction.is(Trait.BARRIER)) {
      return instruction.has(Modifier.RED);
    }
    return switch (instruction.operand(0)) {
      case Operand.Address a -> false;
      case Operand.CompositeAddress a -> false;
      default -> true;
    };
  }

  /** The registers that the instruction writes; a guarded instruction may not write them. */
  public static List<Register> defined(Instruction instruction) {
    List<Register> result = new ArrayList<>(2);
    if (hasDestination(instruction)) {
      collect(instruction.operand(0), result);
    }
    return result;
  }

  /** The registers that the instruction reads, its guard included; one may occur twice. */
  public static List<Register> used(Instruction instruction) {
    List<Register> result = new ArrayList<>(4);
    if (instruction.isGuarded()) {
      result.add(instruction.guard().predicate());
    }
    int first = hasDestination(instruction) && !instruction.is(Trait.ACCUMULATES) ? 1 : 0;
    for (int i = first; i < instruction.operands().size(); i++) {
      collect(instruction.operand(i), result);
    }
    return result;
  }

  /** The first register of the instruction, read or written, that {@code wanted} is true of. */
  public static Optional<Register> first(Instruction instruction, Predicate<Register> wanted) {
    if (instruction.isGuarded() && wanted.test(instruction.guard().predicate())) {
      return Optional.of(instruction.guard().predicate());
    }
    for (Operand operand : instruction.operands()) {
      if (operand instanceof Register register) {
        if (wanted.test(register)) {
          return Optional.of(register);
        }
      } else {
        List<Register> inside = new ArrayList<>(2);
        collect(operand, inside);
        for (Register register : inside) {
          if (wanted.test(register)) {
            return Optional.of(register);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static void collect(Operand operand, List<Register> into) {
    switch (operand) {
      case Register register -> into.add(register);
      case Operand.Address address -> collect(address.base(), into);
      case Operand.CompositeAddress address -> address.parts().forEach(p -> collect(p, into));
      case Operand.Vector vector -> vector.elements().forEach(e -> collect(e, into));
      case Operand.ArgumentList list -> list.arguments().forEach(a -> collect(a, into));
      case Operand.Pair pair -> {
        collect(pair.first(), into);
        collect(pair.second(), into);
      }
      case Operand.Negated negated -> into.add(negated.predicate());
      case Operand.Element element -> into.add(element.register());
      case Operand.SpecialRegister s -> {}
      case Operand.IntegerImmediate i -> {}
      case Operand.FloatImmediate f -> {}
      case Operand.Symbol s -> {}
      case Operand.LabelReference l -> {}
      case Operand.Sink s -> {}
    }
  }
}
