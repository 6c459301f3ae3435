package org.grcuda.cpu.interpret;

import org.grcuda.cpu.translate.semantics.BitTable;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Section;
import org.grcuda.ptx.Trait;

/** Sends each instruction to the operations of its family. */
final class OperationTable {

  private OperationTable() {}

  /** Decodes one instruction, without its guard. */
  static Operation decode(Decoder d, Instruction i) {
    Opcode opcode = i.opcode();
    if (BitTable.OPCODES.contains(opcode)) {
      return BitOperations.direct(d, i);
    }
    if (opcode.section() == Section.VIDEO) {
      return VideoOperations.decode(d, i);
    }
    if (opcode.is(Trait.HINT)) {
      return t -> {};
    }
    if (opcode.is(Trait.BARRIER) || opcode.is(Trait.OF_WARP)) {
      return WaitOperations.decode(d, i);
    }
    if (opcode.updatesMemory()) {
      return AtomicOperations.decode(d, i);
    }
    if (opcode.accessesMemory() || opcode.is(Trait.FENCE)) {
      return MemoryOperations.decode(d, i);
    }
    return switch (opcode) {
      case ADD, SUB, MUL, MAD, FMA, DIV, REM, ABS, NEG, MIN, MAX -> arithmetic(d, i);
      case SQRT, RCP, RSQRT, SIN, COS, LG2, EX2, TANH -> arithmetic(d, i);
      case COPYSIGN, TESTP -> FloatOperations.decode(d, i);
      case ADDC, SUBC, MADC, MUL24, MAD24, SAD, DP4A, DP2A -> IntegerOperations.decode(d, i);
      case AND, OR, XOR, NOT, SHL, SHR, LOP3, BFIND, SZEXT -> BitOperations.decode(d, i);
      case SETP, SET, SELP, SLCT -> CompareOperations.decode(d, i);
      case CP -> MemoryOperations.copy(d, i);
      case CVT -> ConvertOperations.decode(d, i);
      case MOV, CVTA, ISSPACEP -> MoveOperations.decode(d, i);
      case BRA, BRX, CALL, RET, EXIT, TRAP, BRKPT -> ControlOperations.decode(d, i);
      default -> throw d.unsupported(i.mnemonic());
    };
  }

  private static Operation arithmetic(Decoder d, Instruction i) {
    PtxType type = i.type();
    if (type == null) {
      throw d.unsupported(i.mnemonic());
    }
    return switch (type) {
      case F32, F64 -> FloatOperations.decode(d, i);
      case F16, F16X2, BF16, BF16X2 -> HalfOperations.decode(d, i);
      case S16, U16, S32, U32, S64, U64 -> IntegerOperations.decode(d, i);
      case S16X2, U16X2 -> IntegerOperations.pair(d, i);
      default -> throw d.unsupported(i.mnemonic());
    };
  }
}
