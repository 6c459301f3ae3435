package org.grcuda.driver;

/** How a thread of the host waits for an event. */
@FunctionalInterface
public interface HostWaiter {

  /**
   * Returns when {@code event} is complete, or throws because the thread is to do something else.
   */
  void await(Event event);

  /** Waits to the end; an interrupt is kept for the caller. */
  static HostWaiter uninterruptible() {
    return event -> {
      boolean interrupted = false;
      while (true) {
        try {
          event.await();
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
