package org.grcuda.cpu.translate.simd.registers;

import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Place;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch;
import org.grcuda.cpu.x86.Form;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * The place where a result is computed.
 *
 * @param register null if nobody needs the result
 * @param indirect the place to which it is brought from scratch registers; null if it is computed
 *     in place
 * @param type the type as which it is computed
 * @param low vector register of all lanes, or the lower ones of 64 bits
 * @param high vector register of the upper lanes of 64 bits
 * @param merge mask of the lanes that may change, 0 for all
 */
public record VectorTarget(
    Register register, Place indirect, PtxType type, int low, int high, int merge) {

  /** The register of a half. */
  public int half(int half) {
    return half == 0 ? low : high;
  }

  /** The form in which the last instruction of the computation of a half must write. */
  public Form form(int half) {
    if (indirect != null || merge == 0) {
      return Form.ALL;
    }
    return Form.ALL.masked(half == 0 ? merge : Scratch.K6);
  }

  /** Whether the last instruction may also write lanes that are not active. */
  public boolean overwrites() {
    return indirect != null || merge == 0;
  }
}
