package org.grcuda.cpu.translate.matrix;

import org.grcuda.cpu.exec.TensorModel;

/**
 * Sums of products as tensor cores of GPUs compute them ({@link TensorModel}).
 *
 * <p>A block of exact products is added to the sum so far. With E the largest exponent among them,
 * that of a product being the sum of its factors' exponents, each number is cut off below {@code
 * 2^(E - 23 - extra bits)}. Their sum is exact, and is cut off to 24 bits, or rounded to the
 * nearest f16.
 */
final class BlockSums {

  /** Bits of a significand of f32 below the first one. */
  private static final int FRACTION = 23;

  private final TensorModel model;
  private final Element type;
  private final boolean half;

  /**
   * Sums of a form.
   *
   * @param half whether each block's sum is rounded to f16
   */
  BlockSums(TensorModel model, Element type, boolean half) {
    this.model = model;
    this.type = type;
    this.half = half;
  }

  /** {@code c} and the products of all pairs of {@code a} and {@code b}, in their order. */
  float sum(float[] a, float[] b, float c) {
    double all = c;
    for (int j = 0; j < a.length; j++) {
      all += (double) a[j] * b[j];
    }
    if (!Double.isFinite(all)) {
      return (float) all;
    }
    float sum = c;
    int block = model.block(type.bits());
    for (int first = 0; first < a.length; first += block) {
      sum = add(a, b, first, Math.min(a.length, first + block), sum);
    }
    return sum;
  }

  private float add(float[] a, float[] b, int first, int end, float c) {
    int largest = c == 0 ? Integer.MIN_VALUE : Math.max(Math.getExponent(c), Float.MIN_EXPONENT);
    int largestFactors = Integer.MIN_VALUE;
    double most = 0;
    for (int j = first; j < end; j++) {
      double product = Math.abs((double) a[j] * b[j]);
      if (product != 0) {
        largest = Math.max(largest, Math.getExponent(product));
        largestFactors = Math.max(largestFactors, exponent(a[j]) + exponent(b[j]));
        most = Math.max(most, product);
      }
    }
    if (largest == Integer.MIN_VALUE) {
      return 0;
    }
    boolean carries = most > 0 && carries(a, b, first, end, largestFactors, c);
    int lowest = largest - FRACTION - model.extraBits() - (carries ? 1 : 0);
    long sum = aligned(c, lowest);
    for (int j = first; j < end; j++) {
      sum += aligned((double) a[j] * b[j], lowest);
    }
    return rounded(Math.scalb((double) sum, lowest));
  }

  /**
   * Whether a product of the largest exponents is 2 or more beside them, and its bits go one
   * further up than the alignment knows.
   */
  private boolean carries(float[] a, float[] b, int first, int end, int exponent, float c) {
    if (exponent < Math.max(c == 0 ? Integer.MIN_VALUE : Math.getExponent(c), Float.MIN_EXPONENT)) {
      return false;
    }
    for (int j = first; j < end; j++) {
      double product = Math.abs((double) a[j] * b[j]);
      boolean isLargest = product != 0 && exponent(a[j]) + exponent(b[j]) == exponent;
      if (isLargest && Math.scalb(product, -exponent) >= 2) {
        return true;
      }
    }
    return false;
  }

  /** The exponent of an element, of which small ones have the smallest. */
  private int exponent(float element) {
    int least = type == Element.BF16 || type == Element.TF32 ? Float.MIN_EXPONENT : -14;
    return Math.max(Math.getExponent(element), least);
  }

  /** A number in units of {@code 2^lowest}, cut off. */
  private static long aligned(double number, int lowest) {
    return (long) Math.scalb(number, -lowest);
  }

  private float rounded(double exact) {
    float near = (float) exact;
    if (Math.abs(exact) >= 0x1p128) {
      return near;
    }
    float cut = Math.abs((double) near) > Math.abs(exact) ? towardZero(near) : near;
    if (!half) {
      return cut;
    }
    boolean isExact = cut == exact;
    // The last bit says that there is more: so rounding again rounds the exact number.
    float odd = isExact ? cut : Float.intBitsToFloat(Float.floatToRawIntBits(cut) | 1);
    return Float.float16ToFloat(Float.floatToFloat16(odd));
  }

  private static float towardZero(float number) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(number) - 1);
  }
}
