package org.grcuda.ptx;

/** An element of a function's body: a {@link Label} or an {@link Instruction}. */
public sealed interface Statement permits Label, Instruction {

  /** Where it stands in the PTX source; where what replaces it stands in for it. */
  Position position();

  /** Line in the PTX source, from 1. */
  default int line() {
    return position().line();
  }

  /** The statement as PTX spells it. */
  String text();
}
