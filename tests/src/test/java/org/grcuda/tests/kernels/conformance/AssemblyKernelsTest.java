package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.grcuda.tests.TestBackend;
import org.junit.jupiter.api.Test;

final class AssemblyKernelsTest extends ConformanceTest {

  AssemblyKernelsTest() {
    super("assembly.cu");
  }

  /** Byte {@code i} of two words. */
  private static int byteOf(int x, int y, int i) {
    return i < 4 ? x >>> 8 * i & 255 : y >>> 8 * (i - 4) & 255;
  }

  @Test
  void words() {
    int n = 300;
    int[] x = Inputs.ints(n, 521);
    int[] y = Inputs.ints(n, 522);
    int[] z = Inputs.ints(n, 523);
    int[] out = new int[14 * n];
    call("words").cover(n, 64).run(x, y, z, out, n);
    for (int i = 0; i < n; i++) {
      int a = x[i];
      int b = y[i];
      int c = z[i];
      long p = Integer.toUnsignedLong(a);
      long q = Integer.toUnsignedLong(b);
      long r = Integer.toUnsignedLong(c);
      int bytes = 0;
      for (int k = 0; k < 4; k++) {
        bytes |= byteOf(a, b, Math.floorMod((c & 3) - k, 8)) << 8 * k;
      }
      int odd = a >>> 8 & 255 | a >>> 24 << 8 | (b >>> 8 & 255) << 16 | b >>> 24 << 24;
      long low = (p * q & 0xffffffffL) + r;
      int width = b & 31;
      int[] expected = {
        a & b | a & c | b & c,
        (int) ((q << 32 | p) << (c & 31) >>> 32),
        odd,
        bytes,
        a << 22 >> 25,
        b & ~(0x1ff << 5) | (a & 0x1ff) << 5,
        (int) (Math.abs(p - q) + r),
        (int) ((long) (a << 8 >> 8) * (b << 8 >> 8) >> 16),
        c >= 0 ? a : b,
        width == 0 ? 0 : a << 32 - width >> 32 - width,
        (int) ((1L << width) - 1 << (a & 31)),
        (int) (p + q) + c + (int) (p + q >>> 32),
        (int) ((p * q >>> 32) + (low & 0xffffffffL) + (low >>> 32)),
        Math.clamp((long) a + b, Integer.MIN_VALUE, Integer.MAX_VALUE)
      };
      assertArrayEquals(
          expected, Arrays.copyOfRange(out, 14 * i, 14 * i + 14), a + ", " + b + ", " + c);
    }
  }

  @Test
  void hinted() {
    int[] x = Inputs.ints(64, 524);
    int[] out = new int[8 * 64];
    call("hinted").block(64).run(x, out);
    for (int i = 0; i < out.length; i++) {
      assertEquals(14 * x[i % 64] + i / 64 + 1, out[i]);
    }
  }

  @Test
  void barrierForms() {
    int[] out = new int[96];
    call("barrier_forms").block(96).run(out);
    for (int t = 0; t < 96; t++) {
      int from = t >= 32 && t < 64 ? 100 * (95 - (t - 32)) : 0;
      assertEquals(95 - t + from + 700000 + 1000000, out[t]);
    }
  }

  @Test
  void conversions() {
    float[] x = new float[64];
    for (int i = 0; i < 64; i++) {
      x[i] = (i - 32) * (i % 2 == 0 ? 0.5f : 97.25f);
    }
    x[0] = Float.NaN;
    x[1] = 1e20f;
    x[2] = -1e20f;
    int[] out = new int[5 * 64];
    call("conversions").block(64).run(x, out);
    for (int i = 0; i < 64; i++) {
      double f = Float.isNaN(x[i]) ? 0 : x[i];
      int[] expected = {
        (int) Math.rint(f),
        (int) (long) Math.clamp(Math.ceil(f), 0, 4294967295.0),
        (int) Math.clamp(f, -128, 127),
        (int) Math.clamp(Math.floor(f), -32768, 32767),
        Float.floatToIntBits((float) Math.clamp(f, 0, 1) + 0f)
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 5 * i, 5 * i + 5), "of " + x[i]);
    }
  }

  @Test
  void atomicForms() {
    int[] o = {0, -5, 0, 0, 5, 0, 7};
    long[] l = {0, 5, 100};
    float[] f = {0};
    double[] d = {0};
    call("atomic_forms").block(64).run(o, l, f, d);
    int xor = 0;
    int up = 0;
    int down = 5;
    for (int t = 0; t < 64; t++) {
      xor ^= 77 * t;
      up = up >= 9 ? 0 : up + 1;
      down = down == 0 || down > 12 ? 12 : down - 1;
    }
    assertArrayEquals(new int[] {2016, 63, xor, up, down, 0x54005400, 9}, o);
    assertArrayEquals(new long[] {64L << 33, 6, -63}, l);
    assertEquals(32, f[0]);
    assertEquals(16, d[0]);
  }

  @Test
  void registers() {
    int[] out = new int[9 * 70];
    call("registers").block(70).shared(1000).run(out);
    for (int t = 0; t < 70; t++) {
      int lane = t % 32;
      int own = 1 << lane;
      int[] expected = {own, own | own - 1, own - 1, -own, -own & ~own, t / 32, 3, 1000, lane};
      int[] read = Arrays.copyOfRange(out, 9 * t, 9 * t + 9);
      if (TestBackend.isGpu()) {
        // A GPU's multiprocessor numbers its warps, those of other blocks too (PTX ISA 10).
        assertTrue(read[6] >= 3 && read[5] >= 0 && read[5] < read[6], "thread " + t);
        expected[5] = read[5];
        expected[6] = read[6];
      }
      assertArrayEquals(expected, read, "thread " + t);
    }
  }
}
