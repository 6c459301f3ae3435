package org.grcuda.cpu.x86;

/**
 * The last source of a vector instruction: a register, or memory.
 *
 * @param register meaningless if {@code memory} is not null
 */
public record Source(int register, Mem memory) {

  /** A register. */
  public static Source of(int register) {
    return new Source(register, null);
  }

  /** Memory. */
  public static Source of(Mem memory) {
    return new Source(-1, memory);
  }

  /** Whether it is in memory. */
  public boolean isMemory() {
    return memory != null;
  }

  /** Whether it is a register. */
  public boolean is(int other) {
    return memory == null && register == other;
  }
}
