package org.grcuda.tests.kernels.conformance;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Functions to sixty digits and more, by their power series (Abramowitz and Stegun, Handbook of
 * Mathematical Functions): references for those that Java's library does not have.
 */
final class BigMath {

  private static final MathContext DIGITS = new MathContext(100);
  private static final BigDecimal SMALL = new BigDecimal("1e-100");
  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final BigDecimal TWO = BigDecimal.TWO;
  private static final BigDecimal HALF = new BigDecimal("0.5");

  /** Euler's constant (6.1.3). */
  private static final BigDecimal GAMMA =
      new BigDecimal("0.57721566490153286060651209008240243104215933593992359880576723488486");

  /** Numerators and denominators of the Bernoulli numbers of even index from 2 (table 23.2). */
  private static final long[][] BERNOULLI = {
    {1, 6}, {-1, 30}, {1, 42}, {-1, 30}, {5, 66}, {-691, 2730}, {7, 6}, {-3617, 510}, {43867, 798}
  };

  private static final BigDecimal LN2 = ln2();
  private static final BigDecimal PI = pi();

  private BigMath() {}

  private static BigDecimal big(double x) {
    return new BigDecimal(x);
  }

  private static BigDecimal big(long x) {
    return BigDecimal.valueOf(x);
  }

  private static BigDecimal over(BigDecimal a, BigDecimal b) {
    return a.divide(b, DIGITS);
  }

  private static BigDecimal times(BigDecimal a, BigDecimal b) {
    return a.multiply(b, DIGITS);
  }

  /** atanh(1/3) * 2. */
  private static BigDecimal ln2() {
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal power = over(TWO, big(3));
    for (int k = 1; power.compareTo(SMALL) > 0; k += 2) {
      sum = sum.add(over(power, big(k)));
      power = over(power, big(9));
    }
    return sum;
  }

  /** Machin's formula. */
  private static BigDecimal pi() {
    return inverseTangent(5).multiply(big(16)).subtract(inverseTangent(239).multiply(big(4)));
  }

  private static BigDecimal inverseTangent(int inverse) {
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal power = over(ONE, big(inverse));
    for (int k = 1; power.abs().compareTo(SMALL) > 0; k += 2) {
      sum = sum.add(over(power, big(k)));
      power = over(power.negate(), big((long) inverse * inverse));
    }
    return sum;
  }

  static BigDecimal exp(BigDecimal x) {
    int halvings = 0;
    BigDecimal small = x;
    while (small.abs().compareTo(new BigDecimal("0.001")) > 0) {
      small = small.divide(TWO);
      halvings++;
    }
    small = small.round(new MathContext(110));
    BigDecimal sum = ONE;
    BigDecimal term = ONE;
    for (int k = 1; term.abs().compareTo(SMALL) > 0; k++) {
      term = over(times(term, small), big(k));
      sum = sum.add(term);
    }
    for (int k = 0; k < halvings; k++) {
      sum = times(sum, sum);
    }
    return sum;
  }

  /** Of any positive number within the range of double. */
  static BigDecimal log(BigDecimal x) {
    int scale = Math.getExponent(x.doubleValue());
    BigDecimal reduced = scale >= 0 ? over(x, TWO.pow(scale)) : x.multiply(TWO.pow(-scale), DIGITS);
    BigDecimal y = big(Math.log(reduced.doubleValue()));
    for (int k = 0; k < 4; k++) {
      BigDecimal e = exp(y);
      y = y.add(over(TWO.multiply(reduced.subtract(e)), reduced.add(e)), DIGITS);
    }
    return y.add(LN2.multiply(big(scale)), DIGITS);
  }

  private static BigDecimal sinPi(BigDecimal x) {
    BigDecimal angle = times(x.remainder(TWO), PI);
    BigDecimal sum = angle;
    BigDecimal term = angle;
    for (int k = 2; term.abs().compareTo(SMALL) > 0; k += 2) {
      term = over(times(times(term.negate(), angle), angle), big((long) k * (k + 1)));
      sum = sum.add(term, DIGITS);
    }
    return sum;
  }

