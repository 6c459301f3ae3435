package org.grcuda.runtime;

/**
 * The outer layer, as the runtime sees it: finds what a new computation depends on. Both methods
 * are called with the scheduling lock held, in the order in which computations are submitted.
 */
public interface DependencyTracker {

  /** Sets the parents of {@code vertex} ({@link Vertex#setParents}) and changes nothing else. */
  void findParents(Vertex vertex);

  /**
   * Enters the accesses of {@code vertex}, which was accepted: later computations may depend on it.
   * Not called for one that the device refused at once.
   */
  void record(Vertex vertex);
}
