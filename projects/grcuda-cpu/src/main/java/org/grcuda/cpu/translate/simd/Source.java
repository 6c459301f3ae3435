package org.grcuda.cpu.translate.simd;

import org.grcuda.cpu.x86.Mem;

/**
 * The last source of a vector instruction: a register, or memory.
 *
 * @param register meaningless if {@code memory} is not null
 */
record Source(int register, Mem memory) {

  static Source of(int register) {
    return new Source(register, null);
  }

  static Source of(Mem memory) {
    return new Source(-1, memory);
  }
}