  /** 2^x. */
  static double exp2(double x) {
    return exp(times(big(x), LN2)).doubleValue();
  }

  /** 10^x. */
  static double exp10(double x) {
    return exp(times(big(x), log(BigDecimal.TEN))).doubleValue();
  }

  /** The logarithm to base 2. */
  static double log2(double x) {
    return over(log(big(x)), LN2).doubleValue();
  }

  /** The inverse hyperbolic sine (4.6.20). */
  static double asinh(double x) {
    BigDecimal a = big(x);
    return log(a.add(a.multiply(a).add(ONE).sqrt(DIGITS))).doubleValue();
  }

  /** The inverse hyperbolic cosine (4.6.21). */
  static double acosh(double x) {
    BigDecimal a = big(x);
    return log(a.add(a.multiply(a).subtract(ONE).sqrt(DIGITS))).doubleValue();
  }

  /** The inverse hyperbolic tangent (4.6.22). */
  static double atanh(double x) {
    return over(log(over(ONE.add(big(x)), ONE.subtract(big(x)))), TWO).doubleValue();
  }

  /** sin(pi x). */
  static double sinPi(double x) {
    return sinPi(big(x)).doubleValue();
  }

  /** cos(pi x). */
  static double cosPi(double x) {
    return sinPi(big(x).add(HALF)).doubleValue();
  }

  /** 1 / sqrt(x). */
  static double rsqrt(double x) {
    return over(ONE, big(x).sqrt(DIGITS)).doubleValue();
  }

  /** The square root of the sum of squares. */
  static BigDecimal norm(double... x) {
    BigDecimal sum = BigDecimal.ZERO;
    for (double v : x) {
      sum = sum.add(big(v).pow(2));
    }
    return sum.sqrt(DIGITS);
  }

  /** 1 / norm(x). */
  static double reciprocalNorm(double... x) {
    return over(ONE, norm(x)).doubleValue();
  }

  /** The error function (7.1.5). */
  private static BigDecimal erf(BigDecimal x) {
    BigDecimal square = times(x, x);
    BigDecimal sum = x;
    BigDecimal term = x;
    for (int k = 1; term.abs().compareTo(SMALL) > 0; k++) {
      term = over(times(term.negate(), square), big(k));
      sum = sum.add(over(term, big(2L * k + 1)));
    }
    return over(TWO.multiply(sum), PI.sqrt(DIGITS));
  }

  /** The error function. */
  static double erf(double x) {
    return erf(big(x)).doubleValue();
  }

  /** Its complement, for |x| up to 10. */
  static double erfc(double x) {
    return ONE.subtract(erf(big(x))).doubleValue();
  }

  /** exp(x^2) erfc(x), for |x| up to 8. */
  static double erfcx(double x) {
    BigDecimal a = big(x);
    return times(exp(a.multiply(a)), ONE.subtract(erf(a))).doubleValue();
  }

  /** The normal distribution (26.2.29). */
  static double normCdf(double x) {
    return over(ONE.subtract(erf(over(big(-x), TWO.sqrt(DIGITS)))), TWO).doubleValue();
  }

  /** The inverse of erf by Newton's method. */
  private static BigDecimal erfInv(BigDecimal y) {
    double a = Math.log(ONE.subtract(y.multiply(y), DIGITS).doubleValue());
    double b = 2 / (Math.PI * 0.147) + a / 2;
    BigDecimal x = big(Math.copySign(Math.sqrt(Math.sqrt(b * b - a / 0.147) - b), y.signum()));
    for (int k = 0; k < 6; k++) {
      BigDecimal step = times(erf(x).subtract(y), exp(times(x, x)));
      x = x.subtract(times(step, over(PI.sqrt(DIGITS), TWO)), DIGITS);
    }
    return x;
  }

  /** The inverse of erf. */
  static double erfInv(double y) {
    return erfInv(big(y)).doubleValue();
  }

  /** The inverse of erfc. */
  static double erfcInv(double y) {
    return erfInv(ONE.subtract(big(y))).doubleValue();
  }

