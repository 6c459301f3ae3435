package org.grcuda.cpu.interpret;

import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Trait;

/** Operations that count what they do, in the context of their block. */
final class Counting {

  private Counting() {}

  /** {@code operation}, of {@code instruction}; it also counts, if there is something to count. */
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
    int each = instruction.is(Trait.FUSED) ? 2 : 1;
    boolean counts = each == 2 || instruction.is(Trait.FLOP);
    boolean pair = type.ptxName().endsWith("x2");
    return counts ? each * (pair ? 2 : 1) : 0;
  }

  private static int bytes(Instruction instruction, PtxType type) {
    StateSpace space = instruction.space();
    if (space != StateSpace.GLOBAL && space != StateSpace.GENERIC) {
      return 0;
    }
    if (!instruction.opcode().accessesMemory()) {
      return 0;
    }
    if (instruction.opcode().updatesMemory() && !instruction.is(Trait.NO_RESULT)) {
      return 2 * type.size();
    }
    return instruction.vectorWidth() * type.size();
  }
}
