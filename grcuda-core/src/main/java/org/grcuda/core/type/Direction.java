package org.grcuda.core.type;

/** What a kernel does with the memory that a pointer parameter points to. */
public enum Direction {
  /** Only reads it. */
  IN("in", true, false),
  /** Only writes it. */
  OUT("out", false, true),
  /** Reads and writes it, or may. */
  INOUT("inout", true, true);

  private final String keyword;
  private final boolean reads;
  private final boolean writes;

  Direction(String keyword, boolean reads, boolean writes) {
    this.keyword = keyword;
    this.reads = reads;
    this.writes = writes;
  }

  /** Whether the memory is read. */
  public boolean reads() {
    return reads;
  }

  /** Whether the memory is written. */
  public boolean writes() {
    return writes;
  }

  /** The NIDL keyword. */
  @Override
  public String toString() {
    return keyword;
  }
}
