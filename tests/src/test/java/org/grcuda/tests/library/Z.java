package org.grcuda.tests.library;

import java.util.Random;

/** A complex number; a real one has no imaginary part. */
record Z(double re, double im) {

  static final Z ZERO = new Z(0, 0);
  static final Z NAN = new Z(Double.NaN, Double.NaN);

  /**
   * A quarter of a small integer, so that sums of products of these are exact in single precision:
   * results can be compared for equality.
   */
  static Z random(Random random, boolean isComplex) {
    return new Z(quarter(random), isComplex ? quarter(random) : 0);
  }

  static Z[] randoms(Random random, boolean isComplex, int count) {
    Z[] all = new Z[count];
    for (int i = 0; i < count; i++) {
      all[i] = random(random, isComplex);
    }
    return all;
  }

  private static double quarter(Random random) {
    return (random.nextInt(33) - 16) / 4.0;
  }

  Z plus(Z other) {
    return new Z(re + other.re, im + other.im);
  }

  Z times(Z other) {
    return new Z(re * other.re - im * other.im, re * other.im + im * other.re);
  }

  Z conjugate() {
    return new Z(re, -im);
  }

  boolean isZero() {
    return re == 0 && im == 0;
  }

  /** {@code beta * y + value}; BLAS does not read y if beta is 0. */
  static Z update(Z beta, Z y, Z value) {
    return beta.isZero() ? value : beta.times(y).plus(value);
  }
}
