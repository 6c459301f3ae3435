package org.grcuda.core.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * A sum: of a value of the numbers that a kernel is called with, and of such values times how much
 * elements of arrays grow during a launch.
 *
 * @param fixed what does not depend on growth
 * @param slopes what the growth of each element is multiplied with
 */
record LinearCost(
    ToDoubleFunction<double[]> fixed, Map<Element, ToDoubleFunction<double[]>> slopes) {

  /** An element of an array that the kernel is called with. */
  record Element(String array, int index) {

    @Override
    public String toString() {
      return array + "[" + index + "]";
    }
  }

  static LinearCost of(ToDoubleFunction<double[]> value) {
    return new LinearCost(value, Map.of());
  }

  static LinearCost growthOf(Element element) {
    return new LinearCost(v -> 0, Map.of(element, v -> 1));
  }

  /** Whether it depends on no growth. */
  boolean isFixed() {
    return slopes.isEmpty();
  }

  LinearCost plus(LinearCost other) {
    Map<Element, ToDoubleFunction<double[]>> sums = new LinkedHashMap<>(slopes);
    other.slopes.forEach((element, slope) -> sums.merge(element, slope, LinearCost::sum));
    return new LinearCost(sum(fixed, other.fixed), sums);
  }

  private static ToDoubleFunction<double[]> sum(
      ToDoubleFunction<double[]> a, ToDoubleFunction<double[]> b) {
    return v -> a.applyAsDouble(v) + b.applyAsDouble(v);
  }

  LinearCost negated() {
    return times(v -> -1);
  }

  LinearCost times(ToDoubleFunction<double[]> factor) {
    return each(value -> v -> value.applyAsDouble(v) * factor.applyAsDouble(v));
  }

  LinearCost over(ToDoubleFunction<double[]> divisor) {
    return each(value -> v -> value.applyAsDouble(v) / divisor.applyAsDouble(v));
  }

  private LinearCost each(UnaryOperator<ToDoubleFunction<double[]>> operation) {
    Map<Element, ToDoubleFunction<double[]>> results = new LinkedHashMap<>();
    slopes.forEach((element, slope) -> results.put(element, operation.apply(slope)));
    return new LinearCost(operation.apply(fixed), results);
  }
}
