package org.grcuda.driver;

/** How a thread of the host waits. */
@FunctionalInterface
public interface HostWaiter {

  /** A wait that an interrupt ends early. */
  @FunctionalInterface
  interface Wait {

    /**
     * Returns when the awaited condition holds.
     *
     * @throws InterruptedException if the thread is interrupted; the wait may be started again
     */
    void await() throws InterruptedException;
  }

  /** Returns when {@code wait} has returned, or throws if the thread must do something else. */
  void await(Wait wait);

  /** Waits to the end; an interrupt is kept for the caller. */
  static HostWaiter uninterruptible() {
    return wait -> {
      boolean interrupted = false;
      while (true) {
        try {
          wait.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    };
  }
}
