package org.grcuda.cpu.translate.simd;

import java.util.List;
import org.grcuda.cpu.translate.simd.frame.FaultSite;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/**
 * A memory access of the lanes of a gang.
 *
 * @param type of one element
 * @param values registers or immediates, one for each element
 * @param mask the lanes that execute it
 * @param site the number of the place of a fault
 * @param faultSite that place
 */
record Access(
    Instruction instruction,
    Operand.Address address,
    StateSpace space,
    PtxType type,
    List<Operand> values,
    int mask,
    int site,
    FaultSite faultSite) {

  private static final int MOST_BYTES = 16;

  /** The access of an instruction, with the numbers of its operands. */
  static Access of(GangEmitter e, Instruction i, int addressOperand, int valueOperand) {
    if (!(i.operand(addressOperand) instanceof Operand.Address address)) {
      throw e.refuse();
    }
    Operand value = i.operand(valueOperand);
    List<Operand> values =
        value instanceof Operand.Vector vector ? vector.elements() : List.of(value);
    StateSpace space = i.space() == StateSpace.PARAM ? StateSpace.GENERIC : i.space();
    int bytes = values.size() * i.type().size();
    if (i.type().size() > Long.BYTES
        || bytes > MOST_BYTES
        || address.offset() != (int) address.offset()) {
      throw e.refuse();
    }
    FaultSite fault = new FaultSite(i.line(), bytes, space);
    return new Access(i, address, space, i.type(), values, e.mask(), e.site(fault), fault);
  }

  /** The same at another address. */
  Access at(Operand.Address other) {
    return new Access(instruction, other, space, type, values, mask, site, faultSite);
  }

  /** The same by other lanes. */
  Access masked(int other) {
    return new Access(instruction, address, space, type, values, other, site, faultSite);
  }

  /** The same at another number of its place. */
  Access atSite(int other) {
    return new Access(instruction, address, space, type, values, mask, other, faultSite);
  }

  /** Bytes of each lane. */
  int bytes() {
    return type.size() * values.size();
  }

  /** Their binary logarithm. */
  int log() {
    return Integer.numberOfTrailingZeros(bytes());
  }

  /** Whether it names shared memory. */
  boolean shared() {
    return space == StateSpace.SHARED;
  }

  /** Whether it names local memory. */
  boolean local() {
    return space == StateSpace.LOCAL;
  }

  /** What is added to the address. */
  int offset() {
    return (int) address.offset();
  }
}
