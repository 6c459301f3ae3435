package org.grcuda.driver.queue;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.grcuda.driver.DriverException;

/**
 * The completion of one record of an event, or of the end of a stream that somebody waits for.
 * Completed and added to with the lock of {@link CommandQueues} held; read and awaited without it.
 */
abstract class Recording {

  private Details details;
  private volatile boolean complete;
  private volatile Sleeper sleepers;

  /** A thread to be woken. */
  private record Sleeper(Thread thread, Sleeper next) {}

  final boolean isComplete() {
    return complete;
  }

  /** Null until complete. */
  final DriverException failure() {
    return complete && details != null ? details.failure : null;
  }

  /** Nanoseconds on the device clock at completion, if it was completed with a time. */
  final long time() {
    return details.time;
  }

  /** What it knows besides; null if that is nothing. */
  final Details details() {
    return details;
  }

  /** {@link #details()}, made if there are none. */
  final Details detailed() {
    if (details == null) {
      details = new Details();
    }
    return details;
  }

  /**
   * Completes this recording, and returns the streams that may go on now.
   *
   * @param isTimed whether anybody may ask for the time, {@code now}
   */
  final List<QueuedStream> complete(DriverException cause, long now, boolean isTimed) {
    if (cause != null || isTimed) {
      detailed().failure = cause;
      details.time = now;
    }
    // A thread enters the list before it looks at the flag, so either it sees the flag or it is
    // woken.
    complete = true;
    if (sleepers != null) {
      wake();
    }
    return details == null ? List.of() : details.takeWaiting();
  }

  final void await() throws InterruptedException {
    if (!complete) {
      enlist();
    }
    while (!complete) {
      LockSupport.park(this);
      throwIfInterrupted();
    }
  }

  /** Whether it is complete, at latest {@code nanos} nanoseconds from now. */
  final boolean await(long nanos) throws InterruptedException {
    awaitAny(List.of(this), nanos);
    return complete;
  }

  /** Returns when one of {@code some} is complete, or {@code nanos} nanoseconds have passed. */
  static void awaitAny(List<Recording> some, long nanos) throws InterruptedException {
    if (isAnyComplete(some)) {
      return;
    }
    some.forEach(Recording::enlist);
    long start = System.nanoTime();
    long left = nanos;
    while (!isAnyComplete(some) && left > 0) {
      LockSupport.parkNanos(some, left);
      throwIfInterrupted();
      left = nanos - (System.nanoTime() - start);
    }
  }

  static boolean isAnyComplete(List<Recording> some) {
    for (Recording recording : some) {
      if (recording.complete) {
        return true;
      }
    }
    return false;
  }

  /** A thread stays in the list to the end; this is safe as threads park in a loop. */
  private synchronized void enlist() {
    Thread caller = Thread.currentThread();
    for (Sleeper sleeper = sleepers; sleeper != null; sleeper = sleeper.next) {
      if (sleeper.thread == caller) {
        return;
      }
    }
    sleepers = new Sleeper(caller, sleepers);
  }

  private synchronized void wake() {
    for (Sleeper sleeper = sleepers; sleeper != null; sleeper = sleeper.next) {
      LockSupport.unpark(sleeper.thread);
    }
    sleepers = null;
  }

  private static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
