package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

/** Comparisons of floating-point results. */
final class Close {

  private Close() {}

  /**
   * Holds each result within {@code ulps} units in the last place of {@code expected}, which is the
   * exact value as near as a double goes. Zeros and NaN are compared exactly; with an error of at
   * least 1, the largest number may be infinity and the other way round.
   */
  static void ulps(String what, double[] expected, float[] actual, double ulps) {
    assertEquals(expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      float rounded = (float) expected[i];
      double distance = Math.abs(actual[i] - expected[i]) / Math.ulp(rounded);
      boolean same = Float.floatToIntBits(rounded) == Float.floatToIntBits(actual[i]);
      boolean exact = Float.isNaN(rounded) || expected[i] == 0;
      if (Float.isInfinite(rounded) || Float.isInfinite(actual[i])) {
        exact = true;
        same =
            same
                || ulps >= 1 && Math.min(Math.abs(rounded), Math.abs(actual[i])) == Float.MAX_VALUE;
      }
      if (exact ? !same : !(distance <= ulps)) {
        fail(message(what, i, expected[i], actual[i], distance + " ulps, allowed " + ulps));
      }
    }
  }

  /** As the other, of doubles. */
  static void ulps(String what, double[] expected, double[] actual, double ulps) {
    assertEquals(expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      double e = expected[i];
      double distance = Math.abs(actual[i] - e) / Math.ulp(e);
      boolean same = Double.doubleToLongBits(e) == Double.doubleToLongBits(actual[i]);
      boolean exact = Double.isNaN(e) || e == 0;
      if (Double.isInfinite(e) || Double.isInfinite(actual[i])) {
        exact = true;
        same = same || ulps >= 1 && Math.min(Math.abs(e), Math.abs(actual[i])) == Double.MAX_VALUE;
      }
      if (exact ? !same : !(distance <= ulps)) {
        fail(message(what, i, e, actual[i], distance + " ulps, allowed " + ulps));
      }
    }
  }

  /** Holds each result within {@code tolerance * max(1, |expected|)}. */
  static void to(String what, double[] expected, float[] actual, double tolerance) {
    double[] widened = new double[actual.length];
    for (int i = 0; i < widened.length; i++) {
      widened[i] = actual[i];
    }
    to(what, expected, widened, tolerance);
  }

  /** As the other, of doubles. */
  static void to(String what, double[] expected, double[] actual, double tolerance) {
    assertEquals(expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      double error = Math.abs(actual[i] - expected[i]);
      double allowed = tolerance * Math.max(1, Math.abs(expected[i]));
      boolean equal = Double.compare(actual[i], expected[i]) == 0;
      if (!equal && !(error <= allowed)) {
        fail(message(what, i, expected[i], actual[i], "error " + error + ", allowed " + allowed));
      }
    }
  }

  private static String message(String what, int i, double expected, double actual, String by) {
    return "%s: element %d is %s, expected %s: %s".formatted(what, i, actual, expected, by);
  }
}
