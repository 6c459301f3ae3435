package org.grcuda.cpu.x86;

import java.util.Random;

/** Random vectors with many special numbers in them. */
final class Avx2Values {

  private static final int[] WORDS = {
    0,
    1,
    2,
    -1,
    7,
    8,
    15,
    31,
    32,
    33,
    63,
    64,
    0x80,
    0xff,
    0xffff,
    0x10000,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE + 1,
    0x7f800000,
    0xff800000,
    0x7fc00001,
    0xffc01234,
    0x007fffff,
    0x00800000,
    0x807fffff,
    0x3f800000,
    0xbf800000,
    0xbf7fffff,
    0x4f000000,
    0x4effffff,
    0x4f800000,
    0x4f7fffff,
    0xcf000000,
    0x00ffffff,
    0x01000001,
    0xff7fffff,
  };

  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1,
    -1,
    -0.99,
    0.5,
    0x1p31,
    0x1p31 - 0.5,
    0x1p31 + 0.5,
    0x1p32,
    0x1p32 - 0.5,
    -0x1p31,
    -0x1p31 - 0.5,
    0x1p52 + 1,
    0x1p53,
    0x1p63,
    0x1.fffffffffffffp62,
    -0x1p63,
    0x1p64,
    0x1.fffffffffffffp63,
    1e300,
    -1e300,
    0x1p-149,
    0x1.8p-150,
    Double.MIN_VALUE,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
  };

  private static final long[] LONGS = {
    0,
    1,
    -1,
    63,
    64,
    65,
    Long.MIN_VALUE,
    Long.MAX_VALUE,
    1L << 31,
    1L << 32,
    (1L << 32) - 1,
    (1L << 53) + 1,
    (1L << 62) + (1L << 38) + 1,
    (1L << 63) + (1L << 39),
    (1L << 63) + (1L << 39) + 1,
    (1L << 63) + (1L << 10),
    0x7ff8000000000001L,
    0xfff8000000001234L,
    0x000fffffffffffffL,
    0x0010000000000000L,
    0x800fffffffffffffL,
  };

  private final Random random;

  Avx2Values(long seed) {
    this.random = new Random(seed);
  }

  Random random() {
    return random;
  }

  private int word() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt() >> random.nextInt(32);
      case 1 -> Float.floatToIntBits((random.nextFloat() - 0.5f) * (1 << random.nextInt(31)));
      default -> WORDS[random.nextInt(WORDS.length)];
    };
  }

  private long element() {
    return switch (random.nextInt(8)) {
      case 0 -> LONGS[random.nextInt(LONGS.length)];
      case 1 -> Double.doubleToLongBits(DOUBLES[random.nextInt(DOUBLES.length)]);
      case 2 -> random.nextLong() >> random.nextInt(64);
      case 3 -> Double.doubleToLongBits((random.nextDouble() - 0.5) * 0x1p33);
      case 4 -> random.nextInt(70);
      default -> word() & 0xffffffffL | (long) word() << 32;
    };
  }

  /** A vector. */
  int[] vector() {
    long[] lanes = new long[4];
    for (int l = 0; l < lanes.length; l++) {
      lanes[l] = element();
    }
    return Avx2Model.words(lanes);
  }

  /** A vector that suits an instruction: without signalling NaNs for VRANGE and VSCALEF. */
  int[] vector(VectorOp op) {
    int[] words = vector();
    if (op == VectorOp.VRANGEPS || op == VectorOp.VSCALEFPS) {
      for (int l = 0; l < words.length; l++) {
        words[l] |= Float.isNaN(Float.intBitsToFloat(words[l])) ? 0x400000 : 0;
      }
    } else if (op == VectorOp.VRANGEPD) {
      for (int l = 1; l < words.length; l += 2) {
        words[l] |= (words[l] & 0x7ff00000) == 0x7ff00000 ? 0x80000 : 0;
      }
    }
    return words;
  }

  /** Exponents for VSCALEF: NaN where the other source is one. */
  int[] exponents(int[] scaled) {
    int[] words = new int[scaled.length];
    for (int l = 0; l < words.length; l++) {
      boolean nan = Float.isNaN(Float.intBitsToFloat(scaled[l]));
      words[l] = Float.floatToIntBits(nan ? Float.NaN : random.nextInt(282) - 152);
    }
    return words;
  }

  /** A mask: often all lanes, or none. */
  int mask() {
    return switch (random.nextInt(4)) {
      case 0 -> 0xff;
      case 1 -> random.nextInt(8) == 0 ? 0 : 0xf;
      default -> random.nextInt(256);
    };
  }
}
