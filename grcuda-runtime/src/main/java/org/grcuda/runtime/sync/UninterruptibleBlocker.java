package org.grcuda.runtime.sync;

import org.grcuda.driver.HostWaiter;

/** Waits to the end, whatever interrupts. */
enum UninterruptibleBlocker implements Blocker {
  INSTANCE;

  private static final HostWaiter WAITER = HostWaiter.uninterruptible();

  @Override
  public <T> void block(Interruptible<T> wait, T subject) {
    WAITER.await(() -> wait.await(subject));
  }
}
