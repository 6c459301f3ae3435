package org.grcuda.tests.kernels.conformance;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * The functions of CUDA's math.h, with references and the largest errors that the CUDA C++
 * Programming Guide gives (appendix "Mathematical Functions", in units in the last place).
 */
final class MathCases {

  private MathCases() {}

  /**
   * A function of one argument.
   *
   * @param name without the {@code f} of floats
   * @param low the smallest argument
   * @param high the largest argument
   * @param special whether the reference is right for zeros, infinities, NaN and all arguments
   * @param floatUlps error of the function of floats
   * @param doubleUlps error of the function of doubles
   */
  record Unary(
      String name,
      DoubleUnaryOperator reference,
      double low,
      double high,
      boolean special,
      double floatUlps,
      double doubleUlps) {}

  /** A function of two arguments, as the other; for every pair of arguments. */
  record Binary(
      String name,
      DoubleBinaryOperator reference,
      double high,
      double floatUlps,
      double doubleUlps) {}

  /** Functions that Java has. */
  static List<Unary> elementary() {
    return List.of(
        new Unary("sin", StrictMath::sin, -50, 50, true, 2, 2),
        new Unary("cos", StrictMath::cos, -50, 50, true, 2, 2),
        new Unary("tan", StrictMath::tan, -50, 50, true, 4, 2),
        new Unary("asin", StrictMath::asin, -1, 1, true, 2, 2),
        new Unary("acos", StrictMath::acos, -1, 1, true, 2, 2),
        new Unary("atan", StrictMath::atan, -9, 9, true, 2, 2),
        new Unary("sinh", StrictMath::sinh, -20, 20, true, 3, 2),
        new Unary("cosh", StrictMath::cosh, -20, 20, true, 2, 1),
        new Unary("tanh", StrictMath::tanh, -5, 5, true, 2, 1),
        new Unary("exp", StrictMath::exp, -80, 80, true, 2, 1),
        new Unary("expm1", StrictMath::expm1, -3, 3, true, 1, 1),
        new Unary("log", StrictMath::log, 1e-9, 100, true, 1, 1),
        new Unary("log10", StrictMath::log10, 1e-9, 100, true, 2, 1),
        new Unary("log1p", StrictMath::log1p, -0.99, 9, true, 1, 1),
        new Unary("sqrt", StrictMath::sqrt, 0, 1e6, true, 0.5, 0.5),
        new Unary("cbrt", StrictMath::cbrt, -1e6, 1e6, true, 1, 1),
        new Unary("ceil", StrictMath::ceil, -99, 99, true, 0, 0),
        new Unary("floor", StrictMath::floor, -99, 99, true, 0, 0),
        new Unary("trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x), -99, 99, true, 0, 0),
        new Unary("round", MathCases::round, -99, 99, true, 0, 0),
        new Unary("rint", StrictMath::rint, -99, 99, true, 0, 0),
        new Unary("nearbyint", StrictMath::rint, -99, 99, true, 0, 0),
        new Unary("fabs", StrictMath::abs, -99, 99, true, 0, 0));
  }

  /** Functions that Java does not have. */
  static List<Unary> special() {
    return List.of(
        new Unary("rcbrt", x -> 1 / StrictMath.cbrt(x), 1e-3, 100, false, 1, 2),
        new Unary("rsqrt", BigMath::rsqrt, 1e-3, 100, false, 2, 1),
        new Unary("exp2", BigMath::exp2, -100, 100, false, 2, 1),
        new Unary("exp10", BigMath::exp10, -30, 30, false, 2, 1),
        new Unary("log2", BigMath::log2, 1e-3, 1000, false, 1, 1),
        new Unary("asinh", BigMath::asinh, -20, 20, false, 3, 3),
        new Unary("acosh", BigMath::acosh, 1.001, 20, false, 4, 3),
        new Unary("atanh", BigMath::atanh, -0.99, 0.99, false, 3, 2),
        new Unary("sinpi", BigMath::sinPi, -10, 10, false, 1, 2),
        new Unary("cospi", BigMath::cosPi, -10, 10, false, 1, 2),
        new Unary("erf", BigMath::erf, -4, 4, false, 2, 2),
        new Unary("erfc", BigMath::erfc, -3, 9, false, 4, 5),
        new Unary("erfinv", BigMath::erfInv, -0.999, 0.999, false, 2, 5),
        new Unary("erfcinv", BigMath::erfcInv, 0.001, 1.9, false, 4, 6),
        new Unary("erfcx", BigMath::erfcx, -2, 7, false, 4, 4),
        new Unary("normcdf", BigMath::normCdf, -5, 5, false, 5, 5),
        new Unary("normcdfinv", BigMath::normCdfInv, 0.001, 0.999, false, 5, 8),
        new Unary("lgamma", BigMath::logGamma, -2.2, 40, false, 6, 4),
        new Unary("tgamma", BigMath::gamma, -4.9, 30, false, 5, 10),
        new Unary("j0", x -> BigMath.besselJ(0, x), -8, 8, false, 9, 7),
        new Unary("j1", x -> BigMath.besselJ(1, x), -8, 8, false, 9, 7),
        new Unary("y0", x -> BigMath.besselY(0, x), 0.01, 8, false, 9, 7),
        new Unary("y1", x -> BigMath.besselY(1, x), 0.01, 8, false, 9, 7),
        new Unary("cyl_bessel_i0", x -> BigMath.besselI(0, x), -20, 20, false, 6, 6),
        new Unary("cyl_bessel_i1", x -> BigMath.besselI(1, x), -20, 20, false, 6, 6),
        new Unary("logb", x -> (double) Math.getExponent(x), 1e-9, 1e9, false, 0, 0));
  }

  /** Functions of two arguments. */
  static List<Binary> binary() {
    return List.of(
        new Binary("atan2", StrictMath::atan2, 50, 3, 2),
        new Binary("fmod", (a, b) -> a % b, 50, 0, 0),
        new Binary("remainder", StrictMath::IEEEremainder, 50, 0, 0),
        new Binary("hypot", StrictMath::hypot, 50, 3, 2),
        new Binary("fmin", (a, b) -> a != a ? b : b != b ? a : Math.min(a, b), 50, 0, 0),
        new Binary("fmax", (a, b) -> a != a ? b : b != b ? a : Math.max(a, b), 50, 0, 0),
        new Binary("copysign", (a, b) -> b != b ? Math.abs(a) : Math.copySign(a, b), 50, 0, 0));
  }

  /** Halves go away from zero. */
  private static double round(double x) {
    double down = Math.floor(Math.abs(x));
    return Math.copySign(Math.abs(x) - down >= 0.5 ? down + 1 : down, x);
  }
}
