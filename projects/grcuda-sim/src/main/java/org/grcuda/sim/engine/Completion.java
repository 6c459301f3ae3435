package org.grcuda.sim.engine;

import org.grcuda.driver.Event;

/** What happens when something that takes simulated time has ended. */
@FunctionalInterface
public interface Completion {

  /** It has ended. May start something else. */
  void run();

  /** What must have completed in reality before it can end; null if nothing. */
  default Event gate() {
    return null;
  }
}
