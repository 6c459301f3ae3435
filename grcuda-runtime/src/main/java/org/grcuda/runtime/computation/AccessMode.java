package org.grcuda.runtime.computation;

/** What a computation does with a region. */
public enum AccessMode {
  /** Reads only ({@code in}, {@code const}). */
  READ(true, false, true),
  /**
   * Writes some or all elements ({@code out}): elements that it does not write keep their values.
   */
  WRITE(false, true, true),
  /** Reads and writes ({@code inout}). */
  READ_WRITE(true, true, true),
  /** Writes every byte of the region, and reads none: a fill, the destination of a copy. */
  OVERWRITE(false, true, false);

  private final boolean reads;
  private final boolean writes;
  private final boolean keepsContents;

  AccessMode(boolean reads, boolean writes, boolean keepsContents) {
    this.reads = reads;
    this.writes = writes;
    this.keepsContents = keepsContents;
  }

  /** Whether it may read. */
  public boolean reads() {
    return reads;
  }

  /** Whether it may write. */
  public boolean writes() {
    return writes;
  }

  /** Whether earlier contents matter afterwards, so that the region must be valid before. */
  public boolean keepsContents() {
    return keepsContents;
  }
}
