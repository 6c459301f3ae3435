package org.grcuda.graph.engine;

import org.grcuda.DeviceArray;
import org.grcuda.Segment;

/**
 * One part of an algorithm. It works in steps: it launches kernels, and reports to the host when
 * they have ended; the host waits for none. All methods are called by one thread.
 *
 * @param <A> the arrays that it sends
 */
public interface Stepper<A extends DeviceArray> {

  /** Whether what a step sends has room. */
  boolean canStep();

  /** Whether there is something to do for a step. */
  boolean hasWork();

  /** Begins a step. Its report has to be sent by the network's router for reports. */
  void step();

  /** Takes in a packet of another part, between steps. */
  void admit(Segment<A> arrived);

  /** Notes that {@code target} has taken a packet of this part. */
  void delivered(int target);

  /**
   * Ends a step, and sends what others have to know.
   *
   * @param report of the step
   * @return how many packets are sent
   */
  int finish(A report);
}
