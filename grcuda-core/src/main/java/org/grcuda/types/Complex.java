package org.grcuda.types;

/**
 * A complex number: an element of a {@link org.grcuda.Complex64Array}, whose parts are rounded to
 * floats, or of a {@link org.grcuda.Complex128Array}.
 *
 * @param re the real part
 * @param im the imaginary part
 */
public record Complex(double re, double im) {

  /** Such as {@code 1.5-2.0i}. */
  @Override
  public String toString() {
    return re + (im < 0 || Double.compare(im, -0.0) == 0 ? "" : "+") + im + "i";
  }
}
