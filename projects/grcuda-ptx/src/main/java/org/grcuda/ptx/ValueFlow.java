package org.grcuda.ptx;

/**
 * How the result of an instruction may depend on its operands: whether it can still be an address.
 */
public enum ValueFlow {
  /** The result may be any operand's address, moved, selected or shifted by another operand. */
  PASSES,
  /** As PASSES; also, pieces of an address may be put together to an address. */
  ASSEMBLES,
  /**
   * The result comes from the last operand as PASSES, from the others as SCALES: multiply and add.
   */
  MULTIPLIES_AND_ADDS,
  /** A number of another magnitude: an index, never by itself an address. */
  SCALES,
  /** A truth value, a mask, nothing at all: no address. */
  NONE,
  /** Reads memory. */
  LOAD,
  /** Writes memory. */
  STORE,
  /** Reads and writes memory. */
  ATOMIC,
  /** As ATOMIC, without a result. */
  REDUCTION,
  /** Reads, or reads and writes, the memory behind a texture or surface object. */
  IMAGE,
  /** As the function that is called does. */
  CALL,
  /** Copies memory to memory. */
  ASYNC_COPY,
  /** An address of the thread's own memory. */
  OWNS,
  /** Converts: depends on the types. */
  CONVERTS,
  /** Nothing is known, so the worst is assumed. */
  UNKNOWN
}
