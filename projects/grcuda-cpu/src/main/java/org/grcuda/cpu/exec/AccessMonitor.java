package org.grcuda.cpu.exec;

/**
 * Sees each access of a running block before it is made, and what orders the accesses of its
 * threads. Belongs to one worker; throws a {@link KernelFault} for what must not happen.
 */
public interface AccessMonitor {

  /**
   * A block begins.
   *
   * @param kernel what translation knows of it
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
