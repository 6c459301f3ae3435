package org.grcuda.runtime.computation;

import java.util.List;

/**
 * The declared cost of a launch; simulated devices take that long.
 *
 * @param fixed what is known before the launch
 * @param growths what it costs besides, by what it does
 */
public record LaunchCost(Amount fixed, List<Growth> growths) {

  /** Nothing was declared. */
  public static final LaunchCost UNKNOWN =
      new LaunchCost(new Amount(Double.NaN, Double.NaN, Double.NaN, 0), List.of());

  /**
   * Work.
   *
   * @param flops floating-point operations in single precision; NaN where nothing was declared
   * @param doubleFlops the same in double precision
   * @param bytes bytes read and written in device memory
   * @param latency nanoseconds that pass besides
   */
  public record Amount(double flops, double doubleFlops, double bytes, double latency) {}

  /**
   * An integer in an array.
   *
   * @param access which of the launch's accesses the array is
   * @param offset bytes from its begin
   * @param bytes 4 or 8
   */
  public record Place(int access, long offset, int bytes) {}

  /**
   * What a launch costs each time that an integer grows by one.
   *
   * @param place of the integer
   */
  public record Growth(Place place, Amount each) {}
}