  /** The inverse of the normal distribution. */
  static double normCdfInv(double p) {
    BigDecimal x = erfInv(TWO.multiply(big(p)).subtract(ONE));
    return times(x, TWO.sqrt(DIGITS)).doubleValue();
  }

  /** ln gamma(x) for x > 0: Stirling's series (6.1.40) for an argument above 60. */
  private static BigDecimal logGamma(BigDecimal x) {
    BigDecimal product = ONE;
    BigDecimal z = x;
    while (z.compareTo(big(60)) < 0) {
      product = times(product, z);
      z = z.add(ONE);
    }
    BigDecimal sum = times(z.subtract(HALF), log(z)).subtract(z);
    sum = sum.add(log(PI.multiply(TWO)).divide(TWO));
    BigDecimal power = z;
    for (int k = 1; k <= BERNOULLI.length; k++) {
      BigDecimal denominator = big(BERNOULLI[k - 1][1] * 2 * k * (2 * k - 1));
      sum = sum.add(over(big(BERNOULLI[k - 1][0]), times(denominator, power)));
      power = times(power, times(z, z));
    }
    return sum.subtract(log(product), DIGITS);
  }

  /** ln |gamma(x)|, with the reflection formula (6.1.17). */
  static double logGamma(double x) {
    if (x > 0) {
      return logGamma(big(x)).doubleValue();
    }
    BigDecimal reflected = log(over(PI, sinPi(big(x)).abs()));
    return reflected.subtract(logGamma(ONE.subtract(big(x)))).doubleValue();
  }

  /** The gamma function. */
  static double gamma(double x) {
    if (x > 0) {
      return exp(logGamma(big(x))).doubleValue();
    }
    return over(PI, times(sinPi(big(x)), exp(logGamma(ONE.subtract(big(x)))))).doubleValue();
  }

  /** Bessel functions of the first kind (9.1.10; sign -1) and modified ones (9.6.10; sign 1). */
  private static BigDecimal bessel(int order, BigDecimal x, int sign) {
    BigDecimal half = over(x, TWO);
    BigDecimal square = times(half, half).multiply(big(sign));
    BigDecimal term = ONE;
    for (int k = 1; k <= order; k++) {
      term = over(times(term, half), big(k));
    }
    BigDecimal sum = term;
    for (int k = 1; term.abs().compareTo(SMALL) > 0; k++) {
      term = over(times(term, square), big((long) k * (k + order)));
      sum = sum.add(term);
    }
    return sum;
  }

  /** J of an integer order. */
  static double besselJ(int order, double x) {
    return bessel(order, big(x), -1).doubleValue();
  }

  /** I of an integer order. */
  static double besselI(int order, double x) {
    return bessel(order, big(x), 1).doubleValue();
  }

  /** Y of an integer order (9.1.11 for orders 0 and 1, and the recurrence 9.1.27). */
  static double besselY(int order, double x) {
    BigDecimal a = big(x);
    BigDecimal before = besselY01(0, a);
    BigDecimal y = besselY01(1, a);
    if (order == 0) {
      return before.doubleValue();
    }
    for (int k = 1; k < order; k++) {
      BigDecimal next = over(times(big(2L * k), y), a).subtract(before);
      before = y;
      y = next;
    }
    return y.doubleValue();
  }

  private static BigDecimal besselY01(int order, BigDecimal x) {
    BigDecimal half = over(x, TWO);
    BigDecimal square = times(half, half).negate();
    BigDecimal term = order == 0 ? ONE : half;
    BigDecimal digamma = GAMMA.negate();
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; term.abs().compareTo(SMALL) > 0; k++) {
      BigDecimal next = digamma.add(over(ONE, big(k + 1L)));
      sum = sum.add(times(term, order == 0 ? digamma.multiply(TWO) : digamma.add(next)));
      digamma = next;
      term = over(times(term, square), big((k + 1L) * (k + 1 + order)));
    }
    BigDecimal y = times(TWO.multiply(log(half)), bessel(order, x, -1)).subtract(sum);
    return over(order == 0 ? y : y.subtract(over(ONE, half)), PI);
  }
}
