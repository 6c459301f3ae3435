package org.grcuda.cpu.translate.semantics;

/**
 * The approximate units (PTX ISA 9.7.3: rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh with {@code
 * .approx}; div.approx and div.full). Results lie within the errors that the ISA documents, mostly
 * by computing in double and rounding once; {@code ex2}, {@code lg2}, {@code sin}, {@code cos} and
 * {@code rsqrt} of floats are computed in floats, operation by operation as in the machine code of
 * gangs, so that both give the same bits. Coefficients are Chebyshev fits (mpmath, 40 digits).
 */
public final class ApproximateMath {

  /** 2^f for f in [-1/2, 1/2], error 2^-28; highest power first, as all of these. */
  private static final float[] EX2 = {
    0x1.444p-13f, 0x1.5f48cp-10f, 0x1.3b2a1cp-7f, 0x1.c6aeccp-5f, 0x1.ebfbep-3f, 0x1.62e43p-1f, 1f
  };

  /** log2(1 + t) / t for t in [-1/4, 1/2], error 2^-24. */
  private static final float[] LG2 = {
    0x1.38e712p-4f,
    -0x1.6147f4p-3f,
    0x1.ba6526p-3f,
    -0x1.f16f22p-3f,
    0x1.27277ap-2f,
    -0x1.7139acp-2f,
    0x1.ec7142p-2f,
    -0x1.715498p-1f,
    0x1.715476p0f
  };

  /** sin(r) / r as a polynomial in r^2, for r in [-pi/2, pi/2], error 2^-27. */
  private static final float[] SIN = {
    0x1.5da6d2p-19f, -0x1.9f6cdap-13f, 0x1.110ebp-7f, -0x1.55554ap-3f, 1f
  };

  /** pi as the sum of three floats. */
  private static final float[] PI = {0x1.921fb6p1f, -0x1.777a5cp-24f, -0x1.ee59dap-49f};

  private static final float INVERSE_PI = 0x1.45f306p-2f;

  /** Bits of 3/4, where the range of mantissas for {@code lg2} begins. */
  private static final int THREE_QUARTERS = 0x3f400000;

  private static final int EXPONENT = 0xff800000;

  /** The coefficients of a function for the machine code: {@code ex2}, {@code lg2}, {@code sin}. */
  public static float[] coefficients(String function) {
    return switch (function) {
      case "ex2" -> EX2.clone();
      case "lg2" -> LG2.clone();
      case "sin" -> SIN.clone();
      case "pi" -> PI.clone();
      default -> throw new IllegalArgumentException(function);
    };
  }

  private static float polynomial(float[] coefficients, float x) {
    float p = coefficients[0];
    for (int k = 1; k < coefficients.length; k++) {
      p = Math.fma(p, x, coefficients[k]);
    }
    return p;
  }

  private ApproximateMath() {}

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
    return 1f / (float) Math.sqrt(a);
  }

  /** {@code rsqrt.approx.f64}. */
  public static double rsqrt(double a) {
    return 1.0 / Math.sqrt(a);
  }

  /** {@code sqrt.approx.f32}. */
  public static float sqrt(float a) {
    return (float) Math.sqrt(a);
  }

  /** {@code sin.approx.f32}: a - q pi for the nearest integer q, negated where q is odd. */
  public static float sin(float a) {
    float q = (float) Math.rint(a * INVERSE_PI);
    return reduced(a, q, q);
  }

  /** {@code cos.approx.f32}: the sine of a + pi/2, with q half an odd number. */
  public static float cos(float a) {
    float q = (float) Math.rint(Math.fma(a, INVERSE_PI, 0.5f));
    return reduced(a, q - 0.5f, q);
  }

  private static float reduced(float a, float q, float parity) {
    float r = Math.fma(q, -PI[0], a);
    r = Math.fma(q, -PI[1], r);
    r = Math.fma(q, -PI[2], r);
    float sine = r * polynomial(SIN, r * r);
    float odd = Math.fma((float) Math.floor(parity * 0.5f), -2f, parity);
    return sine * Math.fma(odd, -2f, 1f);
  }

  /** {@code lg2.approx.f32}: the exponent plus the logarithm of a mantissa in [3/4, 3/2). */
  public static float lg2(float a) {
    if (!(a > 0 && a <= Float.MAX_VALUE)) {
      return a == 0 ? Float.NEGATIVE_INFINITY : a > 0 ? a : Float.NaN;
    }
    boolean subnormal = a < Float.MIN_NORMAL;
    int bits = Float.floatToRawIntBits(subnormal ? a * 0x1p23f : a);
    int exponent = bits - THREE_QUARTERS & EXPONENT;
    float n = Math.fma(exponent, 0x1p-23f, subnormal ? -23f : 0f);
    float t = Float.intBitsToFloat(bits - exponent) - 1f;
    return Math.fma(t, polynomial(LG2, t), n);
  }

  /** {@code ex2.approx.f32}: 2^f of the fraction by a polynomial, scaled by the integer. */
  public static float ex2(float a) {
    float x = a < -152f ? -152f : a;
    x = x > 129f ? 129f : x;
    float n = (float) Math.rint(x);
    return Math.scalb(polynomial(EX2, x - n), (int) n);
  }

  /** {@code tanh.approx.f32}. */
  public static float tanh(float a) {
    return (float) Math.tanh(a);
  }
}
