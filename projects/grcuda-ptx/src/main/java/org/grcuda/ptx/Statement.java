package org.grcuda.ptx;

/** An element of a function's body: a {@link Label} or an {@link Instruction}. */
public sealed interface Statement permits Label, Instruction {

  /** Line in the PTX source, from 1. */
  int line();

  /** The statement as PTX spells it. */
  String text();
}
