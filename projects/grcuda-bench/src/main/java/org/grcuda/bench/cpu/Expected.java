package org.grcuda.bench.cpu;

/**
 * What an array must hold after a run, as plain Java computes it.
 *
 * @param data the array
 * @param values the expected elements, of its type and length
 * @param tolerance largest difference of an element: relative to the expected value, or absolute if
 *     that value is below 1
 * @param outliers share of the elements that may differ by more
 */
record Expected(Data data, Object values, double tolerance, double outliers) {

  static Expected exactly(Data data, Object values) {
    return new Expected(data, values, 0, 0);
  }

  static Expected within(double tolerance, Data data, Object values) {
    return new Expected(data, values, tolerance, 0);
  }

  /**
   * Compares {@code computed} with the expected elements.
   *
   * @throws IllegalStateException if {@code side} computed other values
   */
  void check(String side, String problem, Object computed) {
    int length = length(values);
    int wrong = 0;
    int first = -1;
    for (int i = 0; i < length; i++) {
      double expected = element(values, i);
      double difference = Math.abs(element(computed, i) - expected);
      if (!(difference <= tolerance * Math.max(1, Math.abs(expected)))) {
        first = first < 0 ? i : first;
        wrong++;
      }
    }
    if (wrong > outliers * length) {
      throw new IllegalStateException(
          "%s computes %s wrong: %s[%d] is %s, expected %s (%d of %d elements differ)"
              .formatted(
                  side,
                  problem,
                  data.name(),
                  first,
                  element(computed, first),
                  element(values, first),
                  wrong,
                  length));
    }
  }

  private static int length(Object elements) {
    return java.lang.reflect.Array.getLength(elements);
  }

  private static double element(Object elements, int index) {
    return switch (elements) {
      case float[] floats -> floats[index];
      case double[] doubles -> doubles[index];
      case int[] ints -> ints[index];
      default -> throw new IllegalArgumentException("elements in " + elements.getClass());
    };
  }
}
