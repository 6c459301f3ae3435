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
   * This with other address modes.
   *
   * @param modes one for all axes, or one for each of x, y and z
   */
  public Sampler withAddress(AddressMode... modes) {
    return with(modes.length == 1 ? List.of(modes[0], modes[0], modes[0]) : List.of(modes), border);
  }

  /** This with another border: red, green, blue, alpha. */
  public Sampler withBorder(float red, float green, float blue, float alpha) {
    return with(address, List.of(red, green, blue, alpha));
  }

  private Sampler with(List<AddressMode> modes, List<Float> colour) {
    return new Sampler(
        modes, filter, normalizedCoordinates, normalizedValues, srgb, colour, mipmap);
  }

  /** This with another filter between texels. */
  public Sampler withFilter(FilterMode other) {
    return new Sampler(
        address, other, normalizedCoordinates, normalizedValues, srgb, border, mipmap);
  }

  /** This with coordinates of [0, 1). */
  public Sampler withNormalizedCoordinates() {
    return new Sampler(address, filter, true, normalizedValues, srgb, border, mipmap);
  }

  /** This with integers read as numbers of [0, 1] or [-1, 1]. */
  public Sampler withNormalizedValues() {
    return new Sampler(address, filter, normalizedCoordinates, true, srgb, border, mipmap);
  }

  /** This with channels x, y and z read as sRGB values. */
  public Sampler withSrgb() {
    return new Sampler(
        address, filter, normalizedCoordinates, normalizedValues, true, border, mipmap);
  }

  /** This with another choice of levels. */
  public Sampler withMipmap(Mipmap other) {
    return new Sampler(
        address, filter, normalizedCoordinates, normalizedValues, srgb, border, other);
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
