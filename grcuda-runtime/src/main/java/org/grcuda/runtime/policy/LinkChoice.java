package org.grcuda.runtime.policy;

/** Which link a policy assumes for data that several places hold. */
public enum LinkChoice {
  /** The slowest link: the longest time that the transfer may take (min-max). */
  SLOWEST,
  /** The fastest link: the shortest time (min-min). */
  FASTEST;

  double of(double one, double other) {
    return this == SLOWEST ? Math.min(one, other) : Math.max(one, other);
  }
}
