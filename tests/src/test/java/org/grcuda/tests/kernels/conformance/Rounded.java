package org.grcuda.tests.kernels.conformance;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** Exact values rounded to types of the device. */
final class Rounded {

  /** In the order of the suffixes rn, rz, rd, ru. */
  static final List<RoundingMode> MODES =
      List.of(RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.FLOOR, RoundingMode.CEILING);

  private Rounded() {}

  /** The float next to {@code value} in the direction of {@code mode}; zeros are positive. */
  static float toFloat(BigDecimal value, RoundingMode mode) {
    float nearest = value.floatValue();
    boolean up = up(value, mode);
    if (mode == RoundingMode.HALF_EVEN) {
      return nearest;
    }
    if (up) {
      float f = Math.clamp(nearest, -Float.MAX_VALUE, Float.POSITIVE_INFINITY);
      f = f == Float.POSITIVE_INFINITY ? Float.MAX_VALUE : f;
      return new BigDecimal(f).compareTo(value) < 0 ? Math.nextUp(f) : f;
    }
    float f = Math.clamp(nearest, -Float.MAX_VALUE, Float.MAX_VALUE);
    return new BigDecimal(f).compareTo(value) > 0 ? Math.nextDown(f) : f;
  }

  /** As the other, of doubles. */
  static double toDouble(BigDecimal value, RoundingMode mode) {
    double nearest = value.doubleValue();
    if (mode == RoundingMode.HALF_EVEN) {
      return nearest;
    }
    double f = Math.clamp(nearest, -Double.MAX_VALUE, Double.MAX_VALUE);
    int order = new BigDecimal(f).compareTo(value);
    if (up(value, mode)) {
      return order < 0 ? Math.nextUp(f) : f;
    }
    return order > 0 ? Math.nextDown(f) : f;
  }

  private static boolean up(BigDecimal value, RoundingMode mode) {
    return mode == RoundingMode.CEILING || mode == RoundingMode.DOWN && value.signum() < 0;
  }

  /**
   * {@code value} as an integer of {@code bits} bits, saturated.
   *
   * @return its low 64 bits
   */
  static long toInteger(double value, RoundingMode mode, int bits, boolean signed) {
    BigInteger low = signed ? BigInteger.ONE.shiftLeft(bits - 1).negate() : BigInteger.ZERO;
    BigInteger high = BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
    if (Double.isNaN(value)) {
      return bits == 64 ? Long.MIN_VALUE : 0;
    }
    if (Double.isInfinite(value)) {
      return (value > 0 ? high : low).longValue();
    }
    BigInteger rounded = new BigDecimal(value).setScale(0, mode).toBigInteger();
    return rounded.max(low).min(high).longValue();
  }
}
