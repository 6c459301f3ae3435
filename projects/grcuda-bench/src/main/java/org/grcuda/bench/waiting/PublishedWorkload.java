package org.grcuda.bench.waiting;

import java.util.Random;

/**
 * A program like the one of the paper (Elmougy, Jia, Ding and Shan, section V). It makes 370
 * launches a second, waits for each kernel, and does host work between the kernels. The durations
 * of the kernels vary by 2 to 5 %.
 */
final class PublishedWorkload {

  /** Duration of a cycle on an idle machine, for 370 cycles a second. */
  private static final long CYCLE_NANOS = 2_700_000;

  private static final long KERNEL_NANOS = 2_000_000;

  /** Standard deviation of the kernels' durations, as a share of them. */
  private static final double VARIATION = 0.035;

  private final Random random = new Random(370);
  private final HostWork host;

  /**
   * Measures how much work the host does in its share of a cycle. The machine must be idle
   * meanwhile.
   */
  PublishedWorkload() {
    host = HostWork.of(CYCLE_NANOS - KERNEL_NANOS, CYCLE_NANOS);
  }

  /** Runs {@code cycles} cycles, and returns the seconds that they take. */
  double run(Waiter waiter, int cycles) {
    long start = System.nanoTime();
    for (int i = 0; i < cycles; i++) {
      host.run();
      double factor = 1 + VARIATION * random.nextGaussian();
      waiter.launchAndWait("step", (long) (KERNEL_NANOS * factor));
    }
    return (System.nanoTime() - start) / 1e9;
  }
}
