package org.grcuda.cpu.translate.emit;

import java.util.Map;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/** Opcodes that integers and floats share, sent to the family of the instruction's type. */
final class ArithmeticFamily {

  private ArithmeticFamily() {}

  static void install(Map<String, InstructionEmitter> table) {
    for (String opcode :
        new String[] {
          "add", "sub", "mul", "mad", "fma", "div", "rem", "abs", "neg", "min", "max"
        }) {
      table.put(opcode, ArithmeticFamily::emit);
    }
    IntegerFamily.install(table);
    FloatFamily.install(table);
  }

  private static void emit(MethodEmitter m, Instruction i) {
    PtxType type = i.type();
    switch (type) {
      case F32, F64 -> FloatFamily.emit(m, i);
      case F16, F16X2, BF16, BF16X2 -> HalfFamily.emit(m, i);
      case S16, U16, S32, U32, S64, U64 -> IntegerFamily.emit(m, i);
      case S16X2, U16X2 -> IntegerFamily.emitPair(m, i);
      default -> throw m.unsupported(i.mnemonic());
    }
  }
}
