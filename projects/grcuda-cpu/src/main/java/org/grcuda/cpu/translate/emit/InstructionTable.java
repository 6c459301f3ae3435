package org.grcuda.cpu.translate.emit;

import java.util.HashMap;
import java.util.Map;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Instruction;

/** The emitter of every opcode that the backend executes. */
final class InstructionTable {

  private static final Map<String, InstructionEmitter> EMITTERS = table();

  private InstructionTable() {}

  private static Map<String, InstructionEmitter> table() {
    Map<String, InstructionEmitter> table = new HashMap<>();
    ArithmeticFamily.install(table);
    BitFamily.install(table);
    CompareFamily.install(table);
    ConvertFamily.install(table);
    MoveFamily.install(table);
    MemoryFamily.install(table);
    AtomicFamily.install(table);
    VideoFamily.install(table);
    ControlFamily.install(table);
    SynchronizationFamily.install(table);
    return Map.copyOf(table);
  }

  /** Emits one instruction; refuses one whose operands are not those that its name asks for. */
  static void emit(MethodEmitter m, Instruction i) {
    InstructionEmitter emitter = EMITTERS.get(i.opcode());
    if (emitter == null) {
      throw m.unsupported(i.mnemonic());
    }
    try {
      emitter.emit(m, i);
    } catch (IndexOutOfBoundsException
        | ClassCastException
        | NullPointerException
        | IllegalArgumentException
        | IllegalStateException malformed) {
      UnsupportedPtxException refusal = m.unsupported(i.text());
      refusal.initCause(malformed);
      throw refusal;
    }
  }
}
