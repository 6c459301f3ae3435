package org.grcuda.cpu.interpret;

import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/** Sends each instruction to the operations of its family. */
final class OperationTable {

  private OperationTable() {}

  /** Decodes one instruction, without its guard. */
  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case "add", "sub", "mul", "mad", "fma", "div", "rem", "abs", "neg", "min", "max" ->
          arithmetic(d, i);
      case "sqrt", "rcp", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh" -> arithmetic(d, i);
      case "copysign", "testp" -> FloatOperations.decode(d, i);
      case "addc", "subc", "madc", "mul24", "mad24", "sad", "dp4a", "dp2a" ->
          IntegerOperations.decode(d, i);
      case "and", "or", "xor", "not", "cnot", "shl", "shr", "shf", "lop3", "prmt" ->
          BitOperations.decode(d, i);
      case "bfe", "bfi", "bfind", "bmsk", "szext", "fns", "popc", "clz", "brev" ->
          BitOperations.decode(d, i);
      case "setp", "set", "selp", "slct" -> CompareOperations.decode(d, i);
      case "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vset", "vshl", "vshr", "vmad" ->
          VideoOperations.decode(d, i);
      case "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2" ->
          VideoOperations.decode(d, i);
      case "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4" ->
          VideoOperations.decode(d, i);
      case "cp" -> MemoryOperations.copy(d, i);
      case "cvt" -> ConvertOperations.decode(d, i);
      case "mov", "cvta", "isspacep" -> MoveOperations.decode(d, i);
      case "prefetch", "prefetchu", "applypriority", "discard", "pragma", "nanosleep", "pmevent" ->
          t -> {};
      case "ld", "ldu", "st", "membar", "fence" -> MemoryOperations.decode(d, i);
      case "atom", "red" -> AtomicOperations.decode(d, i);
      case "bra", "brx", "call", "ret", "exit", "trap", "brkpt" -> ControlOperations.decode(d, i);
      case "bar", "barrier", "shfl", "vote", "match", "redux", "elect", "activemask" ->
          WaitOperations.decode(d, i);
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
