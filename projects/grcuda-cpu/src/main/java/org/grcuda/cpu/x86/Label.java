package org.grcuda.cpu.x86;

/** A place in the code of an {@link Assembler}, bound at most once. */
public final class Label {

  int position = -1;

  /** A label to be bound later. */
  public Label() {}

  /** Whether its place is known. */
  public boolean isBound() {
    return position >= 0;
  }
}
