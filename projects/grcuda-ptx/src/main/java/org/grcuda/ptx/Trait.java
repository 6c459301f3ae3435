package org.grcuda.ptx;

/**
 * A property that all instructions of an {@link Opcode} share, for code that treats such
 * instructions alike.
 */
public enum Trait {
  /** The first operand is not a result: it is read, or it is an address that is written. */
  NO_RESULT,
  /** The first operand is read as well as written. */
  ACCUMULATES,
  /** An operand may be a vector, {@code {a, b}}. */
  TAKES_VECTOR,
  /** A source may be a part of a register, {@code r.b0}. */
  TAKES_PART,
  /** Registers may be wider than the type (PTX ISA 9.4.1). */
  TAKES_WIDER,
  /** Reads the carry flag (9.7.2). */
  READS_CARRY,
  /** Writes the carry flag if it has {@code .cc}. */
  SETS_CARRY,
  /** Reads memory at the address that it has as an operand. */
  READS,
  /** Writes memory at the address that it has as an operand. */
  WRITES,
  /** Orders memory accesses. */
  FENCE,
  /** Advice that a device need not follow. */
  HINT,
  /** Control may continue elsewhere than at the next instruction. */
  TERMINATES,
  /** Leaves the function or the kernel. */
  LEAVES,
  /** Threads of a block wait for one another, or with {@code .warp} those of a warp. */
  BARRIER,
  /** Lanes of a warp meet. */
  OF_WARP,
  /** Compares; the types are those of the sources. */
  COMPARES,
  /** Computes on two halves of a word (9.7.18). */
  TWO_LANES,
  /** Computes on four bytes of a word (9.7.18). */
  FOUR_LANES,
  /** With a floating-point type, one floating-point operation. */
  FLOP,
  /** With a floating-point type, two of them. */
  FUSED
}
