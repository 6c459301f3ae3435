package org.grcuda.sim.memory;

/** Moves bytes between places, in simulated time. */
public interface Mover {

  /**
   * Moves {@code bytes} bytes, more than 0, from one place to another, and calls {@code arrived}
   * when they are there.
   *
   * @param faults whether page faults move them, rather than a copy
   */
  void move(int from, int to, long bytes, boolean faults, Runnable arrived);

  /** Bytes per nanosecond that a move between two places gets where no other disturbs it. */
  double bandwidth(int from, int to);
}
