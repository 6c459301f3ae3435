package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LibraryKernelsTest extends ConformanceTest {

  LibraryKernelsTest() {
    super("library.cu");
  }

  private static int sum(int[] x, int from, int to) {
    return Arrays.stream(x, from, to).sum();
  }

  @Test
  void warpReduces() {
    int[] x = Inputs.ints(64, 0, 1000, 481);
    int[] out = new int[6 * 64];
    call("warp_reduces").block(64).run(x, out);
    for (int t = 0; t < 64; t++) {
      int first = t / 32 * 32;
      int head = t + 1;
      while (head < first + 32 && x[head] % 4 != 0) {
        head++;
      }
      int tail = t;
      while (tail < first + 31 && x[tail] % 5 != 0) {
        tail++;
      }
      boolean opens = t == first || x[t - 1] % 5 == 0;
      int[] expected = {
        t == first ? sum(x, t, t + 32) : 0,
        t == first ? Arrays.stream(x, t, t + 20).max().getAsInt() : 0,
        t == first || x[t] % 4 == 0 ? sum(x, t, head) : 0,
        opens ? Arrays.stream(x, t, tail + 1).min().getAsInt() : 0,
        t % 8 == 0 ? sum(x, t, t + 8) : 0,
        t % 32 % 7 == 0 && t % 32 < 28 ? sum(x, t, t + 7) : 0
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 6 * t, 6 * t + 6), "thread " + t);
    }
  }

  @Test
  void warpScans() {
    int[] x = Inputs.ints(64, -100, 100, 482);
    double[] d = Inputs.doubles(64, 0.5, 1.5, 483);
    int[] out = new int[4 * 64];
    double[] products = new double[64];
    call("warp_scans").block(64).run(x, d, out, products);
    double[] expected = new double[64];
    for (int t = 0; t < 64; t++) {
      int first = t / 32 * 32;
      int[] o = {
        sum(x, first, t + 1),
        sum(x, first, first + 32),
        Math.max(-5, Arrays.stream(x, first, t).max().orElse(-5)),
        x[first + 9]
      };
      assertArrayEquals(o, Arrays.copyOfRange(out, 4 * t, 4 * t + 4), "thread " + t);
      expected[t] = t % 16 == 0 ? d[t] : expected[t - 1] * d[t];
    }
    Close.to("products", expected, products, 1e-14);
  }

  @Test
  void warpMoves() {
    int[] x = Inputs.ints(256, 0, 100000, 484);
    int[] sorted = new int[256];
    int[] from = new int[256];
    int[] moved = new int[256];
    call("warp_moves").block(64).run(x, sorted, from, moved);
    for (int w = 0; w < 4; w++) {
      int first = 64 * w;
      int[] order =
          IntStream.range(0, 64)
              .boxed()
              .sorted(Comparator.comparing(i -> x[first + i] & 15))
              .mapToInt(i -> i)
              .toArray();
      assertArrayEquals(order, Arrays.copyOfRange(from, first, first + 64));
      for (int i = 0; i < 64; i++) {
        assertEquals(x[first + order[i]], sorted[first + i]);
        assertEquals(x[first + order[i % 4 * 16 + i / 4]], moved[first + i]);
      }
    }
  }

  @Test
  void bits() {
    int n = 300;
    int[] x = Inputs.ints(n, 485);
    int[] out = new int[12 * n];
    long[] wide = new long[n];
    call("bits").cover(n, 64).run(x, out, wide, n);
    for (int i = 0; i < n; i++) {
      int v = x[i];
      int low = v & 0xffffff;
      int[] expected = {
        Integer.bitCount(v),
        Integer.numberOfLeadingZeros(v),
        Integer.numberOfTrailingZeros(v),
        Integer.numberOfLeadingZeros(~(v << 16)) > 16
            ? 16
            : Integer.numberOfLeadingZeros(~(v << 16)),
        Math.min(8, Integer.numberOfTrailingZeros(~v)),
        32 - Integer.numberOfLeadingZeros(v),
        Integer.bitCount(v) == 1 ? 1 : 0,
        low <= 1 ? 1 : Integer.highestOneBit(low - 1) << 1,
        Integer.highestOneBit(v),
        Integer.rotateLeft(v, 5),
        Integer.rotateRight(v, 3),
        (v & 0x7fffff) * 2
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 12 * i, 12 * i + 12), "of " + v);
      long unsigned = v & 0xffffffffL;
      long w =
          Long.rotateLeft(unsigned * 0x100000001L, 11)
              + Long.bitCount(-unsigned)
              + ((v & 0xffff) + 6) / 7;
      BigInteger set = BigInteger.valueOf(unsigned).shiftLeft(33).flipBit(69).setBit(3);
      assertEquals(w ^ set.bitCount() * 1000L + (set.testBit(40) ? 10 : 0) + 1, wide[i]);
    }
  }

  @Test
  void views() {
    int rows = 10;
    int columns = 12;
    float[] a = Inputs.floats(rows * columns, -1, 1, 486);
    float[] b = new float[rows * columns];
    call("views").block(16, 16).run(a, b, rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double v = a[i * columns + j] + 10 * a[4 * j + i % 4];
        v += j < columns / 2 ? 100 * a[i * columns + 2 * j] : 0;
        assertEquals(v + rows + rows * columns, b[j * rows + i], 1e-4);
      }
    }
  }

  @Test
  void alternatives() {
    int n = 100;
    float[] x = Inputs.floats(n, -30, 80, 487);
    float[] out = new float[3 * n];
    call("alternatives").cover(n, 32).run(x, out, n);
    for (int i = 0; i < n; i++) {
      int k = (int) x[i];
      assertEquals(x[i] < 0 ? k : (float) Math.sqrt(x[i]), out[3 * i]);
      assertEquals(k % 4 == 0 ? k / 4 + 1000 : -7, out[3 * i + 1]);
      int kind = Math.max(k % 3, 0);
      assertEquals((kind == 2 ? 3 * k : k) + 10000 * kind, out[3 * i + 2]);
    }
  }

  @Test
  void algorithms() {
    int n = 80;
    int[] x = Inputs.ints(n, -300, 300, 488);
    int[] out = new int[10 * n];
    call("algorithms").cover(n, 32).run(x, out, n);
    for (int i = 0; i < n; i++) {
      int first = i;
      int[] v = IntStream.range(0, 12).map(k -> x[(first + k) % n]).toArray();
      int middle = 5 + sum(v, 3, 9);
      Arrays.sort(v);
      int[] expected = {
        middle,
        v[11],
        v[5],
        (int) Arrays.stream(v).filter(k -> k < 100).count(),
        v[3] - v[11],
        Arrays.stream(v).map(k -> k & 15).sum(),
        1001,
        3 * x[i],
        gcd(Math.abs(x[i]), 36) * 1000 + 6 * (1 + (x[i] & 7)) / gcd(6, 1 + (x[i] & 7)),
        Math.clamp(x[i], -50, 50) + x[i] + (1001 - x[i]) / 2 + Math.max(x[i], 7)
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 10 * i, 10 * i + 10), "thread " + i);
    }
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  @Test
  void durations() {
    long[] x = Inputs.longs(50, 489);
    Arrays.setAll(x, i -> x[i] % 1_000_000_000_000L);
    long[] out = new long[150];
    call("durations").cover(50, 32).run(x, out, 50);
    for (int i = 0; i < 50; i++) {
      long[] expected = {x[i] / 1000, x[i] + 120_000 - 3_600_000, x[i] * 7 / 15};
      assertArrayEquals(expected, Arrays.copyOfRange(out, 3 * i, 3 * i + 3));
    }
  }
}
