package org.grcuda.runtime.completion;

import java.util.concurrent.locks.LockSupport;

/**
 * Tells a parked thread, the reaper, that there may be work to wait for. It may be given with or
 * without a lock, and costs little while nobody is parked.
 */
public final class WorkSignal {

  /** The thread that is parked or about to be; null while there is none. */
  private volatile Thread parked;

  /** A signal that no thread listens to. */
  public WorkSignal() {}

  /** Wakes the listening thread: there may be work to wait for. */
  void give() {
    Thread waiting = parked;
    if (waiting != null) {
      parked = null;
      LockSupport.unpark(waiting);
    }
  }

  /**
   * Makes the signal wake the current thread from now on. The thread itself must look for work that
   * came before.
   */
  void listen() {
    parked = Thread.currentThread();
  }

  /** Stops listening: the current thread has found work by itself. */
  void ignore() {
    parked = null;
  }

  /** Whether a thread listens, and the signal was not given since {@link #listen}. */
  boolean isAwaited() {
    return parked != null;
  }
}
