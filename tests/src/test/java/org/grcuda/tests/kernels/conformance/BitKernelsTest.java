package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class BitKernelsTest extends ConformanceTest {

  private static final int N = 777;

  private final int[] a = Inputs.ints(N, 11);
  private final int[] b = Inputs.ints(N, 12);
  private final int[] c = Inputs.ints(N, 13);

  BitKernelsTest() {
    super("bits.cu");
  }

  private Call covered(String name) {
    return call(name).cover(N, 100);
  }

  @Test
  void countBits() {
    int[] results = new int[6 * N];
    covered("count_bits").run(a, results, N);
    int[] expected = new int[6 * N];
    for (int i = 0; i < N; i++) {
      String digits = Integer.toBinaryString(a[i]);
      expected[6 * i] = (int) digits.chars().filter(digit -> digit == '1').count();
      expected[6 * i + 1] = a[i] == 0 ? 32 : 32 - digits.length();
      expected[6 * i + 2] = a[i] == 0 ? 0 : digits.length() - digits.lastIndexOf('1');
      String all = "0".repeat(32 - digits.length()) + digits;
      expected[6 * i + 3] =
          Integer.parseUnsignedInt(new StringBuilder(all).reverse().toString(), 2);
      expected[6 * i + 4] = a[i] == 0 ? 0 : 1;
      expected[6 * i + 5] = a[i] == 0 ? 0 : digits.length() - 1;
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void countLongBits() {
    long[] x = Inputs.longs(N, 14);
    long[] results = new long[4 * N];
    covered("count_long_bits").run(x, results, N);
    long[] expected = new long[4 * N];
    for (int i = 0; i < N; i++) {
      String digits = Long.toBinaryString(x[i]);
      expected[4 * i] = digits.chars().filter(digit -> digit == '1').count();
      expected[4 * i + 1] = x[i] == 0 ? 64 : 64 - digits.length();
      expected[4 * i + 2] = x[i] == 0 ? 0 : digits.length() - digits.lastIndexOf('1');
      String all = "0".repeat(64 - digits.length()) + digits;
      expected[4 * i + 3] = Long.parseUnsignedLong(new StringBuilder(all).reverse().toString(), 2);
    }
    assertArrayEquals(expected, results);
  }

  private static int permuted(int a, int b, int selector) {
    int result = 0;
    for (int k = 0; k < 4; k++) {
      int choice = selector >>> 4 * k & 15;
      long both = (long) b << 32 | a & 0xffffffffL;
      int selected = (int) (both >>> 8 * (choice & 7)) & 255;
      if (choice >= 8) {
        selected = (selected & 128) != 0 ? 255 : 0;
      }
      result |= selected << 8 * k;
    }
    return result;
  }

  @Test
  void bytePermute() {
    int[] results = new int[4 * N];
    covered("byte_permute").run(a, b, c, results, N);
    int[] expected = new int[4 * N];
    for (int i = 0; i < N; i++) {
      expected[4 * i] = permuted(a[i], b[i], c[i] & 0x7777);
      expected[4 * i + 1] = b[i] >>> 8 << 24 & 0xff000000;
      expected[4 * i + 1] |= (a[i] & 0xff00) << 8 | (b[i] & 255) << 8 | a[i] & 255;
      expected[4 * i + 2] = Integer.reverseBytes(a[i]);
      int shift = 8 * (c[i] & 3);
      long both = (long) b[i] << 32 | a[i] & 0xffffffffL;
      expected[4 * i + 3] = (int) (both >>> shift);
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void funnelShift() {
    int[] results = new int[4 * N];
    covered("funnel_shift").run(a, b, c, results, N);
    int[] expected = new int[4 * N];
    for (int i = 0; i < N; i++) {
      long both = (long) b[i] << 32 | a[i] & 0xffffffffL;
      int clamped = (int) Math.min(c[i] & 0xffffffffL, 32);
      expected[4 * i] = (int) (both << (c[i] & 31) >>> 32);
      expected[4 * i + 1] = (int) (both >>> (c[i] & 31));
      expected[4 * i + 2] = (int) (both << clamped >>> 32);
      expected[4 * i + 3] = (int) (both >>> clamped);
    }
    assertArrayEquals(expected, results);
  }

  private static int part(int value, int index, int bits, boolean signed) {
    int up = value << 32 - bits * (index + 1);
    return signed ? up >> 32 - bits : up >>> 32 - bits;
  }

  @Test
  void dotBytes() {
    int[] results = new int[6 * N];
    covered("dot_bytes").run(a, b, c, results, N);
    int[] expected = new int[6 * N];
    for (int i = 0; i < N; i++) {
      Arrays.fill(expected, 6 * i, 6 * i + 6, c[i]);
      for (int k = 0; k < 4; k++) {
        expected[6 * i] += part(a[i], k, 8, true) * part(b[i], k, 8, true);
        expected[6 * i + 1] += part(a[i], k, 8, false) * part(b[i], k, 8, false);
      }
      for (int k = 0; k < 2; k++) {
        expected[6 * i + 2] += part(a[i], k, 16, true) * part(b[i], k, 8, true);
        expected[6 * i + 3] += part(a[i], k, 16, true) * part(b[i], k + 2, 8, true);
        expected[6 * i + 4] += part(a[i], k, 16, false) * part(b[i], k, 8, false);
        expected[6 * i + 5] += part(a[i], k, 16, false) * part(b[i], k + 2, 8, false);
      }
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void bitFields() {
    int[] where = new int[N];
    for (int i = 0; i < N; i++) {
      where[i] = i % 40 | i / 40 % 37 << 8;
    }
    int[] results = new int[4 * N];
    covered("bit_fields").run(a, b, where, results, N);
    int[] expected = new int[4 * N];
    for (int i = 0; i < N; i++) {
      int from = where[i] & 255;
      int length = where[i] >> 8;
      expected[4 * i + 2] = b[i];
      for (int k = 0; k < 32; k++) {
        int sign = length == 0 ? 0 : a[i] >>> Math.min(31, from + length - 1) & 1;
        int bit = from + k < 32 ? a[i] >>> from + k & 1 : 0;
        expected[4 * i] |= k < length ? bit << k : 0;
        expected[4 * i + 1] |= (k < length && from + k < 32 ? bit : sign) << k;
        if (k >= from && k < from + length) {
          expected[4 * i + 2] &= ~(1 << k);
          expected[4 * i + 2] |= (a[i] >>> k - from & 1) << k;
        }
      }
      expected[4 * i + 3] = 31 - Integer.numberOfLeadingZeros(a[i]);
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void logic() {
    int[] results = new int[4 * N];
    covered("logic").run(a, b, c, results, N);
    int[] expected = new int[4 * N];
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 32; k++) {
        int x = a[i] >>> k & 1;
        int y = b[i] >>> k & 1;
        int z = c[i] >>> k & 1;
        expected[4 * i] |= (x == 1 ? y : z) << k;
        expected[4 * i + 1] |= (x + y + z) / 2 << k;
        expected[4 * i + 2] |= (0x1d >> (x << 2 | y << 1 | z) & 1) << k;
        expected[4 * i + 3] |= (x == y ? z : 0) << k;
      }
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void morton() {
    short[] x = Inputs.shorts(N, 15);
    short[] y = Inputs.shorts(N, 16);
    int[] code = new int[N];
    int[] back = new int[N];
    covered("morton").run(x, y, code, back, N);
    int[] expected = new int[N];
    int[] pairs = new int[N];
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 16; k++) {
        expected[i] += (x[i] >> k & 1) << 2 * k;
        expected[i] += (y[i] >> k & 1) << 2 * k + 1;
      }
      pairs[i] = x[i] & 0xffff | y[i] << 16;
    }
    assertArrayEquals(expected, code);
    assertArrayEquals(pairs, back);
  }

  @Test
  void grayCode() {
    int[] gray = new int[N];
    int[] back = new int[N];
    covered("gray_code").run(a, gray, back, N);
    int[] expected = new int[N];
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 32; k++) {
        int next = k == 31 ? 0 : a[i] >>> k + 1 & 1;
        expected[i] |= (a[i] >>> k & 1) != next ? 1 << k : 0;
      }
    }
    assertArrayEquals(expected, gray);
    assertArrayEquals(a, back);
  }

  @Test
  void queens() {
    int n = 8;
    int[] counts = new int[n * n];
    call("queens").cover(n * n, 24).run(counts, n);
    assertEquals(92, Arrays.stream(counts).sum());
    int first = 0;
    for (int second = 0; second < n; second++) {
      first += counts[second];
    }
    assertEquals(4, first, "solutions with the first queen in the corner");
  }
}
