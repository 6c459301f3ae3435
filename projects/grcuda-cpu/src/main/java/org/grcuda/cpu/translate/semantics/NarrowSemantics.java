package org.grcuda.cpu.translate.semantics;

/**
 * Floating-point formats of at most 8 bits (PTX ISA 5.2.3). A name such as {@code e4m3} gives the
 * number of exponent and of mantissa bits below the sign. Conversions round to nearest even, and
 * give the largest number for what is above it. A format without NaN has the largest number for
 * that, too.
 */
public final class NarrowSemantics {

  /** {@code ue8m0}: NaN. */
  private static final int SCALE_NAN = 0xff;

  /** 2 to the power of -127, the least {@code ue8m0}, as float. */
  private static final int LEAST_SCALE = 0x0040_0000;

  private static final int INFINITY = 0x7f80_0000;

  private NarrowSemantics() {}

  /** Float to {@code e4m3} bits, zero-extended, at most 448; NaN as 0x7f. */
  public static int e4m3Of(float a) {
    return a != a ? 0x7f : bits(a, 3, 7, 0x7e, 0x80);
  }

  /** Float to {@code e5m2} bits, zero-extended, at most 57344; NaN as 0x7f. */
  public static int e5m2Of(float a) {
    return a != a ? 0x7f : bits(a, 2, 15, 0x7b, 0x80);
  }

  /** Float to {@code e2m3} bits, zero-extended, at most 7.5; NaN as that. */
  public static int e2m3Of(float a) {
    return bits(a, 3, 1, 0x1f, 0x20);
  }

  /** Float to {@code e3m2} bits, zero-extended, at most 28; NaN as that. */
  public static int e3m2Of(float a) {
    return bits(a, 2, 3, 0x1f, 0x20);
  }

  /** Float to {@code e2m1} bits, zero-extended, at most 6; NaN as that. */
  public static int e2m1Of(float a) {
    return bits(a, 1, 1, 7, 8);
  }

  /**
   * @param mantissa number of bits
   * @param max the bits of the largest number, which NaN becomes
   * @param signBit the bit that is set for negative numbers
   */
  private static int bits(float a, int mantissa, int bias, int max, int signBit) {
    if (a != a) {
      return max;
    }
    int sign = Float.floatToRawIntBits(a) < 0 ? signBit : 0;
    double magnitude = Math.abs((double) a);
    if (magnitude >= number(max, mantissa, bias)) {
      return sign | max;
    }
    // Subnormal numbers have the exponent of the smallest normal one.
    int exponent = Math.max(Math.getExponent(magnitude), 1 - bias);
    int steps = (int) Math.rint(Math.scalb(magnitude, mantissa - exponent));
    return sign | (exponent + bias - 1 << mantissa) + steps;
  }

  /** {@code e4m3} bits to float. */
  public static float floatOfE4m3(int bits) {
    float value = (bits & 0x7f) == 0x7f ? Float.NaN : number(bits & 0x7f, 3, 7);
    return (bits & 0x80) != 0 ? -value : value;
  }

  /** {@code e5m2} bits to float: the upper half of an {@code f16}. */
  public static float floatOfE5m2(int bits) {
    return ConvertSemantics.floatOfHalf((bits & 0xff) << 8);
  }

  /** {@code e2m3} bits to float; the upper bits do not count. */
  public static float floatOfE2m3(int bits) {
    float value = number(bits & 0x1f, 3, 1);
    return (bits & 0x20) != 0 ? -value : value;
  }

  /** {@code e3m2} bits to float; the upper bits do not count. */
  public static float floatOfE3m2(int bits) {
    float value = number(bits & 0x1f, 2, 3);
    return (bits & 0x20) != 0 ? -value : value;
  }

  /** {@code e2m1} bits to float; the upper bits do not count. */
  public static float floatOfE2m1(int bits) {
    float value = number(bits & 7, 1, 1);
    return (bits & 8) != 0 ? -value : value;
  }

  /** The number of some bits without sign. */
  private static float number(int bits, int mantissa, int bias) {
    int exponent = Math.max(bits >> mantissa, 1);
    int hidden = bits >> mantissa > 0 ? 1 << mantissa : 0;
    int steps = hidden | bits & (1 << mantissa) - 1;
    return Math.scalb((float) steps, exponent - bias - mantissa);
  }

  /**
   * Float to {@code ue8m0}, an exponent of eight bits without sign or mantissa: the power of two
   * that is at most, or at least, the magnitude. NaN as 0xff, and so is what is above 2 to the
   * power of 127.
   *
   * @param up {@code .rp}: at least, not at most
   * @param finite {@code .satfinite}: the largest number for what is above it
   */
  public static int ue8m0Of(float a, boolean up, boolean finite) {
    int magnitude = Float.floatToRawIntBits(a) & 0x7fff_ffff;
    if (magnitude > INFINITY) {
      return SCALE_NAN;
    }
    int exponent = magnitude >>> 23;
    boolean isPower = (magnitude & 0x7f_ffff) == 0 || magnitude <= LEAST_SCALE;
    int rounded = up && !isPower ? exponent + 1 : exponent;
    return finite ? Math.min(rounded, SCALE_NAN - 1) : rounded;
  }

  /** {@code ue8m0} bits to {@code bf16} bits; NaN as 0x7fff. */
  public static int bfloatOfUe8m0(int bits) {
    int exponent = bits & 0xff;
    return exponent == SCALE_NAN ? 0x7fff : exponent == 0 ? LEAST_SCALE >>> 16 : exponent << 7;
  }

  /** Two values of at most 8 bits as one of 16 bits. */
  public static int pack8(int low, int high) {
    return high << 8 | low;
  }

  /** Two values of 4 bits as one of 8 bits. */
  public static int pack4(int low, int high) {
    return high << 4 | low;
  }
}
