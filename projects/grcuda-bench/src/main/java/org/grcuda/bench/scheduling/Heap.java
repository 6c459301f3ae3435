package org.grcuda.bench.scheduling;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures the heap of this process, and what its threads use. */
final class Heap {

  private static final int COLLECTIONS = 3;

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private Heap() {}

  /**
   * Lets the heap keep its size after a collection. The collections that a benchmark asks for would
   * otherwise shrink the heap, and the measured code would pay for growing it again.
   */
  static void keepSize() {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .setVMOption("MaxHeapFreeRatio", "100");
  }

  /** Bytes that the calling thread has allocated so far. */
  static long allocatedByThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Bytes of heap in use after everything unreachable was collected. */
  static long usedAfterCollection() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Nanoseconds of processor time that the calling thread has used so far. */
  static long processorTimeOfThisThread() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
