package org.grcuda.cpu.translate.semantics;

import java.math.BigDecimal;

/**
 * Arithmetic rounded otherwise than to nearest: {@code .rz}, {@code .rm} and {@code .rp} (PTX ISA
 * 9.7.3). The exact result is held as a double {@code s}, the nearest to it, and the sign of the
 * error {@code exact - s}, which error-free transformations give (Dekker's Fast2Sum; fma
 * residuals).
 */
public final class Rounding {

  /** Towards zero. */
  public static final int RZ = 1;

  /** Towards minus infinity. */
  public static final int RM = 2;

  /** Towards plus infinity. */
  public static final int RP = 3;

  private Rounding() {}

  /** Rounds {@code s} + an error of the sign of {@code error} to float. */
  public static float toFloat(double s, double error, int mode) {
    float f = (float) s;
    if (s != s || Double.isInfinite(s)) {
      return f;
    }
    double off = f == s ? error : s - f;
    if (off == 0) {
      return f;
    }
    return switch (direction(s, mode)) {
      case -1 -> off < 0 ? Math.nextDown(f) : f;
      default -> off > 0 ? Math.nextUp(f) : f;
    };
  }

  /** Rounds {@code s} + an error of the sign of {@code error} to double. */
  public static double toDouble(double s, double error, int mode) {
    if (error == 0 || s != s || Double.isInfinite(s) && error != error) {
      return s;
    }
    return switch (direction(s, mode)) {
      case -1 -> error < 0 ? Math.nextDown(s) : s;
      default -> error > 0 ? Math.nextUp(s) : s;
    };
  }

  private static int direction(double s, int mode) {
    return switch (mode) {
      case RM -> -1;
      case RP -> 1;
      default -> s > 0 ? -1 : 1;
    };
  }

  /** Starts with the larger one: in the other order the difference may be infinite. */
  private static double sumError(double a, double b, double s) {
    boolean ordered = Math.abs(a) >= Math.abs(b);
    double large = ordered ? a : b;
    double small = ordered ? b : a;
    return small - (s - large);
  }

  /** An exact zero of operands with different signs is -0 when rounding down. */
  private static double signedZero(double s, double a, double b, int mode) {
    boolean differ = Math.copySign(1, a) != Math.copySign(1, b);
    return s == 0 && differ && mode == RM && a == -b ? -0.0 : s;
  }

  /** {@code add.f32}. */
  public static float add(float a, float b, int mode) {
    double s = (double) a + b;
    return toFloat(signedZero(s, a, b, mode), sumError(a, b, s), mode);
  }

  /** {@code add.f64}. */
  public static double add(double a, double b, int mode) {
    double s = a + b;
    return toDouble(signedZero(s, a, b, mode), finiteSumError(a, b, s, mode), mode);
  }

  /** {@code mul.f32}: exact in double. */
  public static float mul(float a, float b, int mode) {
    return toFloat((double) a * b, 0, mode);
  }

  /** {@code mul.f64}. */
  public static double mul(double a, double b, int mode) {
    return fma(a, b, Math.copySign(0.0, a * b), mode);
  }

  /** {@code fma.f32}: the product is exact in double, the sum has a known error. */
  public static float fma(float a, float b, float c, int mode) {
    double product = (double) a * b;
    double s = product + c;
    return toFloat(signedZero(s, product, c, mode), sumError(product, c, s), mode);
  }

  /** {@code fma.f64}. */
  public static double fma(double a, double b, double c, int mode) {
    double s = Math.fma(a, b, c);
    if (!FloatSemantics.isFinite(a) || !FloatSemantics.isFinite(b) || !FloatSemantics.isFinite(c)) {
      return s;
    }
    BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
    if (exact.signum() == 0) {
      return signedZero(s, Math.copySign(1, a) * Math.copySign(1, b) * Math.abs(c), c, mode);
    }
    return directed(s, exact, mode);
  }

  private static double directed(double s, BigDecimal exact, int mode) {
    int error = Double.isInfinite(s) ? (s > 0 ? -1 : 1) : exact.compareTo(new BigDecimal(s));
    if (s == 0 || Double.isInfinite(s)) {
      return toDouble(s, error, mode == RZ ? (exact.signum() > 0 ? RM : RP) : mode);
    }
    return toDouble(s, error, mode);
  }

  private static double finiteSumError(double a, double b, double s, int mode) {
    if (Double.isInfinite(s) && FloatSemantics.isFinite(a) && FloatSemantics.isFinite(b)) {
      return s > 0 ? -1 : 1;
    }
    return sumError(a, b, s);
  }

  /** {@code div.f32}. */
  public static float div(float a, float b, int mode) {
    double q = (double) a / b;
    double residual = Math.fma(-q, b, a);
    return toFloat(q, b < 0 ? -residual : residual, mode);
  }

  /** {@code div.f64}. */
  public static double div(double a, double b, int mode) {
    double q = a / b;
    if (b == 0 || !FloatSemantics.isFinite(a) || !FloatSemantics.isFinite(b)) {
      return q;
    }
    // The sign of a - q b, and with it that of a/b - q, is exact in decimal.
    double bounded = Double.isInfinite(q) ? Math.copySign(Double.MAX_VALUE, q) : q;
    BigDecimal product = new BigDecimal(bounded).multiply(new BigDecimal(b));
    int residual = new BigDecimal(a).compareTo(product) * (b < 0 ? -1 : 1);
    double error = Double.isInfinite(q) ? (q > 0 ? -1 : 1) : residual;
    return toDouble(q, error, mode == RZ && q == 0 ? (residual > 0 ? RM : RP) : mode);
  }

  /** {@code sqrt.f32}. */
  public static float sqrt(float a, int mode) {
    double s = Math.sqrt(a);
    return toFloat(s, Math.fma(-s, s, a), mode);
  }

  /** {@code sqrt.f64}. */
  public static double sqrt(double a, int mode) {
    double s = Math.sqrt(a);
    if (!(a > 0) || Double.isInfinite(a)) {
      return s;
    }
    BigDecimal root = new BigDecimal(s);
    return toDouble(s, new BigDecimal(a).compareTo(root.multiply(root)), mode);
  }
}
