package org.grcuda.world.progress;

import java.util.concurrent.locks.LockSupport;

/**
 * The thread that drives while no other thread does. While something is on its way it looks every
 * {@value #IDLE_CORES_NANOS} nanoseconds, or every {@value #BUSY_CORES_NANOS} where kernels run on
 * the cores: with the switch of threads, each look takes 15 to 40 us from them. Else it looks ever
 * less often. So it does while another thread drives: it would take the core from that thread, or
 * the news.
 */
final class Driver {

  private static final long IDLE_CORES_NANOS = 50_000;
  private static final long BUSY_CORES_NANOS = 250_000;
  private static final long LONGEST_NANOS = 1_000_000;

  private final Progress progress;
  private final long busyNanos;
  private volatile Thread thread;

  /** Whether it may sleep for longer than while something is on its way. */
  private volatile boolean asleep;

  /** When {@link #wake} has last ended a sleep. */
  private volatile long woken = System.nanoTime() - LONGEST_NANOS;

  private volatile boolean closed;

  /** {@code kernelsTakeCores} says whether kernels run on the cores of this machine. */
  Driver(Progress progress, boolean kernelsTakeCores) {
    this.progress = progress;
    busyNanos = kernelsTakeCores ? BUSY_CORES_NANOS : IDLE_CORES_NANOS;
  }

  /**
   * There is something to do. A short sleep ends by itself: to end it costs more, and takes a core
   * from a thread that is about to drive. For the same reason, of many calls only the first in a
   * while ends a sleep.
   */
  void wake() {
    if (thread == null) {
      start();
    } else if (asleep) {
      long now = System.nanoTime();
      if (now - woken >= LONGEST_NANOS) {
        woken = now;
        LockSupport.unpark(thread);
      }
    }
  }

  private synchronized void start() {
    if (thread == null && !closed) {
      thread = Thread.ofPlatform().daemon().name("grcuda-world").unstarted(this::run);
      thread.start();
    }
  }

  private void run() {
    long sleep = busyNanos;
    while (!closed) {
      boolean isDriven = isDriven();
      if (!isDriven && progress.driveIfFree()) {
        sleep = busyNanos;
        continue;
      }
      asleep = sleep > busyNanos;
      // What was queued before is seen here; later work ends the sleep.
      boolean isNeeded = !isDriven && progress.isBusy();
      LockSupport.parkNanos(isNeeded ? busyNanos : sleep);
      asleep = false;
      sleep = isNeeded ? busyNanos : Math.min(2 * sleep, LONGEST_NANOS);
    }
  }

  /**
   * A thread that has said that it drives may sleep between two looks, or be held up: it is trusted
   * for longer.
   */
  private boolean isDriven() {
    return progress.wasDriven(progress.isWaitedFor() ? LONGEST_NANOS : busyNanos);
  }

  void close() {
    closed = true;
    if (thread != null) {
      LockSupport.unpark(thread);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
