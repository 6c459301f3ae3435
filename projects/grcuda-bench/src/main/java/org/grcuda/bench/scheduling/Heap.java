package org.grcuda.bench.scheduling;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the heap of this process holds, and what its threads use. */
final class Heap {

  private static final int COLLECTIONS = 3;

  private Heap() {}

  /**
   * Lets the heap keep its size when it is collected: the collections that a benchmark asks for
   * would shrink it, and what is measured would pay for growing it again.
   */
  static void keepSize() {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .setVMOption("MaxHeapFreeRatio", "100");
  }

  /** Bytes that the calling thread has allocated so far. */
  static long allocatedByThisThread() {
    return threads().getCurrentThreadAllocatedBytes();
  }

  /** Bytes in use when everything unreachable was collected. */
  static long usedAfterCollection() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Nanoseconds that the calling thread has run so far. */
  static long processorTimeOfThisThread() {
    return threads().getCurrentThreadCpuTime();
  }

  private static ThreadMXBean threads() {
    return ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  }
}
