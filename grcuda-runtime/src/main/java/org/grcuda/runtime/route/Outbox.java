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
   * From where to where a packet is copied.
   *
   * @param source the rows: the beginning of what the send reads or all of it, or the same rows in
   *     the buffer of another target
   * @param writer the send that has brought them there, or brings them; null if the rows are those
   *     that the send reads
   * @param destination as long; everything that used it has ended, so the copy needs no parents for
   *     that
   * @param where where the copy runs
   */
  record Way(Region source, Vertex writer, Region destination, Placement where) {}

  /** Makes {@code send} the copy that {@code way} says. */
  void deliver(Vertex send, Way way, DependencyTracker dependencies);

  /**
   * Ends {@code send} without a copy. Does nothing if it was delivered or dropped before.
   *
   * @param reason why it fails; null if it does not
   */
  void drop(Vertex send, Throwable reason);
}
