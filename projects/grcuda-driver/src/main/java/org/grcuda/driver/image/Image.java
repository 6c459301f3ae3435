package org.grcuda.driver.image;

/**
 * A texture or surface: how kernels see the memory behind it.
 *
 * @param shape its size
 * @param format of its texels
 * @param sampler how it is read; null for a surface, which is read and written texel by texel
 */
public record Image(ImageShape shape, ImageFormat format, Sampler sampler) {

  /** Checks that the format can be read as the sampler says. */
  public Image {
    if (sampler != null && sampler.normalizedValues() && !format.type().isNormalizable()) {
      throw new IllegalArgumentException(
          "normalized values of " + format.type() + ": only integers of 8 and 16 bits");
    }
    if (sampler != null
        && sampler.filter() == FilterMode.LINEAR
        && readsIntegers(format, sampler)) {
      throw new IllegalArgumentException(
          "linear filtering of integers: read them as normalized values");
    }
  }

  private static boolean readsIntegers(ImageFormat format, Sampler sampler) {
    return format.type().kind() != ChannelType.Kind.FLOATING && !sampler.normalizedValues();
  }

  /** Whether kernels write it. */
  public boolean isSurface() {
    return sampler == null;
  }

  /** Bytes of memory that it shows. */
  public long bytes() {
    return shape.texels() * format.bytes();
  }
}
