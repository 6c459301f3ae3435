package org.grcuda.attacks.chaos;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** A context that several threads use, and that any of them may close. */
abstract class World implements AutoCloseable {

  static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int v, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += v;
      }
      extern "C" __global__ void wild(int *x, long long i) { x[i] = 1; }
      extern "C" __global__ void spin(int *x) { while (*(volatile int *) x == 0) { } }
      """;
  static final String ADD = "add(x: inout pointer sint32, v: sint32, n: sint32)";
  static final String WILD = "wild(x: inout pointer sint32, i: sint64)";
  static final String SPIN = "spin(x: inout pointer sint32)";
  static final int BLOCK = 128;

  private final AtomicBoolean closing = new AtomicBoolean();

  /** Fills an array, adds to it, and reads or copies what must be in it. */
  abstract void compute(Random random);

  /** Launches a kernel that fails; the launch, or the read of its array, must say so. */
  abstract void fault(Random random);

  /** Uses an array that was freed, wrong arguments, and the like: errors that are documented. */
  abstract void misuse(Random random);

  /** Waits for all work. */
  abstract void synchronize();

  /** Launches a kernel without end and waits for it: another thread cancels it. */
  abstract void spin();

  /** Interrupts what runs in it. */
  abstract void interrupt();

  /** Whether somebody has begun to close it, so that all errors of closed contexts are right. */
  final boolean isClosing() {
    return closing.get();
  }

  /** Stops everything. */
  final void cancel() {
    closing.set(true);
    stop();
  }

  @Override
  public final void close() {
    closing.set(true);
    finish();
  }

  abstract void stop();

  abstract void finish();

  /**
   * Whether {@code error} is what a program may see that did nothing wrong, while others close or
   * interrupt its context.
   */
  abstract boolean isExpected(RuntimeException error);
}
