package org.grcuda.cpu.translate.emit;

import java.util.EnumMap;
import java.util.Map;
import org.grcuda.cpu.translate.formula.Formulas;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;

/** The emitter of every opcode that the backend executes. */
final class InstructionTable {

  private static final Map<Opcode, InstructionEmitter> EMITTERS = table();

  private InstructionTable() {}

  private static Map<Opcode, InstructionEmitter> table() {
    Map<Opcode, InstructionEmitter> table = new EnumMap<>(Opcode.class);
    for (Opcode opcode : Formulas.opcodes()) {
      table.put(opcode, FormulaEmitter::emit);
    }
    MoveFamily.install(table);
    MemoryFamily.install(table);
    ControlFamily.install(table);
    SynchronizationFamily.install(table);
    return table;
  }

  /** Emits one instruction, which the verifier has passed. */
  static void emit(MethodEmitter m, Instruction i) {
    InstructionEmitter emitter = EMITTERS.get(i.opcode());
    if (emitter == null) {
      throw m.unsupported(i.mnemonic());
    }
    emitter.emit(m, i);
  }
}
