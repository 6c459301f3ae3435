package org.grcuda.cpu.translate.emit;

import org.grcuda.ptx.Instruction;

/** Emits the instructions of one opcode; the guard has been emitted before. */
@FunctionalInterface
interface InstructionEmitter {

  /** Emits {@code i}, or refuses it by name. */
  void emit(MethodEmitter m, Instruction i);
}
