package org.grcuda.driver;

/** Counts of what some blocks of a launch did while they ran. Thread-safe. */
public final class BlockCounts {

  private long blocks;
  private long flops;
  private long doubleFlops;
  private long bytes;

  /** Nothing counted. */
  public BlockCounts() {}

  /**
   * Adds one block.
   *
   * @param newFlops operations in single and half precision, a fused multiplication and addition
   *     counts as two
   * @param newDoubleFlops operations in double precision
   * @param newBytes that its threads loaded from global memory and stored there
   */
  public synchronized void add(long newFlops, long newDoubleFlops, long newBytes) {
    blocks++;
    flops += newFlops;
    doubleFlops += newDoubleFlops;
    bytes += newBytes;
  }

  /** Number of blocks that were counted. */
  public synchronized long blocks() {
    return blocks;
  }

  /**
   * Operations of a block in single and half precision, on average; at least one block must be
   * counted.
   */
  public synchronized double flops() {
    return (double) flops / blocks;
  }

  /** Operations of a block in double precision, on average; at least one block must be counted. */
  public synchronized double doubleFlops() {
    return (double) doubleFlops / blocks;
  }

  /**
   * Bytes of global memory that a block accesses, on average; at least one block must be counted.
   */
  public synchronized double bytes() {
    return (double) bytes / blocks;
  }
}
