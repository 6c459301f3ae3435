package org.grcuda.runtime.route;

/** Says to which targets of a router a message goes. */
@FunctionalInterface
public interface RoutingPolicy {

  /**
   * The targets of a message, by their positions in the router's list, from 0. Called once for each
   * message, by the thread that sends it, without any lock.
   *
   * @param source position of the sending endpoint in the list of sources
   * @param tag the number that the program gave the message
   */
  int[] targets(int source, int tag);

  /**
   * Whether each packet of a message goes to one of the targets, the first that has a free buffer;
   * if not, each target gets all of them.
   */
  default boolean isToAny() {
    return false;
  }

  /**
   * Whether a target gets its packets from the target before it, if that still has them as they
   * were sent, and else from the source.
   */
  default boolean isForwarded() {
    return false;
  }

  /** Whether the target with the most free buffers is taken, and not the first in the list. */
  default boolean isBalanced() {
    return false;
  }
}
