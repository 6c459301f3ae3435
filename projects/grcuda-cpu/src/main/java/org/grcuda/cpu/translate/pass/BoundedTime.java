package org.grcuda.cpu.translate.pass;

import java.util.HashSet;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Statement;

/**
 * Whether a thread executes each instruction of a kernel at most once: no branch leads back in the
 * text, nothing is called, nothing sleeps. Such a kernel takes as long as it took before.
 */
public final class BoundedTime {

  private BoundedTime() {}

  /** Looks at a kernel after {@link Inlining}. */
  public static boolean run(PtxFunction kernel) {
    Set<String> passed = new HashSet<>();
    for (Statement statement : kernel.body()) {
      switch (statement) {
        case Label label -> passed.add(label.name());
        case Instruction instruction -> {
          if (!isBounded(instruction, passed)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean isBounded(Instruction instruction, Set<String> passed) {
    return switch (instruction.opcode()) {
      case CALL, BRX, NANOSLEEP -> false;
      case BRA -> !passed.contains(((Operand.LabelReference) instruction.operand(0)).name());
      default -> true;
    };
  }
}
