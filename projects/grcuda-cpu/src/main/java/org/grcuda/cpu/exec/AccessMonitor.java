package org.grcuda.cpu.exec;

/**
 * Sees each access of a running block before it is made, and the barriers and operations that order
 * the accesses of its threads. It belongs to one worker, and throws a {@link KernelFault} for an
 * illegal access.
 */
public interface AccessMonitor {

  /**
   * A block begins.
   *
   * @param kernel the translator's knowledge of it
   */
  void begin(BlockContext context, MonitoredKernel kernel);

  /** The block has ended without a fault. */
  void end();

  /**
   * A thread accesses memory.
   *
   * @param site index in {@link MonitoredKernel#sites}
   * @param address native
   */
  void access(int thread, int site, long address);

  /** Every thread of the block that has not ended has arrived at a barrier, and goes on. */
  void orderAll();

  /** These threads have arrived at a barrier, and go on. */
  void order(int[] threads);
}
