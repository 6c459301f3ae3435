package org.grcuda.ptx.analysis;

/** What a kernel may do to a region of memory. */
public enum AccessMode {
  /** Neither reads nor writes. */
  NONE,
  /** Reads, never writes. */
  READ,
  /** May write, and may read. */
  READ_WRITE;

  /** The weaker guarantee of both. */
  public AccessMode or(AccessMode other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
