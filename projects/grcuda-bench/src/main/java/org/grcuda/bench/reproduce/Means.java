package org.grcuda.bench.reproduce;

import java.util.Collection;

/** Averages of ratios. */
public final class Means {

  private Means() {}

  /** The geometric mean of {@code ratios}. */
  public static double of(Collection<Double> ratios) {
    return Math.exp(ratios.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
  }
}
