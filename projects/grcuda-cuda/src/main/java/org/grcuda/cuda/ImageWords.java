package org.grcuda.cuda;

import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;

/** What the native library reads of an image (images.c, ImageWords). */
final class ImageWords {

  // CUDA_ARRAY3D_...
  private static final int LAYERED = 0x01;
  private static final int SURFACE_LDST = 0x02;
  private static final int CUBEMAP = 0x04;
  private static final int TEXTURE_GATHER = 0x08;

  // CU_TRSF_...
  private static final int READ_AS_INTEGER = 0x01;
  private static final int NORMALIZED_COORDINATES = 0x02;
  private static final int SRGB = 0x10;

  private ImageWords() {}

  /**
   * Words of an image.
   *
   * @param gathered whether a mirror must serve kernels that gather
   */
  static long[] of(Image image, ImageSource source, long address, boolean gathered) {
    ImageShape shape = image.shape();
    Sampler sampler = image.isSurface() ? Sampler.PLAIN : image.sampler();
    Sampler.Mipmap mipmap = sampler.mipmap();
    long[] words = {
      source.code(),
      address,
      shape.width(),
      shape.kind().dimensions() > 1 ? shape.height() : 0,
      depth(shape),
      shape.levels(),
      arrayFlags(image, gathered),
      format(image.format().type()),
      image.format().channels(),
      image.format().bytes(),
      image.isSurface() ? 1 : 0,
      shape.kind().dimensions() > 2 ? 1 : 0,
      mode(image, sampler, 0),
      mode(image, sampler, 1),
      mode(image, sampler, 2),
      filter(sampler.filter()),
      samplerFlags(image, sampler),
      filter(mipmap.filter()),
      bits(mipmap.bias()),
      bits(mipmap.minLevel()),
      bits(Math.min(mipmap.maxLevel(), shape.levels() - 1)),
      bits(sampler.border().get(0)),
      bits(sampler.border().get(1)),
      bits(sampler.border().get(2)),
      bits(sampler.border().get(3)),
    };
    return words;
  }

  /** Slices of a volume, else layers or faces; 0 where there are none. */
  private static long depth(ImageShape shape) {
    if (shape.kind().isLayered() || shape.kind().isCube()) {
      return shape.layers();
    }
    return shape.kind().dimensions() > 2 ? shape.depth() : 0;
  }

  private static long arrayFlags(Image image, boolean gathered) {
    return (image.shape().kind().isLayered() ? LAYERED : 0)
        | (image.isSurface() ? SURFACE_LDST : 0)
        | (image.shape().kind().isCube() ? CUBEMAP : 0)
        | (gathered ? TEXTURE_GATHER : 0);
  }

  /** The CUarray_format. */
  private static long format(ChannelType type) {
    return switch (type) {
      case U8 -> 0x01;
      case U16 -> 0x02;
      case U32 -> 0x03;
      case S8 -> 0x08;
      case S16 -> 0x09;
      case S32 -> 0x0a;
      case F16 -> 0x10;
      case F32 -> 0x20;
    };
  }

  /** The CUaddress_mode. Faces of cubes are clamped. */
  private static long mode(Image image, Sampler sampler, int axis) {
    AddressMode mode =
        image.shape().kind().isCube() ? AddressMode.CLAMP : sampler.address().get(axis);
    return switch (mode) {
      case WRAP -> 0;
      case CLAMP -> 1;
      case MIRROR -> 2;
      case BORDER -> 3;
    };
  }

  /** The CUfilter_mode. */
  private static long filter(FilterMode mode) {
    return switch (mode) {
      case POINT -> 0;
      case LINEAR -> 1;
    };
  }

  private static long samplerFlags(Image image, Sampler sampler) {
    boolean integers =
        image.format().type().kind() != ChannelType.Kind.FLOATING && !sampler.normalizedValues();
    boolean normalized = sampler.normalizedCoordinates() || image.shape().kind().isCube();
    return (integers ? READ_AS_INTEGER : 0)
        | (normalized ? NORMALIZED_COORDINATES : 0)
        | (sampler.srgb() ? SRGB : 0);
  }

  private static long bits(float value) {
    return Float.floatToRawIntBits(value) & 0xffff_ffffL;
  }
}
