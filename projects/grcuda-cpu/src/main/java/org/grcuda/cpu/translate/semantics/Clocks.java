package org.grcuda.cpu.translate.semantics;

import java.util.Map;
import org.grcuda.cpu.translate.semantics.ProvidedFunction.Code;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;

/**
 * The special registers that tell the time (PTX ISA 10, {@code %clock} to {@code %globaltimer}):
 * Java reads them.
 */
public final class Clocks {

  private static final Map<String, Code> REGISTERS =
      Map.of(
          "%clock", (launch, none) -> SpecialRegisterSemantics.clock(),
          "%clock_hi", (launch, none) -> SpecialRegisterSemantics.clockHigh(),
          "%clock64", (launch, none) -> SpecialRegisterSemantics.clock64(),
          "%globaltimer", (launch, none) -> SpecialRegisterSemantics.globaltimer(),
          "%globaltimer_lo", (launch, none) -> SpecialRegisterSemantics.globaltimerLow(),
          "%globaltimer_hi", (launch, none) -> SpecialRegisterSemantics.globaltimerHigh());

  private Clocks() {}

  /** Whether an instruction only reads such a register. */
  public static boolean isRead(Instruction i) {
    return i.opcode() == Opcode.MOV
        && i.operands().size() == 2
        && i.operand(0) instanceof Register
        && i.operand(1) instanceof Operand.SpecialRegister s
        && REGISTERS.containsKey(s.name());
  }

  /** What reads it. */
  public static Code of(Instruction i) {
    return REGISTERS.get(((Operand.SpecialRegister) i.operand(1)).name());
  }
}
