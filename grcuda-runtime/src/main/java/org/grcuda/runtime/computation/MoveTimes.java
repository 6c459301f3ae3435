package org.grcuda.runtime.computation;

import java.util.function.Consumer;
import org.grcuda.driver.Event;

/**
 * Events around the data that moves ahead of a computation, for a recording.
 *
 * @param before recorded before the data moves
 * @param after recorded when it has moved
 * @param isAll whether the computation does nothing but move this data
 * @param pool takes the events back
 */
public record MoveTimes(Event before, Event after, boolean isAll, Consumer<Event> pool) {

  /** Gives the events back. */
  public void release() {
    pool.accept(before);
    pool.accept(after);
  }
}
