package org.grcuda.sim.engine;

/** A resource that activities share, or a timer. */
interface Source {

  /** When the next activity ends, nanoseconds; infinite if there is none. */
  double next();

  /** The activity that ends at {@link #next}. */
  Activity first();

  /** Takes {@link #first} out; the time is {@code now}. Others go on with what it leaves them. */
  void remove(double now);
}
