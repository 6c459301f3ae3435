package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

/** Comparisons of floating-point results. */
final class Close {

  private Close() {}

  /**
   * Holds each result within {@code ulps} units in the last place of {@code expected}, which is the
   * exact value as near as a double goes. Infinities, NaN and signs of zero are compared exactly.
   */
  static void ulps(String what, double[] expected, float[] actual, double ulps) {
    assertEquals(expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      float rounded = (float) expected[i];
      boolean special = Float.isNaN(rounded) || Float.isInfinite(rounded) || expected[i] == 0;
      boolean same = Float.floatToIntBits(rounded) == Float.floatToIntBits(actual[i]);
      double distance = Math.abs(actual[i] - expected[i]) / Math.ulp(rounded);
      if (special ? !same && !(ulps >= 1 && near(rounded, actual[i])) : !(distance <= ulps)) {
        fail(message(what, i, expected[i], actual[i], distance + " ulps, allowed " + ulps));
      }
    }
  }

  /** A result of at least 1 ulp of error may be the largest number where infinity is expected. */
  private static boolean near(float expected, float actual) {
    return Float.isInfinite(expected) && actual == Math.copySign(Float.MAX_VALUE, expected);
  }

  /** As the other, of doubles. */
  static void ulps(String what, double[] expected, double[] actual, double ulps) {
    assertEquals(expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      double e = expected[i];
      boolean special = Double.isNaN(e) || Double.isInfinite(e) || e == 0;
      boolean same = Double.doubleToLongBits(e) == Double.doubleToLongBits(actual[i]);
      double distance = Math.abs(actual[i] - e) / Math.ulp(e);
      if (special ? !same : !(distance <= ulps)) {
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
