package org.grcuda.cpu.exec;

import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Trait;

/**
 * An instruction that accesses memory, in translated code that reports each access to an {@link
 * AccessMonitor}.
 *
 * @param space the state space that the address lies in, as the instruction says
 * @param bytes of the whole access
 */
public record AccessSite(Instruction instruction, StateSpace space, int bytes, Kind kind) {

  /** What the access does to the memory. */
  public enum Kind {
    READ,
    WRITE,
    /** Reads and writes in one step, or is ordered with such accesses (PTX ISA 8.2, strong). */
    ATOMIC,
    /**
     * A volatile read or write on which other lanes may rely, in a warp in lockstep. Only lockstep
     * orders it with other such accesses.
     */
    VOLATILE
  }

  /** Whether the access changes the memory. */
  public boolean writes() {
    return kind == Kind.WRITE || isStrong() && instruction.is(Trait.WRITES);
  }

  /** Whether the access reads the memory. */
  public boolean reads() {
    return kind == Kind.READ || isStrong() && instruction.is(Trait.READS);
  }

  /** Whether it takes part in communication between threads. */
  public boolean isStrong() {
    return kind == Kind.ATOMIC || kind == Kind.VOLATILE;
  }
}
