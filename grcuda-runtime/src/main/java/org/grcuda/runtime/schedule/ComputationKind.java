package org.grcuda.runtime.schedule;

import java.util.Locale;

/** What a computation is. */
public enum ComputationKind {
  /** A launch of a kernel, those of library functions included. */
  LAUNCH,
  /** A copy between arrays. */
  COPY,
  /** A packet of a router: a copy to a buffer of a receiver. */
  PACKET,
  /** Stores one value in every element. */
  FILL,
  /** Moves data to where it is needed, without the program asking for it. */
  TRANSFER,
  /** Moves data because the program asked for it. */
  PREFETCH,
  /** Advice of the program about memory. */
  ADVISE,
  /** Attaches memory to a stream. */
  ATTACH,
  /** Records an event of the program. */
  RECORD,
  /** Makes a stream wait for an event of the program. */
  WAIT,
  /** Frees memory. */
  FREE,
  /** Host code that uses device memory. */
  HOST;

  /** The word that files use, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
