package org.grcuda.cpu.differential;

import java.util.random.RandomGenerator;

/** Random values, corners more often than not. */
final class Values {

  private Values() {}

  /** Bits of an f32. */
  static int float32(RandomGenerator random) {
    return switch (random.nextInt(12)) {
      case 0 -> 0;
      case 1 -> 0x8000_0000;
      case 2 -> Float.floatToRawIntBits(random.nextBoolean() ? 1f : -1f);
      case 3 -> random.nextInt() & 0x8000_0000 | random.nextInt(0x80_0000);
      case 4 -> Float.floatToRawIntBits(random.nextInt(600) - 300 + random.nextInt(4) / 4f);
      case 5 -> random.nextBoolean() ? 0x7f80_0000 : 0xff80_0000;
      case 6 -> 0x7fc0_0000;
      case 7 -> 0x7f7f_ffff;
      case 8 -> Float.floatToRawIntBits(random.nextInt());
      case 9 -> Float.floatToRawIntBits((float) random.nextGaussian());
      default -> random.nextInt() & 0xff80_0000 | random.nextInt(0x80_0000);
    };
  }

  /** Bits of an f64. */
  static long float64(RandomGenerator random) {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextLong() & 0x8000_0000_0000_0000L;
      case 1 -> random.nextLong() & 0x800f_ffff_ffff_ffffL;
      case 2 -> random.nextBoolean() ? 0x7ff0_0000_0000_0000L : 0x7ff8_0000_0000_0000L;
      case 3 -> Double.doubleToRawLongBits(random.nextGaussian());
      case 4 -> Double.doubleToRawLongBits(random.nextLong());
      case 5 -> Double.doubleToRawLongBits(Float.intBitsToFloat(float32(random)));
      case 6 -> Double.doubleToRawLongBits(random.nextInt(70000) / 2.0);
      default -> random.nextLong();
    };
  }

  /** An integer of so many bits, sign-extended. */
  static long integer(RandomGenerator random, int bits) {
    long value =
        switch (random.nextInt(8)) {
          case 0 -> random.nextInt(4) - 2;
          case 1 -> 1L << random.nextInt(bits);
          case 2 -> (1L << bits - 1) - random.nextInt(2);
          case 3 -> random.nextInt(256) - 128;
          case 4 -> random.nextInt(40);
          case 5 -> -1L >>> random.nextInt(64);
          default -> random.nextLong();
        };
    return value << 64 - bits >> 64 - bits;
  }
}
