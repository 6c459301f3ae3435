package org.grcuda.driver.image;

/** What a texture shows outside its texels, for each axis (CUaddress_mode). */
public enum AddressMode {
  /** The image repeats. Only for normalized coordinates; others are clamped. */
  WRAP,
  /** The nearest texel. */
  CLAMP,
  /** The image repeats, every other time mirrored. Only for normalized coordinates. */
  MIRROR,
  /** The border's colour. */
  BORDER
}
