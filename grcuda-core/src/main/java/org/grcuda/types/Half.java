package org.grcuda.types;

/** IEEE 754 binary16, as the 16 bits that memory holds. */
public final class Half {

  private Half() {}

  /** The value of {@code bits}: exact. */
  public static float toFloat(short bits) {
    return Float.float16ToFloat(bits);
  }

  /** The nearest half, ties to even; infinity from 65520 on. */
  public static short ofFloat(float value) {
    return Float.floatToFloat16(value);
  }

  /**
   * The nearest half, ties to even, rounded once. The double is first rounded to odd, to a float;
   * rounding that float gives the same half as rounding the double (Boldo and Melquiond, "Emulation
   * of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
   */
  public static short ofDouble(double value) {
    float nearest = (float) value;
    if (nearest == value || Float.isNaN(nearest) || Float.isInfinite(nearest)) {
      return ofFloat(nearest);
    }
    int bits = Float.floatToRawIntBits(nearest);
    int truncated = Math.abs((double) nearest) > Math.abs(value) ? bits - 1 : bits;
    return ofFloat(Float.intBitsToFloat(truncated | 1));
  }
}
