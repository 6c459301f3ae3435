package org.grcuda.ptx;

/** One element of a variable's initialiser (PTX ISA 5.4.4). */
public sealed interface InitialValue {

  /**
   * A constant, already in the variable's element type.
   *
   * @param bits the element's bits, little end first in memory, zero above the element's size
   */
  record Constant(long bits) implements InitialValue {}

  /**
   * The address of a variable or function: {@code generic(name)+8}, {@code 0xFF00(name)}.
   *
   * @param symbol name of a variable or function of the module
   * @param offset in bytes, added to the address
   * @param generic converted to a generic address; else an address in the symbol's own space
   * @param mask selects bits of the address, then shifted down to bit 0; -1 takes all
   */
  record SymbolAddress(String symbol, long offset, boolean generic, long mask)
      implements InitialValue {

    /** The element's bits, for the address that the symbol got. */
    public long bits(long address) {
      return ((address + offset) & mask) >>> Long.numberOfTrailingZeros(mask);
    }
  }
}
