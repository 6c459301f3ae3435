package org.grcuda.runtime.pull;

/** How long a transfer takes. */
@FunctionalInterface
public interface LinkCost {

  /** The place that is the host; devices are places from 0. */
  int HOST = -1;

  /** Nanoseconds that {@code bytes} need from the place {@code from} to the place {@code to}. */
  double nanos(long bytes, int from, int to);
}
