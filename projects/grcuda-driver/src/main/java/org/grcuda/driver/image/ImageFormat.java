package org.grcuda.driver.image;

/**
 * Format of a texel.
 *
 * @param type of each channel
 * @param channels 1, 2 or 4
 */
public record ImageFormat(ChannelType type, int channels) {

  /** Checks the number of channels. */
  public ImageFormat {
    if (channels != 1 && channels != 2 && channels != 4) {
      throw new IllegalArgumentException(channels + " channels; a texel has 1, 2 or 4");
    }
  }

  /** Size of a texel in bytes. */
  public int bytes() {
    return type.bytes() * channels;
  }
}
