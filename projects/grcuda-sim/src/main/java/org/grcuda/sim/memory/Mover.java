package org.grcuda.sim.memory;

/** Moves bytes between places, in simulated time. */
public interface Mover {

  /**
   * Moves {@code bytes} bytes, more than 0, from one place to another, and calls {@code arrived}
   * when they are there.
   *
   * @param faults whether page faults move them, not a copy
   */
  void move(int from, int to, long bytes, boolean faults, Runnable arrived);

  /** Bytes per nanosecond of a move between two places that no other move disturbs. */
  double bandwidth(int from, int to);
}
