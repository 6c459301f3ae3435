package org.grcuda.runtime.computation;

/**
 * The declared cost of a launch; simulated devices take that long.
 *
 * @param flops floating-point operations in single precision; NaN where nothing was declared
 * @param doubleFlops the same in double precision
 * @param bytes bytes read and written in device memory
 */
public record LaunchCost(double flops, double doubleFlops, double bytes) {

  /** Nothing was declared. */
  public static final LaunchCost UNKNOWN = new LaunchCost(Double.NaN, Double.NaN, Double.NaN);
}
