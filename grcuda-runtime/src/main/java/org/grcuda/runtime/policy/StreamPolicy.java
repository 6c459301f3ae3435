package org.grcuda.runtime.policy;

import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Vertex;

/**
 * Chooses the stream of a computation, and with it the device: the paper's stream manager, section
 * III-B. Called with the scheduling lock held. It must have no side effect: the computation may
 * still be refused.
 */
@FunctionalInterface
public interface StreamPolicy {

  /**
   * The stream of {@code vertex}, which did not ask for one.
   *
   * @param vertex with its unfinished parents
   * @param selection what there is to choose from
   */
  ComputeStream select(Vertex vertex, StreamSelection selection);
}
