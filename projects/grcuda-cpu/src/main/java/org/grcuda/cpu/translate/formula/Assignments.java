package org.grcuda.cpu.translate.formula;

import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * All results of an instruction. Every value is computed before any destination is written.
 *
 * @param carry the new carry flag; null if it does not change
 */
public record Assignments(List<Assignment> results, Formula carry) {

  /**
   * A result.
   *
   * @param destination a register, or a sink
   * @param type the type of the value whose bits the destination gets
   */
  public record Assignment(Operand destination, PtxType type, Formula value) {}

  /** One result. */
  static Assignments of(Operand destination, PtxType type, Formula value) {
    return new Assignments(List.of(new Assignment(destination, type, value)), null);
  }

  /** One result, of the instruction's type, in its first operand. */
  static Assignments of(Instruction i, Formula value) {
    return of(i.operand(0), i.type(), value);
  }

  /** Two results, in the pair that is the instruction's first operand. */
  static Assignments pair(Operand.Pair pair, PtxType type, Formula first, Formula second) {
    return new Assignments(
        List.of(
            new Assignment(pair.first(), type, first),
            new Assignment(pair.second(), PtxType.PRED, second)),
        null);
  }
}
