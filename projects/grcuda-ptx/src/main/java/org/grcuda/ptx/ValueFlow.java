package org.grcuda.ptx;

/**
 * How the result of an instruction may depend on its operands: whether it can still be an address.
 */
public enum ValueFlow {
  /** Any operand's address may come out, moved or selected or shifted by another operand. */
  PASSES,
  /** As PASSES; and pieces of an address, put together, may become one. */
  ASSEMBLES,
  /** Comes from the last operand as PASSES, from the others as SCALES: multiply and add. */
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
  /** As the function that is called does. */
  CALL,
  /** Copies memory to memory. */
  ASYNC_COPY,
  /** An address of the thread's own memory. */
  OWNS,
  /** Converts: depends on the types. */
  CONVERTS,
  /** Whatever is the worst. */
  UNKNOWN
}
