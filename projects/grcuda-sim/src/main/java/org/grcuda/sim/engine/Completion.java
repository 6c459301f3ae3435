package org.grcuda.sim.engine;

import org.grcuda.driver.Event;

/** What happens when something that takes simulated time has ended. */
@FunctionalInterface
public interface Completion {

  /** It has ended. May start something else. */
  void run();

  /** The event that must have completed in reality before it can end; null if there is none. */
  default Event gate() {
    return null;
  }
}
