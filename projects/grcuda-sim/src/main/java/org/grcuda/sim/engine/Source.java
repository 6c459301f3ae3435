package org.grcuda.sim.engine;

/** A resource that activities share, or a timer. */
interface Source {

  /** When the next activity ends, nanoseconds; infinite if there is none. */
  double next();

  /** The activity that ends at {@link #next}. */
  Activity first();

  /**
   * Removes {@link #first}; the time is {@code now}. The others share the resource from then on.
   */
  void remove(double now);
}
