package org.grcuda.cpu.translate.pass;

import java.util.Set;
import org.grcuda.cpu.translate.UnsupportedPtxException;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Statement;

/**
 * Refuses instructions that access memory and do not say of which type, or what and where: all
 * later passes ask for it. (PTX ISA, "Data Movement and Conversion Instructions": neither the type
 * nor the second operand is optional.)
 */
public final class TypedAccesses {

  private static final Set<String> ACCESSES =
      Set.of("ld", "ldu", "st", "atom", "red", "mov", "cvta");

  private TypedAccesses() {}

  /**
   * Looks at a kernel and what it calls.
   *
   * @throws UnsupportedPtxException naming the first such instruction and its line
   */
  public static void run(CallGraph calls) {
    for (PtxFunction function : calls.functions()) {
      for (Statement statement : function.body()) {
        if (statement instanceof Instruction i
            && ACCESSES.contains(i.opcode())
            && (i.type() == null || i.operands().size() < 2)) {
          throw new UnsupportedPtxException(i.mnemonic(), i.line());
        }
      }
    }
  }
}
