package org.grcuda.cpu.translate.semantics;

/**
 * Single and double precision arithmetic that is more than one JVM opcode (PTX ISA 9.7.3, Floating
 * Point Instructions).
 */
public final class FloatSemantics {

  private FloatSemantics() {}

  /** {@code .ftz}: a subnormal becomes a zero of its sign. */
  public static float ftz(float a) {
    return Math.abs(a) < Float.MIN_NORMAL ? Math.copySign(0f, a) : a;
  }

  /** {@code .sat}: clamped to [0, 1], NaN to +0. */
  public static float sat(float a) {
    return a > 0 ? Math.min(a, 1f) : 0f;
  }

  /** {@code .sat} of a double. */
  public static double sat(double a) {
    return a > 0 ? Math.min(a, 1.0) : 0.0;
  }

  /** {@code .relu}: negative values, and -0, to +0. */
  public static float relu(float a) {
    return a != a || a > 0 ? a : 0f;
  }

  /** {@code min.xorsign.abs.f32} before the sign. */
  public static float minMagnitude(float a, float b) {
    return min(Math.abs(a), Math.abs(b));
  }

  /** {@code max.xorsign.abs.f32} before the sign. */
  public static float maxMagnitude(float a, float b) {
    return max(Math.abs(a), Math.abs(b));
  }

  /** {@code min.NaN.xorsign.abs.f32} before the sign. */
  public static float minMagnitudeNaN(float a, float b) {
    return Math.min(Math.abs(a), Math.abs(b));
  }

  /** {@code max.NaN.xorsign.abs.f32} before the sign. */
  public static float maxMagnitudeNaN(float a, float b) {
    return Math.max(Math.abs(a), Math.abs(b));
  }

  /** {@code .xorsign}: a magnitude with the product of the signs of {@code a} and {@code b}. */
  public static float xorSign(float magnitude, float a, float b) {
    int sign = (Float.floatToRawIntBits(a) ^ Float.floatToRawIntBits(b)) & Integer.MIN_VALUE;
    return Float.intBitsToFloat(Float.floatToRawIntBits(magnitude) ^ sign);
  }

  /** {@code min.f32}: of a NaN and a number the number; -0 below +0. */
  public static float min(float a, float b) {
    return a != a ? b : b != b ? a : Math.min(a, b);
  }

  /** {@code max.f32}. */
  public static float max(float a, float b) {
    return a != a ? b : b != b ? a : Math.max(a, b);
  }

  /** {@code min.f64}. */
  public static double min(double a, double b) {
    return a != a ? b : b != b ? a : Math.min(a, b);
  }

  /** {@code max.f64}. */
  public static double max(double a, double b) {
    return a != a ? b : b != b ? a : Math.max(a, b);
  }

  /**
   * a * b + c of halfs as a float that rounds on to half precision as the exact value does: rounded
   * to odd (Boldo, Melquiond: Emulation of FMA and Correctly Rounded Sums).
   */
  public static float fmaToOdd(float a, float b, float c) {
    double product = (double) a * b;
    double sum = product + c;
    // For bfloats, c may lie below all bits of the product, so the sum of doubles leaves it out.
    double back = sum - product;
    double rest = product - (sum - back) + (c - back);
    if ((rest > 0 || rest < 0) && (Double.doubleToRawLongBits(sum) & 1) == 0) {
      sum = rest > 0 ? Math.nextUp(sum) : Math.nextDown(sum);
    }
    return roundToOdd(sum);
  }

  /** The float next to {@code a} whose last bit is 1, unless {@code a} is a float. */
  static float roundToOdd(double a) {
    float f = (float) a;
    if (f != a && isFinite(f) && (Float.floatToRawIntBits(f) & 1) == 0) {
      return f < a ? Math.nextUp(f) : Math.nextDown(f);
    }
    return f;
  }

  /** {@code copysign.f32 d, a, b}: b with the sign of a. */
  public static float copysign(float a, float b) {
    return Math.copySign(b, a);
  }

  /** {@code copysign.f64}. */
  public static double copysign(double a, double b) {
    return Math.copySign(b, a);
  }

  /**
   * {@code testp.finite}; a float converts exactly, but for {@code normal} and {@code subnormal}.
   */
  public static boolean isFinite(double a) {
    return Math.abs(a) <= Double.MAX_VALUE;
  }

  /** {@code testp.infinite}. */
  public static boolean isInfinite(double a) {
    return Double.isInfinite(a);
  }

  /** {@code testp.number}. */
  public static boolean isNumber(double a) {
    return a == a;
  }

  /** {@code testp.notanumber}. */
  public static boolean isNotANumber(double a) {
    return a != a;
  }

  /** {@code testp.normal.f32}. */
  public static boolean isNormal(float a) {
    return Math.abs(a) >= Float.MIN_NORMAL && isFinite(a);
  }

  /** {@code testp.normal.f64}. */
  public static boolean isNormal(double a) {
    return Math.abs(a) >= Double.MIN_NORMAL && isFinite(a);
  }

  /** {@code testp.subnormal.f32}: zero is not. */
  public static boolean isSubnormal(float a) {
    return a != 0 && Math.abs(a) < Float.MIN_NORMAL;
  }

  /** {@code testp.subnormal.f64}. */
  public static boolean isSubnormal(double a) {
    return a != 0 && Math.abs(a) < Double.MIN_NORMAL;
  }
}
