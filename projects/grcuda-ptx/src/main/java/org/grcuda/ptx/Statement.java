package org.grcuda.ptx;

/** An element of a function's body: a {@link Label} or an {@link Instruction}. */
public sealed interface Statement permits Label, Instruction {

  /** Its place in the PTX source; a statement that replaces another has that one's place. */
  Position position();

  /** Line in the PTX source, from 1. */
  default int line() {
    return position().line();
  }

  /** The statement as PTX spells it. */
  String text();
}
