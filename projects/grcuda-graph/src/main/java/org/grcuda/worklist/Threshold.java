package org.grcuda.worklist;

import org.grcuda.types.GrCudaException;

/**
 * How a worklist orders vertices: by keys, which are the bits of values that are not negative, as
 * unsigned integers. Those below a threshold are near.
 *
 * @param delta by how much thresholds differ; 0 for no order
 * @param isFloat whether values are floating-point numbers
 */
record Threshold(double delta, boolean isFloat) {

  /**
   * The order of the settings, for values of an array.
   *
   * @throws GrCudaException if values are integers, and delta is not
   */
  static Threshold of(Settings settings, StateArray values) {
    double delta = settings.delta();
    if (!values.isFloat() && delta != Math.rint(delta)) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "worklist, 'delta': expected an integer, as values are of type "
              + values.type()
              + "; given "
              + delta);
    }
    return new Threshold(delta, values.isFloat());
  }

  /** The first threshold. */
  int first() {
    return delta == 0 ? WorkLayout.NOTHING : key(delta);
  }

  /** As {@code nextThreshold} of worklist.cu. */
  int next(int old, int least) {
    int from = Integer.compareUnsigned(least, old) > 0 ? least : old;
    int raised =
        isFloat
            ? Float.floatToRawIntBits(Float.intBitsToFloat(from) + (float) delta)
            : key(Integer.toUnsignedLong(from) + delta);
    return Integer.compareUnsigned(raised, old) > 0 ? raised : WorkLayout.NOTHING;
  }

  private int key(double value) {
    return isFloat
        ? Float.floatToRawIntBits((float) value)
        : (int) Math.min((long) value, 0xFFFFFFFFL);
  }

  /** Delta as an argument of kernels. */
  Number argument() {
    return isFloat ? (Number) delta : (Number) Math.min((long) delta, 0xFFFFFFFFL);
  }
}
