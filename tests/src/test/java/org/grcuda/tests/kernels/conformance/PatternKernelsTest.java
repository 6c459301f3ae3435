package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PatternKernelsTest extends ConformanceTest {

  private static final int N = 200;

  PatternKernelsTest() {
    super("patterns.cu", "--device-int128");
  }

  @Test
  void treeSort() {
    int n = 24;
    int[] keys = Inputs.ints(40 * n, -50, 50, 381);
    int[] out = new int[keys.length];
    int[] counts = new int[40];
    call("tree_sort").block(40).run(keys, out, counts, n);
    for (int t = 0; t < 40; t++) {
      Arrays.sort(keys, t * n, (t + 1) * n);
      assertEquals(n, counts[t]);
    }
    assertArrayEquals(keys, out);
  }

  @Test
  void structsByValue() {
    int n = 50;
    ByteBuffer in = ByteBuffer.allocate(n * 80).order(ByteOrder.LITTLE_ENDIAN);
    double[] a = Inputs.doubles(9 * n, -1, 1, 382);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 9; k++) {
        in.putDouble(80 * i + 8 * k, a[9 * i + k]);
      }
      in.putInt(80 * i + 72, 1000 + i);
    }
    byte[] out = new byte[n * 80];
    call("structs_by_value").cover(n, 32).run(in.array(), out, n);
    ByteBuffer actual = ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < n; i++) {
      assertEquals(1001 + i + i % 3, actual.getInt(80 * i + 72));
      for (int k = 0; k < 9; k++) {
        // Element (r, c) goes to (c, r + i), and that one to (r + i, c + 1).
        int to = 3 * ((k / 3 + i) % 3) + (k % 3 + 1) % 3;
        assertEquals(a[9 * i + k], actual.getDouble(80 * i + 8 * to));
      }
    }
  }

  @Test
  void enumsAndTables() {
    int[] out = new int[N];
    call("enums_and_tables").cover(N, 64).run(out, N);
    int[] colours = {0, 5, 6};
    for (int i = 0; i < N; i++) {
      int square = i % 7 * (i % 7);
      int bit = i >> i % 9 & 1;
      assertEquals(colours[i % 3] * 1000 + square + bit * 300000 + 108, out[i]);
    }
  }

  @Test
  void unevenRounds() {
    int[] out = new int[64];
    call("uneven_rounds").block(64).run(out);
    int[] acc = new int[64];
    int[] s = new int[64];
    for (int t = 0; t < 64; t++) {
      acc[t] = (t + 1) % 64;
      s[t] = acc[t] + 1;
    }
    for (int t = 0; t <= 40; t++) {
      s[t] = acc[t] + 2;
    }
    int[] before = s.clone();
    for (int t = 0; t <= 40; t++) {
      acc[t] = acc[t] + before[t / 2] ^ 3;
      acc[t] = acc[t] ^ 4 ^ 5;
    }
    for (int t = 0; t < 64; t++) {
      assertEquals(t > 40 ? -t : acc[t], out[t], "thread " + t);
    }
  }

  @Test
  void threeWay() {
    int[] a = Inputs.ints(N, 383);
    int[] b = Inputs.ints(N, 384);
    int[] out = new int[6 * N];
    call("three_way").cover(N, 64).run(a, b, out, N);
    for (int i = 0; i < N; i++) {
      long unsigned = Math.min(a[i] & 0xffffffffL, b[i] & 0xffffffffL);
      int[] expected = {
        Math.max(17, Math.max(a[i], b[i])),
        (int) Math.min(0x80000000L, unsigned),
        Math.max(5, (a[i] >> 2) + (b[i] >> 2)),
        Math.max(0, Math.max(a[i], b[i])),
        Math.min(a[i], b[i]),
        a[i] <= b[i] ? 1 : 0
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 6 * i, 6 * i + 6));
    }
  }

  /** The number of 8 bits nearest to x: saturating, ties to the even bits. */
  private static int nearest(float x, int exponentBits, int bias, float most) {
    int mantissaBits = 7 - exponentBits;
    int best = 0;
    double error = Double.MAX_VALUE;
    for (int bits = 0; bits < 128; bits++) {
      double value = value(bits, mantissaBits, bias);
      double distance = Math.abs(value - Math.abs((double) x));
      boolean closer = distance < error || distance == error && bits % 2 == 0;
      if (value <= most && closer) {
        best = bits;
        error = distance;
      }
    }
    return best | (Float.floatToIntBits(x) < 0 ? 128 : 0);
  }

  private static double value(int bits, int mantissaBits, int bias) {
    int exponent = bits >> mantissaBits;
    int mantissa = bits & (1 << mantissaBits) - 1;
    int implied = exponent == 0 ? 0 : 1 << mantissaBits;
    return Math.scalb((double) (mantissa + implied), Math.max(exponent, 1) - bias - mantissaBits);
  }

  @Test
  void eightBitFloats() {
    float[] x = Inputs.floats(N, -20, 20, 385);
    float[] special = {0f, -0f, 448f, 500f, -1e9f, 0.001f, 1e-3f, 0.0001f, 57344f, 60000f, 1.0625f};
    System.arraycopy(special, 0, x, 0, special.length);
    byte[] bits = new byte[2 * N];
    float[] back = new float[2 * N];
    call("eight_bit_floats").cover(N, 64).run(x, bits, back, N);
    for (int i = 0; i < N; i++) {
      int p = nearest(x[i], 4, 7, 448);
      int q = nearest(x[i], 5, 15, 57344);
      assertEquals(p, bits[2 * i] & 255, "e4m3 of " + x[i]);
      assertEquals(q, bits[2 * i + 1] & 255, "e5m2 of " + x[i]);
      float sign = Math.copySign(1, x[i]);
      assertEquals((float) (sign * value(p & 127, 3, 7)), back[2 * i]);
      assertEquals((float) (sign * value(q & 127, 2, 15)), back[2 * i + 1]);
    }
  }

  @Test
  void blockAlgorithms() {
    int[] x = Inputs.ints(3 * 192, -10000, 10000, 386);
    int[] scan = new int[x.length];
    int[] sums = new int[3];
    int[] sorted = new int[x.length];
    call("block_algorithms").grid(3).block(96).run(x, scan, sums, sorted);
    for (int b = 0; b < 3; b++) {
      int from = 192 * b;
      assertEquals(Arrays.stream(x, from, from + 192).sum(), sums[b]);
      int[] expected = Arrays.stream(x, from, from + 192).sorted().toArray();
      assertArrayEquals(expected, Arrays.copyOfRange(sorted, from, from + 192));
      for (int i = from; i < from + 192; i++) {
        assertEquals(Arrays.stream(x, from, i).sum(), scan[i]);
      }
    }
  }

  @Test
  void fullBlock() {
    int[] x = Inputs.ints(1024, -10000, 10000, 387);
    int[] out = new int[1024];
    call("full_block").block(16, 8, 8).run(x, out);
    int most = Arrays.stream(x).max().orElseThrow();
    assertArrayEquals(Arrays.stream(x).map(v -> most - v).toArray(), out);
  }

  @Test
  void ring() {
    int n = 20;
    int[] x = Inputs.ints(32 * n, 388);
    int[] out = new int[32 * n];
    call("ring").block(64).run(x, out, n);
    int[] expected =
        IntStream.range(0, 32 * n).map(i -> 2 * x[i / 32 * 32 + 31 - i % 32]).toArray();
    assertArrayEquals(expected, out);
  }

  @Test
  void wideDivision() {
    long[] a = Inputs.longs(N, 389);
    long[] b = Inputs.longs(N, 390);
    long[] out = new long[4 * N];
    call("wide_division").cover(N, 64).run(a, b, out, N);
    for (int i = 0; i < N; i++) {
      BigInteger divisor = new BigInteger(Long.toUnsignedString(b[i]));
      if (divisor.signum() != 0) {
        BigInteger x = new BigInteger(Long.toUnsignedString(a[i])).shiftLeft(40).or(divisor);
        BigInteger[] both = x.divideAndRemainder(divisor);
        long[] expected = {
          both[0].longValue(),
          both[0].shiftRight(64).longValue(),
          both[1].longValue(),
          x.negate().divide(BigInteger.valueOf(1000003)).longValue()
        };
        assertArrayEquals(
            expected, Arrays.copyOfRange(out, 4 * i, 4 * i + 4), a[i] + " over " + b[i]);
      }
    }
  }
}
