package org.grcuda.image;

import java.util.List;

/**
 * How the elements of an array are texels.
 *
 * @param kind what the first dimension of the texels is
 * @param channels elements of a texel, 1, 2 or 4, next to each other: the last dimension of the
 *     array, if it is given no shape; 0 for those of an element, which are 2 for complex numbers
 *     and 1 for others
 * @param shape texels along each dimension, the slowest first; empty for that of the array
 * @param levels levels of a mipmap, 1 for none; they lie one after another in an array of one
 *     dimension, and {@code shape} is that of the first
 */
public record ImageLayout(Kind kind, int channels, List<Integer> shape, int levels) {

  /** What the first dimension of an image is. */
  public enum Kind {
    /** A dimension like the others: an image of 1, 2 or 3 dimensions. */
    PLAIN,
    /** An index of layers of 1 or 2 dimensions ({@code tex1DLayered}, {@code tex2DLayered}). */
    LAYERED,
    /** The six faces of a cube, or those of several ({@code texCubemap}). */
    CUBE
  }

  /** Each element is a texel; the dimensions are those of the array. */
  public static final ImageLayout PLAIN = new ImageLayout(Kind.PLAIN, 0, List.of(), 1);

  /** Takes a copy. */
  public ImageLayout {
    shape = List.copyOf(shape);
  }

  /** This with another kind. */
  public ImageLayout withKind(Kind other) {
    return new ImageLayout(other, channels, shape, levels);
  }

  /** This with another number of channels: 1, 2 or 4. */
  public ImageLayout withChannels(int other) {
    return new ImageLayout(kind, other, shape, levels);
  }

  /** This with another shape: texels along each dimension, the slowest first. */
  public ImageLayout withShape(Integer... other) {
    return new ImageLayout(kind, channels, List.of(other), levels);
  }

  /** This with another number of levels, at least 1. */
  public ImageLayout withLevels(int other) {
    return new ImageLayout(kind, channels, shape, other);
  }
}
