package org.grcuda.core.image;

import java.util.Locale;
import org.grcuda.core.engine.NdArray;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.Sampler;
import org.grcuda.types.GrCudaException;

/** Refuses samplers that CUDA refuses for a format, or silently takes for another. */
final class SamplerCheck {

  private SamplerCheck() {}

  /**
   * Checks {@code sampler} for texels of {@code array}.
   *
   * @param maker the call, for messages
   */
  static void check(String maker, NdArray array, ImageFormat format, Sampler sampler) {
    String problem = problem(format, sampler);
    if (problem != null) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, maker + ", " + problem + ", given " + array.describe());
    }
    for (AddressMode mode : sampler.address()) {
      if (!sampler.normalizedCoordinates()
          && (mode == AddressMode.WRAP || mode == AddressMode.MIRROR)) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            "%s, 'address': '%s' needs coordinates from 0 to 1: give normalized: true"
                .formatted(maker, mode.name().toLowerCase(Locale.ROOT)));
      }
    }
  }

  private static String problem(ImageFormat format, Sampler sampler) {
    boolean isFloat = format.type().kind() == ChannelType.Kind.FLOATING;
    if (sampler.normalizedValues() && !format.type().isNormalizable()) {
      return "'read': only integers of 8 and 16 bits can be read as normalized values";
    }
    if (sampler.filter() == FilterMode.LINEAR && !isFloat && !sampler.normalizedValues()) {
      return "'filter': integers have no values between them: with filter 'linear' expected"
          + " floats, or read: 'normalized' with integers of 8 or 16 bits";
    }
    if (sampler.srgb() && (format.type() != ChannelType.U8 || !sampler.normalizedValues())) {
      return "'srgb': expected texels of uchar, and read: 'normalized'";
    }
    return null;
  }
}
