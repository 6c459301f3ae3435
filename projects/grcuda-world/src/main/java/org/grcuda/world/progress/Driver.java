package org.grcuda.world.progress;

import java.util.concurrent.locks.LockSupport;

/**
 * The thread that drives while no other thread does. It looks every {@value #BUSY_NANOS}
 * nanoseconds while something is on its way, else ever less often. While another thread drives, it
 * looks ever less often, too: it would take the core from that thread, or the news.
 */
final class Driver {

  private static final long BUSY_NANOS = 50_000;
  private static final long LONGEST_NANOS = 1_000_000;

  private final Progress progress;
  private volatile Thread thread;

  /** Whether it sleeps for longer than {@value #BUSY_NANOS} nanoseconds. */
  private volatile boolean asleep;

  private volatile boolean closed;

  Driver(Progress progress) {
    this.progress = progress;
  }

  /**
   * There is something to do. A short sleep ends by itself: to end it costs more, and takes a core
   * from a thread that is about to drive.
   */
  void wake() {
    if (thread == null) {
      start();
    } else if (asleep) {
      LockSupport.unpark(thread);
    }
  }

  private synchronized void start() {
    if (thread == null && !closed) {
      thread = Thread.ofPlatform().daemon().name("grcuda-world").unstarted(this::run);
      thread.start();
    }
  }

  private void run() {
    long sleep = BUSY_NANOS;
    while (!closed) {
      boolean isDriven = progress.wasDriven(BUSY_NANOS);
      if (!isDriven && progress.driveIfFree()) {
        sleep = BUSY_NANOS;
        continue;
      }
      asleep = sleep > BUSY_NANOS;
      // What was queued before is seen here; later work ends the sleep.
      boolean isNeeded = !isDriven && progress.isBusy();
      LockSupport.parkNanos(isNeeded ? BUSY_NANOS : sleep);
      asleep = false;
      sleep = isNeeded ? BUSY_NANOS : Math.min(2 * sleep, LONGEST_NANOS);
    }
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
