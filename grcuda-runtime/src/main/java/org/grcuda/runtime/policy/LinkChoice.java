package org.grcuda.runtime.policy;

/** The link that data is taken to move over, where several places hold it. */
public enum LinkChoice {
  /** The slowest: the longest that the transfer may take (min-max). */
  SLOWEST,
  /** The fastest: the shortest (min-min). */
  FASTEST;

  double of(double one, double other) {
    return this == SLOWEST ? Math.min(one, other) : Math.max(one, other);
  }
}
