package org.grcuda.cpu.exec;

import java.util.List;

/**
 * A variable of module scope. The loader of the module allocates {@code bytes} zeroed bytes, copies
 * {@code initial} to their start, and then stores the value of each relocation.
 *
 * @param name its symbol
 * @param constant whether it lies in the {@code .const} state space
 * @param bytes size, at least 1
 * @param alignment of its address, a power of two
 * @param initial the leading bytes of its initialiser, at most {@code bytes}; the rest is zero
 * @param relocations addresses inside its initialiser
 */
public record ModuleVariable(
    String name,
    boolean constant,
    long bytes,
    int alignment,
    byte[] initial,
    List<Relocation> relocations) {

  /**
   * The 8 bytes at {@code offset}, little-endian, hold the address of a variable plus {@code
   * addend}.
   *
   * @param offset from the start of the relocated variable
   * @param variable index in {@link CompiledModule#variables} of the variable whose address is
   *     taken
   */
  public record Relocation(long offset, int variable, long addend) {}
}
