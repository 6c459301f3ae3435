package org.grcuda.runtime.schedule;

import java.util.Locale;

/** What a stream is for. */
public enum StreamKind {
  /** Computations, as the stream policy wants. */
  COMPUTE,
  /** Transfers that the memory manager makes. */
  TRANSFER,
  /** Made by the program, which says what runs there. */
  USER;

  /** As files have it: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
