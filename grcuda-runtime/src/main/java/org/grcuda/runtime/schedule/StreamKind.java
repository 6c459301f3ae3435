package org.grcuda.runtime.schedule;

import java.util.Locale;

/** What a stream is for. */
public enum StreamKind {
  /** Computations, as the stream policy places them. */
  COMPUTE,
  /** Transfers that the memory manager makes. */
  TRANSFER,
  /** Made by the program, which says what runs there. */
  USER;

  /** The word that files use, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
