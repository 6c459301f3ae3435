package org.grcuda.runtime.computation;

/**
 * The outer layer, as the runtime sees it: finds what a new computation depends on. The methods are
 * called with the scheduling lock held, in the order in which computations are submitted.
 */
public interface DependencyTracker {

  /** Sets the parents of {@code vertex} ({@link Vertex#setParents}) and changes nothing else. */
  void findParents(Vertex vertex);

  /**
   * Enters the accesses of {@code vertex}, which was accepted: later computations may depend on it.
   * Not called for a vertex that the device refused at once.
   *
   * @param uses what it uses; the vertex itself may have ended and released its accesses already
   * @param operation what it does
   */
  void record(Vertex vertex, Access[] uses, Operation operation);

  /**
   * Computation {@code vertex}, which was accepted, has ended, with or without an error: nothing
   * has to wait for it any more. Called once for each vertex, perhaps before {@link #record}.
   *
   * @param uses what it used
   */
  default void ended(Vertex vertex, Access[] uses) {}
}
