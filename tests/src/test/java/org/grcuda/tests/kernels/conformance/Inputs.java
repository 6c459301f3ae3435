package org.grcuda.tests.kernels.conformance;

import java.util.SplittableRandom;

/** Inputs of kernels: the same ones in each run. */
final class Inputs {

  /** Integers at which arithmetic goes wrong. */
  private static final int[] CORNERS = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    31,
    32,
    33,
    63,
    64,
    127,
    128,
    255,
    256,
    -128,
    -129,
    32767,
    -32768,
    65535,
    65536,
    0x7fffffff,
    0x80000000,
    0x80000001,
    0x55555555,
    0xaaaaaaaa,
    0x0f0f0f0f,
    -1000000007
  };

  private static final long[] LONG_CORNERS = {
    0,
    1,
    -1,
    2,
    -3,
    63,
    64,
    65,
    255,
    0x7fffffffL,
    0x80000000L,
    0xffffffffL,
    0x100000000L,
    -0x80000000L,
    -0x80000001L,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    0x5555555555555555L,
    0xaaaaaaaaaaaaaaaaL,
    1_000_000_007_000L
  };

  private Inputs() {}

  /** {@code n} integers of the whole range: corner cases first, in every pair with one stride. */
  static int[] ints(int n, long seed) {
    var random = new SplittableRandom(seed);
    int[] values = new int[n];
    for (int i = 0; i < n; i++) {
      values[i] = random.nextInt(3) == 0 ? random.nextInt() : CORNERS[random.nextInt(29)];
    }
    return values;
  }

  /** {@code n} integers from {@code low} to {@code high}, without {@code high}. */
  static int[] ints(int n, int low, int high, long seed) {
    return new SplittableRandom(seed).ints(n, low, high).toArray();
  }

  /** {@code n} integers of 64 bits. */
  static long[] longs(int n, long seed) {
    var random = new SplittableRandom(seed);
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = random.nextInt(3) == 0 ? random.nextLong() : LONG_CORNERS[random.nextInt(21)];
    }
    return values;
  }

  /** {@code n} integers of 16 bits. */
  static short[] shorts(int n, long seed) {
    var random = new SplittableRandom(seed);
    short[] values = new short[n];
    for (int i = 0; i < n; i++) {
      values[i] = (short) (random.nextInt(3) == 0 ? CORNERS[random.nextInt(29)] : random.nextInt());
    }
    return values;
  }

  /** {@code n} bytes. */
  static byte[] bytes(int n, long seed) {
    var random = new SplittableRandom(seed);
    byte[] values = new byte[n];
    random.nextBytes(values);
    return values;
  }

  /** {@code n} numbers from {@code low} to {@code high}. */
  static float[] floats(int n, double low, double high, long seed) {
    var random = new SplittableRandom(seed);
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) random.nextDouble(low, high);
    }
    return values;
  }

  /** {@code n} numbers from {@code low} to {@code high}. */
  static double[] doubles(int n, double low, double high, long seed) {
    return new SplittableRandom(seed).doubles(n, low, high).toArray();
  }
}
