package org.grcuda.ptx;

/**
 * The predicate that guards an instruction, {@code @p} or {@code @!p} (PTX ISA 9.3).
 *
 * @param predicate a register of type PRED
 * @param negated executes where the predicate is false
 */
public record Guard(Register predicate, boolean negated) {

  /** The guard as PTX spells it. */
  public String text() {
    return (negated ? "@!" : "@") + predicate.name();
  }
}
