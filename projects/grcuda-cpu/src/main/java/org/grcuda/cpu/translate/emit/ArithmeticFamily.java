package org.grcuda.cpu.translate.emit;

import static org.grcuda.ptx.Opcode.ABS;
import static org.grcuda.ptx.Opcode.ADD;
import static org.grcuda.ptx.Opcode.DIV;
import static org.grcuda.ptx.Opcode.FMA;
import static org.grcuda.ptx.Opcode.MAD;
import static org.grcuda.ptx.Opcode.MAX;
import static org.grcuda.ptx.Opcode.MIN;
import static org.grcuda.ptx.Opcode.MUL;
import static org.grcuda.ptx.Opcode.NEG;
import static org.grcuda.ptx.Opcode.REM;
import static org.grcuda.ptx.Opcode.SUB;

import java.util.EnumSet;
import java.util.Map;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/** Opcodes that integers and floats share, sent to the family of the instruction's type. */
final class ArithmeticFamily {

  private ArithmeticFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    for (Opcode opcode : EnumSet.of(ADD, SUB, MUL, MAD, FMA, DIV, REM, ABS, NEG, MIN, MAX)) {
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
