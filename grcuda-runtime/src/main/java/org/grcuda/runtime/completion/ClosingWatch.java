package org.grcuda.runtime.completion;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.sync.Blocker;

/**
 * Stops the kernels of a driver whose runtime is being closed, if they make no progress any more or
 * if the closing thread is interrupted: nobody will see what they compute.
 */
public final class ClosingWatch implements Blocker, AutoCloseable {

  /** How long kernels may make no progress, once nobody can read what they compute. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Time between two queries of the driver's progress. */
  private static final long ASK_MILLIS = 100;

  private final Driver driver;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition over = lock.newCondition();
  private final Thread thread;
  private boolean closed;

  /** Starts to watch the kernels of {@code driver}. */
  public ClosingWatch(Driver driver) {
    this.driver = driver;
    this.thread = Thread.ofPlatform().daemon().name("grcuda-closing").start(this::watch);
  }

  private void watch() {
    long progress = driver.progress();
    long since = System.nanoTime();
    lock.lock();
    try {
      while (!closed && System.nanoTime() - since < PATIENCE_NANOS) {
        Blocker.uninterruptible().block(c -> c.await(ASK_MILLIS, TimeUnit.MILLISECONDS), over);
        long now = driver.progress();
        if (now != progress) {
          progress = now;
          since = System.nanoTime();
        }
      }
      if (!closed) {
        driver.stop(
            "it had not come further for "
                + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)
                + " seconds when its context was being closed");
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until {@code wait} returns. An interrupt stops the kernels, and is set again for the
   * caller afterwards.
   */
  @Override
  public <T> void block(Interruptible<T> wait, T subject) {
    boolean interrupted = false;
    while (true) {
      try {
        wait.await(subject);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        driver.stop("the thread that closed its context was interrupted");
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the watch, and returns when its thread has ended. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      over.signal();
    } finally {
      lock.unlock();
    }
    Blocker.uninterruptible().block(Thread::join, thread);
  }
}
