package org.grcuda.runtime.completion;

import java.util.concurrent.locks.LockSupport;

/**
 * Tells a parked thread, the reaper, that there may be work to wait for. Given without any lock or
 * with; cheap while nobody is parked.
 */
public final class WorkSignal {

  /** Who is parked, or about to be; null while nobody is. */
  private volatile Thread parked;

  /** Nobody is parked. */
  public WorkSignal() {}

  /** There may be work to wait for. */
  void give() {
    Thread waiting = parked;
    if (waiting != null) {
      parked = null;
      LockSupport.unpark(waiting);
    }
  }

  /** From now on the signal wakes the current thread: work that came before is its to look for. */
  void listen() {
    parked = Thread.currentThread();
  }

  /** The current thread has found work by itself. */
  void ignore() {
    parked = null;
  }

  /** Whether the signal has not been given since {@link #listen}. */
  boolean isAwaited() {
    return parked != null;
  }
}
