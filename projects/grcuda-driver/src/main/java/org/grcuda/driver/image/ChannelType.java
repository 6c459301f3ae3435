package org.grcuda.driver.image;

/** Type of one channel of a texel (CUarray_format). Little-endian. */
public enum ChannelType {
  /** Unsigned, 8 bits. */
  U8(1, Kind.UNSIGNED),
  /** Signed, 8 bits. */
  S8(1, Kind.SIGNED),
  /** Unsigned, 16 bits. */
  U16(2, Kind.UNSIGNED),
  /** Signed, 16 bits. */
  S16(2, Kind.SIGNED),
  /** Unsigned, 32 bits. */
  U32(4, Kind.UNSIGNED),
  /** Signed, 32 bits. */
  S32(4, Kind.SIGNED),
  /** Floating-point, 16 bits: IEEE half. */
  F16(2, Kind.FLOATING),
  /** Floating-point, 32 bits. */
  F32(4, Kind.FLOATING);

  /** What the bits of a channel are. */
  public enum Kind {
    /** An unsigned integer. */
    UNSIGNED,
    /** A signed integer, two's complement. */
    SIGNED,
    /** A floating-point number. */
    FLOATING
  }

  private final int bytes;
  private final Kind kind;

  ChannelType(int bytes, Kind kind) {
    this.bytes = bytes;
    this.kind = kind;
  }

  /** Size in bytes: 1, 2 or 4. */
  public int bytes() {
    return bytes;
  }

  /** What its bits are. */
  public Kind kind() {
    return kind;
  }

  /**
   * Whether values of it can be read as numbers of [0, 1] or [-1, 1]: integers of 8 and 16 bits
   * (cudaReadModeNormalizedFloat).
   */
  public boolean isNormalizable() {
    return kind != Kind.FLOATING && bytes < 4;
  }
}
