package org.grcuda.bench.waiting;

/**
 * Work of the host that takes a known time on an idle core. Not safe for threads: each has its own.
 */
final class HostWork {

  private static final int FIRST_STEPS = 1 << 12;

  private final long nanos;
  private final long steps;
  private long state = 1;

  private HostWork(long nanos, long steps) {
    this.nanos = nanos;
    this.steps = steps;
  }

  /**
   * Measures how many steps take {@code nanos} nanoseconds. The core must be idle meanwhile.
   *
   * @param warmUp nanoseconds of steps before, so that they are compiled
   */
  static HostWork of(long nanos, long warmUp) {
    HostWork trial = new HostWork(0, 0);
    trial.run(trial.stepsIn(warmUp));
    return new HostWork(nanos, trial.stepsIn(nanos));
  }

  /** As much work again, for another thread. */
  HostWork copy() {
    return new HostWork(nanos, steps);
  }

  /** How long it takes on an idle core, in nanoseconds. */
  long nanos() {
    return nanos;
  }

  /** Does the work once. */
  void run() {
    run(steps);
  }

  private long stepsIn(long nanos) {
    long tried = FIRST_STEPS;
    while (true) {
      long start = System.nanoTime();
      run(tried);
      long taken = System.nanoTime() - start;
      if (taken >= nanos) {
        return (long) ((double) tried * nanos / taken);
      }
      tried *= 2;
    }
  }

  private void run(long count) {
    long next = state;
    for (long i = 0; i < count; i++) {
      next ^= next << 13;
      next ^= next >>> 7;
      next ^= next << 17;
    }
    state = next;
  }
}
