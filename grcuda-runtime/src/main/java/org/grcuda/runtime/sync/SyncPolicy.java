package org.grcuda.runtime.sync;

import org.grcuda.driver.Event;

/** How a host thread waits for an event. */
public enum SyncPolicy {
  /**
   * Sleeps until shortly before the predicted end, polls around it, then blocks: the latency of
   * polling at about the cost of blocking. See {@link org.grcuda.runtime.sync.HybridWaits}, which
   * implements it.
   */
  HYBRID("hybrid") {
    @Override
    public void await(Event event) {
      throw new IllegalStateException("hybrid waits need a prediction");
    }
  },
  /** Sleeps until the event wakes it. */
  BLOCK("block") {
    @Override
    public void await(Event event) throws InterruptedException {
      event.await();
    }
  },
  /** Polls: the shortest latency, at the price of a core. */
  SPIN("spin") {
    @Override
    public void await(Event event) throws InterruptedException {
      while (!event.isComplete()) {
        checkInterrupt();
        Thread.onSpinWait();
      }
    }
  },
  /** Polls, and lets other threads run in between. */
  YIELD("yield") {
    @Override
    public void await(Event event) throws InterruptedException {
      while (!event.isComplete()) {
        checkInterrupt();
        Thread.yield();
      }
    }
  };

  private final String optionName;

  SyncPolicy(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }

  public abstract void await(Event event) throws InterruptedException;

  private static void checkInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
