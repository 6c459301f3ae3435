package org.grcuda.ptx.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Variable;

/** The origins of the registers and of the {@code .param} variables of one function. */
final class FunctionOrigins {

  private final PtxFunction function;
  private final List<Instruction> instructions = new ArrayList<>();
  private final Map<String, Variable> variables = new HashMap<>();
  private final BitSet[] registers;

  /** Registers that an instruction other than a move of a constant defines. */
  private final BitSet computed = new BitSet();

  private final Map<String, BitSet> contents = new HashMap<>();

  FunctionOrigins(PtxFunction function) {
    this.function = function;
    this.registers = new BitSet[function.registers().size()];
    for (Statement statement : function.body()) {
      if (statement instanceof Instruction instruction) {
        instructions.add(instruction);
        if (!movesConstant(instruction)) {
          RegisterUse.defined(instruction).forEach(r -> computed.set(r.index()));
        }
      }
    }
    function.variables().forEach(v -> variables.put(v.name(), v));
    function.parameters().forEach(v -> variables.put(v.name(), v));
    function.results().forEach(v -> variables.put(v.name(), v));
  }

  PtxFunction function() {
    return function;
  }

  List<Instruction> instructions() {
    return instructions;
  }

  /** The parameter or function-scoped variable of that name, or null. */
  Variable variable(String name) {
    return variables.get(name);
  }

  /** The origins of a register, live: not to be changed. */
  BitSet register(Register register) {
    if (registers[register.index()] == null) {
      registers[register.index()] = new BitSet();
    }
    return registers[register.index()];
  }

  /**
   * Whether a stored operand is a constant: one, or a register that only constants are moved to.
   */
  boolean isConstant(Operand operand) {
    return switch (operand) {
      case Operand.IntegerImmediate immediate -> true;
      case Register register -> !computed.get(register.index());
      case Operand.Vector vector -> vector.elements().stream().allMatch(this::isConstant);
      default -> false;
    };
  }

  private static boolean movesConstant(Instruction instruction) {
    return instruction.opcode() == Opcode.MOV
        && instruction.operands().size() == 2
        && instruction.operand(1) instanceof Operand.IntegerImmediate;
  }

  /** What is stored in a {@code .param} variable, live: not to be changed. */
  BitSet content(String variable) {
    return contents.computeIfAbsent(variable, v -> new BitSet());
  }

  /** Adds origins to a register; true where that changed something. */
  boolean add(Register register, BitSet origins) {
    return addTo(register(register), origins);
  }

  /** Adds origins to what a {@code .param} variable holds; true where that changed something. */
  boolean addContent(String variable, BitSet origins) {
    return addTo(content(variable), origins);
  }

  /** As the other two, for a parameter or result, which is one or the other. */
  boolean addParameter(Variable parameter, BitSet origins) {
    return parameter.space() == StateSpace.REG
        ? add(registerOf(parameter), origins)
        : addContent(parameter.name(), origins);
  }

  /** What a parameter or result holds. */
  BitSet parameter(Variable parameter) {
    return parameter.space() == StateSpace.REG
        ? register(registerOf(parameter))
        : content(parameter.name());
  }

  private Register registerOf(Variable parameter) {
    return function.registers().stream()
        .filter(r -> r.name().equals(parameter.name()))
        .findFirst()
        .orElseThrow();
  }

  static boolean addTo(BitSet target, BitSet origins) {
    int before = target.cardinality();
    target.or(origins);
    return target.cardinality() != before;
  }
}
