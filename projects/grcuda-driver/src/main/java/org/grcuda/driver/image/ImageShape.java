package org.grcuda.driver.image;

/**
 * Size of an image. Its texels lie densely: texel (x, y, z) of layer or face n is number {@code ((n
 * depth + z) height + y) width + x} of its level; level l + 1 follows level l.
 *
 * @param kind how its texels lie
 * @param width texels of a row, at least 1
 * @param height rows, 1 for kinds of one dimension
 * @param depth slices, 1 but for {@link ImageKind#THREE}
 * @param layers layers, or for cubes faces: 6, or 6 for each cube; 1 for the others
 * @param levels levels of a mipmap, at least 1; level l is {@code max(1, n >> l)} texels wide where
 *     level 0 is n wide, and so on for height and depth
 */
public record ImageShape(ImageKind kind, int width, int height, int depth, int layers, int levels) {

  /** Most texels of a level, so that no number of texels or bytes overflows. */
  private static final double MOST_TEXELS = 0x1p40;

  /** Checks the sizes. */
  public ImageShape {
    require(width >= 1 && height >= 1 && depth >= 1 && layers >= 1 && levels >= 1, "a size of 0");
    require((double) width * height * depth * layers <= MOST_TEXELS, "more than 2^40 texels");
    require(kind.dimensions() >= 2 || height == 1, "rows in an image of one dimension");
    require(kind.dimensions() == 3 || depth == 1, "slices in an image that is not 3d");
    require(kind.isLayered() || kind.isCube() || layers == 1, "layers in an image without");
    require(!kind.isCube() || layers % 6 == 0, "a cube without 6 faces");
    require(!kind.isCube() || width == height, "a cube whose faces are not square");
    require(levels <= levels(Math.max(width, Math.max(height, depth))), "more levels than sizes");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** The levels of a full mipmap whose longest side has {@code size} texels. */
  public static int levels(int size) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size);
  }

  /** Width of {@code level}, in texels. */
  public int width(int level) {
    return Math.max(1, width >> level);
  }

  /** Height of {@code level}, in texels. */
  public int height(int level) {
    return Math.max(1, height >> level);
  }

  /** Depth of {@code level}, in texels. */
  public int depth(int level) {
    return Math.max(1, depth >> level);
  }

  /** Texels of {@code level}, over all layers. */
  public long texels(int level) {
    return (long) width(level) * height(level) * depth(level) * layers;
  }

  /** Texels before {@code level}; for {@link #levels}, all texels. */
  public long start(int level) {
    long texels = 0;
    for (int l = 0; l < level; l++) {
      texels += texels(l);
    }
    return texels;
  }

  /** Texels of all levels. */
  public long texels() {
    return start(levels);
  }
}
