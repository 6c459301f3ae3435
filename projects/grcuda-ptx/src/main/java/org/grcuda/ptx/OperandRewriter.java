package org.grcuda.ptx;

import java.util.List;

/** Replaces the symbol that stood for a name before its declaration was seen. */
final class OperandRewriter {

  private OperandRewriter() {}

  /** The instruction with every symbol of that name replaced, its offset kept. */
  static Instruction replaceSymbol(Instruction instruction, String name, Operand meaning) {
    return instruction.with(
        instruction.guard(),
        instruction.modifiers(),
        replace(instruction.operands(), name, meaning));
  }

  private static List<Operand> replace(List<Operand> operands, String name, Operand meaning) {
    return operands.stream().map(o -> replace(o, name, meaning)).toList();
  }

  private static Operand replace(Operand operand, String name, Operand meaning) {
    return switch (operand) {
      case Operand.Symbol symbol when symbol.name().equals(name) -> meaning;
      case Operand.Vector vector -> new Operand.Vector(replace(vector.elements(), name, meaning));
      case Operand.ArgumentList list ->
          new Operand.ArgumentList(replace(list.arguments(), name, meaning));
      case Operand.Address address ->
          new Operand.Address(replace(address.base(), name, meaning), address.offset());
      case Operand.CompositeAddress address ->
          new Operand.CompositeAddress(replace(address.parts(), name, meaning));
      case Operand.Pair pair ->
          new Operand.Pair(
              replace(pair.first(), name, meaning), replace(pair.second(), name, meaning));
      default -> operand;
    };
  }
}
