package org.grcuda.cpu.interpret;

import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/** Operations that count what they do, in the context of their block. */
final class Counting {

  /** Arithmetic (PTX ISA, 9.7.3 to 9.7.4), each of them one operation of an element. */
  private static final Set<String> ARITHMETIC =
      Set.of(
          "add", "sub", "mul", "div", "rcp", "sqrt", "rsqrt", "min", "max", "abs", "neg", "sin",
          "cos", "ex2", "lg2", "tanh");

  /** Two in one. */
  private static final Set<String> FUSED = Set.of("fma", "mad");

  /** Accesses (PTX ISA, 9.7.9 and 9.7.13). */
  private static final Set<String> ACCESSES = Set.of("ld", "ldu", "st", "red");

  private Counting() {}

  /** {@code operation}, of {@code instruction}, which counts as well if there is something to. */
  static Operation of(Instruction instruction, Operation operation) {
    PtxType type = instruction.type();
    if (type == null) {
      return operation;
    }
    int flops = flops(instruction, type);
    if (flops > 0) {
      int kind = type == PtxType.F64 ? 1 : 0;
      return thread -> {
        thread.context.counts[kind] += flops;
        operation.execute(thread);
      };
    }
    int bytes = bytes(instruction, type);
    if (bytes > 0) {
      return thread -> {
        thread.context.counts[2] += bytes;
        operation.execute(thread);
      };
    }
    return operation;
  }

  private static int flops(Instruction instruction, PtxType type) {
    if (!type.isFloat()) {
      return 0;
    }
    int each = FUSED.contains(instruction.opcode()) ? 2 : 1;
    boolean counts = each == 2 || ARITHMETIC.contains(instruction.opcode());
    boolean pair = type.ptxName().endsWith("x2");
    return counts ? each * (pair ? 2 : 1) : 0;
  }

  private static int bytes(Instruction instruction, PtxType type) {
    StateSpace space = instruction.space();
    if (space != StateSpace.GLOBAL && space != StateSpace.GENERIC) {
      return 0;
    }
    if (instruction.opcode().equals("atom")) {
      return 2 * type.size();
    }
    if (!ACCESSES.contains(instruction.opcode())) {
      return 0;
    }
    int elements = 1;
    for (int width = 2; width <= 8; width *= 2) {
      elements = instruction.hasModifier("v" + width) ? width : elements;
    }
    return elements * type.size();
  }
}
