package org.grcuda.cpu.x86;

/**
 * How a vector instruction is applied.
 *
 * @param mask mask register 1 to 7 of the lanes that are written, 0 for all
 * @param zeroing whether lanes that are not written become 0; otherwise they stay
 * @param half whether it works on 256 bits, not 512
 * @param rounding embedded rounding: one of {@link #NEAREST} to {@link #ZERO}, -1 for that of MXCSR
 * @param immediate the immediate byte, -1 for none
 */
public record Form(int mask, boolean zeroing, boolean half, int rounding, int immediate) {

  public static final int NEAREST = 0;
  public static final int DOWN = 1;
  public static final int UP = 2;
  public static final int ZERO = 3;

  /** All lanes of 512 bits. */
  public static final Form ALL = new Form(0, false, false, -1, -1);

  /** All lanes of 256 bits. */
  public static final Form HALF = new Form(0, false, true, -1, -1);

  /** Writes the lanes in mask register {@code k} only; 0 for all. */
  public Form masked(int k) {
    return new Form(k, zeroing, half, rounding, immediate);
  }

  /** Zeroes the lanes that are not written. */
  public Form zeroed() {
    return new Form(mask, mask != 0, half, rounding, immediate);
  }

  /** With embedded rounding. */
  public Form rounded(int mode) {
    return new Form(mask, zeroing, half, mode, immediate);
  }

  /** With an immediate byte. */
  public Form with(int value) {
    return new Form(mask, zeroing, half, rounding, value & 0xff);
  }
}
