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
        float whole = (float) Math.floor(x);
        x -= whole;
        if (whole % 2 != 0) {
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

  /** Of the way to the next texel, in 256ths: 0 to 256, also where the texel is saturated. */
  static int weight(float x, int below) {
    return Math.clamp((long) Math.floor((x - below) * STEPS + 0.5f), 0, 256);
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
