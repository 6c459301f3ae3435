package org.grcuda.bench.reproduce;

import java.util.Collection;

/** Averages of ratios. */
final class Means {

  private Means() {}

  /** The geometric mean of {@code ratios}. */
  static double of(Collection<Double> ratios) {
    return Math.exp(ratios.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
  }
}
