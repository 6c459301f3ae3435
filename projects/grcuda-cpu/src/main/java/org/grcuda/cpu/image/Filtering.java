package org.grcuda.cpu.image;

import org.grcuda.driver.image.AddressMode;

/**
 * Values of textures at coordinates (CUDA C++ Programming Guide, "Texture Fetching"): coordinates
 * to texels, the texels around them, and their weights, which have 8 bits.
 */
final class Filtering {

  private static final float STEPS = 256;

  private Filtering() {}

  /** A coordinate in texels. */
  static float coordinate(BoundImage t, int axis, int level, float given) {
    float x = Float.isNaN(given) ? 0 : given;
    if (!t.normalizedCoordinates) {
      return x;
    }
    switch (t.mode(axis)) {
      case WRAP -> x -= (float) Math.floor(x);
      case MIRROR -> {
        double whole = Math.floor(x);
        x -= (float) whole;
        if (Math.floorMod((long) whole, 2) == 1) {
          x = 1 - x;
        }
      }
      default -> {}
    }
    // An infinite coordinate has no place in a period.
    return (Float.isNaN(x) ? 0 : x) * t.size(axis, level);
  }

  /** The texel of an index, which may be outside; -1 for the border. */
  static int index(AddressMode mode, long i, int size) {
    return switch (mode) {
      case CLAMP -> Math.clamp(i, 0, size - 1);
      case BORDER -> i < 0 || i >= size ? -1 : (int) i;
      case WRAP -> Math.floorMod(i, size);
      case MIRROR -> {
        int folded = (int) Math.floorMod(i, 2L * size);
        yield folded < size ? folded : 2 * size - 1 - folded;
      }
    };
  }

  /** The largest integer that is not above, or the nearest integer of 32 bits. */
  static int floor(float x) {
    return (int) Math.floor(x);
  }

  /** Of the way to the next texel, in 256ths. */
  static int weight(float x, int below) {
    return (int) Math.floor((x - below) * STEPS + 0.5f);
  }

  /**
   * A channel at coordinates in texels: of the texel there, or of those around.
   *
   * @param first coordinates along x, y and z, of which as many count as there are dimensions
   */
  static float number(
      BoundImage t,
      int level,
      int layer,
      float first,
      float second,
      float third,
      long code,
      int channel) {
    int dimensions = t.shape.kind().dimensions();
    float half = t.isLinear ? 0.5f : 0;
    float x = first - half;
    float y = dimensions > 1 ? second - half : 0;
    float z = dimensions > 2 ? third - half : 0;
    int i = floor(x);
    int j = floor(y);
    int k = floor(z);
    int a = t.isLinear ? weight(x, i) : 0;
    int b = t.isLinear && dimensions > 1 ? weight(y, j) : 0;
    int c = t.isLinear && dimensions > 2 ? weight(z, k) : 0;
    double sum = 0;
    for (int dz = 0; dz < 2; dz++) {
      int wz = dz == 0 ? 256 - c : c;
      for (int dy = 0; wz != 0 && dy < 2; dy++) {
        int wy = dy == 0 ? 256 - b : b;
        for (int dx = 0; wy != 0 && dx < 2; dx++) {
          int wx = dx == 0 ? 256 - a : a;
          if (wx != 0) {
            // The product of the weights, and that with the value, are exact.
            double weight = (double) wx * wy * wz * 0x1p-24;
            sum +=
                weight * tap(t, level, layer, i + (long) dx, j + (long) dy, k + dz, code, channel);
          }
        }
      }
    }
    return (float) sum;
  }

  private static float tap(
      BoundImage t, int level, int layer, long i, long j, long k, long code, int channel) {
    long texel = texel(t, level, layer, i, j, k, code);
    return texel < 0 ? t.border(channel) : t.number(texel, channel);
  }

  /**
   * The address of a texel by its indices and the offsets of the instruction; -1 for the border.
   */
  static long texel(BoundImage t, int level, int layer, long i, long j, long k, long code) {
    int dimensions = t.shape.kind().dimensions();
    int x = index(t.mode(0), i + ImageOperation.offset(code, 0), t.size(0, level));
    int y =
        dimensions > 1 ? index(t.mode(1), j + ImageOperation.offset(code, 1), t.size(1, level)) : 0;
    int z =
        dimensions > 2 ? index(t.mode(2), k + ImageOperation.offset(code, 2), t.size(2, level)) : 0;
    return (x | y | z) < 0 ? -1 : t.texel(level, x, y, z, layer);
  }
}
