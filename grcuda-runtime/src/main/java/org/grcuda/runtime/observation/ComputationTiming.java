package org.grcuda.runtime.observation;

/** Which computations are timed, by events of their device. */
public enum ComputationTiming {
  /** None. */
  OFF,
  /**
   * The first launches of each kernel and size, and a few of the later ones: enough to predict how
   * long others take.
   */
  SAMPLED,
  /** All. */
  ALL
}
