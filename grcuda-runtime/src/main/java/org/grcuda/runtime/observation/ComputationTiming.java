package org.grcuda.runtime.observation;

/** Which computations have their duration measured, by events of their device. */
public enum ComputationTiming {
  /** None. */
  OFF,
  /**
   * Of launches the first of each kernel and size, and a few of the later ones: enough to predict
   * how long others take.
   */
  SAMPLED,
  /** All. */
  ALL
}
