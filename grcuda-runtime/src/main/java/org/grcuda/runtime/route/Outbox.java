package org.grcuda.runtime.route;

import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * Holds packets back until they can leave. The methods are called with the scheduling lock held.
 */
public interface Outbox {

  /** Takes {@code send} in. It is held back until {@link #deliver} or {@link #drop}. */
  void submit(Vertex send, DependencyTracker dependencies);

  /**
   * Makes {@code send} the copy to {@code destination}.
   *
   * @param destination as long as what is to be copied: the beginning of the source, or all of it.
   *     Everything that used it has ended, so the copy needs no parents for that
   * @param where where the copy runs
   */
  void deliver(Vertex send, Region destination, Placement where, DependencyTracker dependencies);

  /**
   * Ends {@code send} without a copy. Does nothing if it was delivered or dropped before.
   *
   * @param reason why it fails; null if it does not
   */
  void drop(Vertex send, Throwable reason);
}
