package org.grcuda.cpu.interpret;

import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/** Sends each instruction to the operations of its family. */
final class OperationTable {

  private OperationTable() {}

  /** Decodes one instruction, without its guard. */
  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case ADD, SUB, MUL, MAD, FMA, DIV, REM, ABS, NEG, MIN, MAX -> arithmetic(d, i);
      case SQRT, RCP, RSQRT, SIN, COS, LG2, EX2, TANH -> arithmetic(d, i);
      case COPYSIGN, TESTP -> FloatOperations.decode(d, i);
      case ADDC, SUBC, MADC, MUL24, MAD24, SAD, DP4A, DP2A -> IntegerOperations.decode(d, i);
      case AND, OR, XOR, NOT, CNOT, SHL, SHR, SHF, LOP3, PRMT -> BitOperations.decode(d, i);
      case BFE, BFI, BFIND, BMSK, SZEXT, FNS, POPC, CLZ, BREV -> BitOperations.decode(d, i);
      case SETP, SET, SELP, SLCT -> CompareOperations.decode(d, i);
      case VADD, VSUB, VABSDIFF, VMIN, VMAX, VSET, VSHL, VSHR, VMAD -> VideoOperations.decode(d, i);
      case VADD2, VSUB2, VAVRG2, VABSDIFF2, VMIN2, VMAX2, VSET2 -> VideoOperations.decode(d, i);
      case VADD4, VSUB4, VAVRG4, VABSDIFF4, VMIN4, VMAX4, VSET4 -> VideoOperations.decode(d, i);
      case CP -> MemoryOperations.copy(d, i);
      case CVT -> ConvertOperations.decode(d, i);
      case MOV, CVTA, ISSPACEP -> MoveOperations.decode(d, i);
      case PREFETCH, PREFETCHU, APPLYPRIORITY, DISCARD, NANOSLEEP, PMEVENT -> t -> {};
      case LD, LDU, ST, MEMBAR, FENCE -> MemoryOperations.decode(d, i);
      case ATOM, RED -> AtomicOperations.decode(d, i);
      case BRA, BRX, CALL, RET, EXIT, TRAP, BRKPT -> ControlOperations.decode(d, i);
      case BAR, BARRIER, SHFL, VOTE, MATCH, REDUX, ELECT, ACTIVEMASK -> WaitOperations.decode(d, i);
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
