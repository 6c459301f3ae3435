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
  private final long hostSteps;
  private long state = 1;

  /**
   * Measures how much work the host does in its share of a cycle. The machine must be idle
   * meanwhile.
   */
  PublishedWorkload() {
    work(stepsIn(CYCLE_NANOS));
    hostSteps = stepsIn(CYCLE_NANOS - KERNEL_NANOS);
  }

  /** Runs {@code cycles} cycles, and returns the seconds that they take. */
  double run(Waiter waiter, int cycles) {
    long start = System.nanoTime();
    for (int i = 0; i < cycles; i++) {
      work(hostSteps);
      double factor = 1 + VARIATION * random.nextGaussian();
      waiter.launchAndWait("step", (long) (KERNEL_NANOS * factor));
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private long stepsIn(long nanos) {
    long steps = 1 << 12;
    while (true) {
      long start = System.nanoTime();
      work(steps);
      long taken = System.nanoTime() - start;
      if (taken >= nanos) {
        return (long) ((double) steps * nanos / taken);
      }
      steps *= 2;
    }
  }

  private void work(long steps) {
    long next = state;
    for (long i = 0; i < steps; i++) {
      next ^= next << 13;
      next ^= next >>> 7;
      next ^= next << 17;
    }
    state = next;
  }
}
