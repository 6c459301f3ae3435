package org.grcuda.cpu.check;

import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.MonitoredKernel;

/** The memory of the running block: shared memory, local memory of each thread, parameters. */
record BlockMemory(
    long shared,
    long sharedBytes,
    long local,
    int localBytes,
    int threads,
    long parameters,
    int parameterBytes) {

  static BlockMemory of(BlockContext context, MonitoredKernel kernel) {
    return new BlockMemory(
        context.shared,
        (long) kernel.staticSharedBytes() + context.launch.dynamicSharedBytes,
        context.local,
        kernel.localBytes(),
        context.launch.threadsPerBlock(),
        context.launch.parameters,
        kernel.parameterBytes());
  }

  boolean isShared(long address) {
    return Long.compareUnsigned(address - shared, sharedBytes) < 0;
  }

  boolean isLocal(long address) {
    return Long.compareUnsigned(address - local, (long) localBytes * threads) < 0;
  }

  /** The thread whose local memory an address that {@link #isLocal} lies in. */
  int threadOf(long address) {
    return (int) ((address - local) / localBytes);
  }

  /** Whether an access lies in the local memory of a thread. */
  boolean holdsLocal(int thread, long address, int bytes) {
    long offset = address - local - (long) localBytes * thread;
    return offset >= 0 && offset <= localBytes - bytes;
  }

  boolean holdsShared(long address, int bytes) {
    long offset = address - shared;
    return offset >= 0 && offset <= sharedBytes - bytes;
  }

  /**
   * Distance in bytes of an address from shared memory; very large if there is no shared memory.
   */
  long distanceToShared(long address) {
    if (sharedBytes == 0) {
      return Long.MAX_VALUE;
    }
    return address < shared ? shared - address : address - shared - sharedBytes;
  }

  boolean isParameter(long address) {
    return Long.compareUnsigned(address - parameters, parameterBytes) < 0;
  }
}
