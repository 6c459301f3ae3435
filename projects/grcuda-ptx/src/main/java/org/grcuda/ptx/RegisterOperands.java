package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.List;

/**
 * Which registers an instruction reads and writes.
 *
 * <p>Unknown instructions follow the rule of the ISA: the first operand is the destination, unless
 * it is an address. The carry flag of {@code .cc} forms is not a register and not listed.
 *
 * @param hasDestination whether the first operand is where the result goes
 * @param defined the registers that it writes; a guarded instruction may not write them
 * @param used the registers that it reads, its guard included; one may occur twice
 */
public record RegisterOperands(
    boolean hasDestination, List<Register> defined, List<Register> used) {

  static RegisterOperands of(Instruction instruction) {
    boolean hasDestination = hasDestination(instruction);
    List<Register> defined = new ArrayList<>(2);
    List<Register> used = new ArrayList<>(4);
    if (instruction.isGuarded()) {
      used.add(instruction.guard().predicate());
    }
    List<Operand> operands = instruction.operands();
    for (int k = 0; k < operands.size(); k++) {
      boolean isResult = k == 0 && hasDestination;
      if (isResult) {
        collect(operands.get(k), defined);
      }
      if (!isResult || instruction.is(Trait.ACCUMULATES)) {
        collect(operands.get(k), used);
      }
    }
    return new RegisterOperands(hasDestination, List.copyOf(defined), List.copyOf(used));
  }

  private static boolean hasDestination(Instruction instruction) {
    if (instruction.operands().isEmpty() || instruction.is(Trait.NO_RESULT)) {
      return false;
    }
    if (instruction.is(Trait.BARRIER)) {
      return instruction.has(Modifier.RED);
    }
    Operand first = instruction.operand(0);
    return !(first instanceof Operand.Address || first instanceof Operand.CompositeAddress);
  }

  private static void collect(Operand operand, List<Register> into) {
    // Most operands are registers, and a test takes less time than the switch.
    if (operand instanceof Register register) {
      into.add(register);
      return;
    }
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
