package org.grcuda.cpu.translate.semantics;

/**
 * The approximate units (PTX ISA 9.7.3: rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh with {@code
 * .approx}; div.approx and div.full). Results lie within the errors that the ISA documents, mostly
 * by computing in double and rounding once.
 */
public final class ApproximateMath {

  private static final double LN2 = 0.6931471805599453;
  private static final double LOG2_E = 1.4426950408889634;

  private ApproximateMath() {}

  /** {@code rcp.approx.f32}. */
  public static float rcp(float a) {
    return 1f / a;
  }

  /** {@code rcp.approx.ftz.f64}: only the upper words of operand and result count. */
  public static double rcpGross(double a) {
    return upperWord(1.0 / flush(upperWord(a)));
  }

  /** {@code rsqrt.approx.ftz.f64}: only the upper words of operand and result count. */
  public static double rsqrtGross(double a) {
    return upperWord(1.0 / Math.sqrt(flush(upperWord(a))));
  }

  private static double upperWord(double a) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(a) & 0xffff_ffff_0000_0000L);
  }

  private static double flush(double a) {
    return Math.abs(a) < Double.MIN_NORMAL ? Math.copySign(0.0, a) : a;
  }

  /** {@code rsqrt.approx.f32}. */
  public static float rsqrt(float a) {
    return (float) (1.0 / Math.sqrt(a));
  }

  /** {@code rsqrt.approx.f64}. */
  public static double rsqrt(double a) {
    return 1.0 / Math.sqrt(a);
  }

  /** {@code sqrt.approx.f32}. */
  public static float sqrt(float a) {
    return (float) Math.sqrt(a);
  }

  /** {@code div.full.f32} and {@code div.approx.f32}. */
  public static float div(float a, float b) {
    return a / b;
  }

  /** {@code sin.approx.f32}. */
  public static float sin(float a) {
    return (float) Math.sin(a);
  }

  /** {@code cos.approx.f32}. */
  public static float cos(float a) {
    return (float) Math.cos(a);
  }

  /** {@code lg2.approx.f32}. */
  public static float lg2(float a) {
    return (float) (Math.log(a) * LOG2_E);
  }

  /**
   * {@code ex2.approx.f32}: 2^f by its Taylor series of degree 8 on [-1/2, 1/2], relative error
   * 2^-32, scaled through the exponent bits of a double.
   */
  public static float ex2(float a) {
    if (!(a > -151f && a < 129f)) {
      return a != a ? a : a > 0 ? Float.POSITIVE_INFINITY : 0f;
    }
    // Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits.
    double shifted = a + 0x1.8p52;
    double x = (a - (shifted - 0x1.8p52)) * LN2;
    double p = 1.0 / 40320;
    p = p * x + 1.0 / 5040;
    p = p * x + 1.0 / 720;
    p = p * x + 1.0 / 120;
    p = p * x + 1.0 / 24;
    p = p * x + 1.0 / 6;
    p = p * x + 0.5;
    p = p * x + 1.0;
    p = p * x + 1.0;
    long exponent = Double.doubleToRawLongBits(shifted) << 52;
    return (float) Double.longBitsToDouble(Double.doubleToRawLongBits(p) + exponent);
  }

  /** {@code tanh.approx.f32}. */
  public static float tanh(float a) {
    return (float) Math.tanh(a);
  }
}
