package org.grcuda.cpu.interpret;

import org.grcuda.cpu.translate.formula.Formulas;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Trait;

/** Sends each instruction to the operations of its family. */
final class OperationTable {

  private OperationTable() {}

  /** Decodes one instruction, without its guard. */
  static Operation decode(Decoder d, Instruction i) {
    Opcode opcode = i.opcode();
    if (Formulas.opcodes().contains(opcode)) {
      return FormulaOperations.decode(d, i);
    }
    if (opcode.is(Trait.HINT)) {
      return t -> {};
    }
    if (opcode.is(Trait.BARRIER) || opcode.is(Trait.OF_WARP)) {
      return WaitOperations.decode(d, i);
    }
    if (opcode.accessesMemory() || opcode.is(Trait.FENCE)) {
      return MemoryOperations.decode(d, i);
    }
    return switch (opcode) {
      case CP -> MemoryOperations.copy(d, i);
      case MOV, CVTA, ISSPACEP -> MoveOperations.decode(d, i);
      case BRA, BRX, CALL, RET, EXIT, TRAP, BRKPT -> ControlOperations.decode(d, i);
      default -> throw d.unsupported(i.mnemonic());
    };
  }
}
