package org.grcuda.ptx.analysis;

import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Register;

/** Which registers an instruction reads and writes, as {@link Instruction#registers} says. */
public final class RegisterUse {

  private RegisterUse() {}

  /** The first operand is where the result goes. */
  public static boolean hasDestination(Instruction instruction) {
    return instruction.registers().hasDestination();
  }

  /** The registers that the instruction writes; a guarded instruction may not write them. */
  public static List<Register> defined(Instruction instruction) {
    return instruction.registers().defined();
  }

  /** The registers that the instruction reads, its guard included; one may occur twice. */
  public static List<Register> used(Instruction instruction) {
    return instruction.registers().used();
  }
}
