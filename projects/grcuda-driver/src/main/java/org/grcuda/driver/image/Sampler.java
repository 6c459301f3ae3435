package org.grcuda.driver.image;

import java.util.List;

/**
 * How a texture is read (CUDA_TEXTURE_DESC). A surface has none.
 *
 * @param address for x, y and z
 * @param filter between texels; {@link FilterMode#LINEAR} needs values that are floats
 * @param normalizedCoordinates whether coordinates are of [0, 1) instead of [0, size)
 * @param normalizedValues whether integers are read as numbers of [0, 1], or [-1, 1] if signed
 * @param srgb whether channels x, y and z hold sRGB values, which are read as linear ones
 * @param border red, green, blue, alpha, where the address mode is {@link AddressMode#BORDER}
 * @param mipmap how levels are chosen
 */
public record Sampler(
    List<AddressMode> address,
    FilterMode filter,
    boolean normalizedCoordinates,
    boolean normalizedValues,
    boolean srgb,
    List<Float> border,
    Mipmap mipmap) {

  /** Unnormalized coordinates, clamped, the nearest texel, values as they are. */
  public static final Sampler PLAIN =
      new Sampler(
          List.of(AddressMode.CLAMP, AddressMode.CLAMP, AddressMode.CLAMP),
          FilterMode.POINT,
          false,
          false,
          false,
          List.of(0f, 0f, 0f, 0f),
          Mipmap.NONE);

  /** Checks the numbers of axes and channels. */
  public Sampler {
    if (address.size() != 3 || border.size() != 4) {
      throw new IllegalArgumentException("3 address modes and 4 channels of the border");
    }
    address = List.copyOf(address);
    border = List.copyOf(border);
  }

  /**
   * How levels of a mipmap are chosen.
   *
   * @param filter between levels
   * @param bias added to the level that an instruction asks for
   * @param minLevel no level below this is read
   * @param maxLevel no level above this is read
   */
  public record Mipmap(FilterMode filter, float bias, float minLevel, float maxLevel) {

    /** The nearest level, all of them. */
    public static final Mipmap NONE = new Mipmap(FilterMode.POINT, 0, 0, Float.MAX_VALUE);
  }
}
