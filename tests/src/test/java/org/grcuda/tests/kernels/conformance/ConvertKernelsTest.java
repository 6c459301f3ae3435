package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;

final class ConvertKernelsTest extends ConformanceTest {

  private static final int N = 300;

  private static final double[] CORNERS = {
    0,
    -0.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    1e-30,
    2147483647.5,
    2147483648.0,
    -2147483648.0,
    -2147483649.5,
    4294967295.0,
    4294967296.5,
    9.3e18,
    -9.3e18,
    1.9e19,
    1e300,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Double.MIN_VALUE,
    1.17549435e-38,
    3.4028235677973366e38,
    3.4028235e38,
    1e-45,
    16777217.0,
    -0.9999999
  };

  private final int[] ints = Inputs.ints(N, 141);
  private final long[] longs = Inputs.longs(N, 142);

  ConvertKernelsTest() {
    super("convert.cu");
  }

  private Call covered(String name) {
    return call(name).cover(N, 96);
  }

  private static double[] numbers() {
    double[] x = Inputs.doubles(N, -1e5, 1e5, 143);
    System.arraycopy(CORNERS, 0, x, 0, CORNERS.length);
    return x;
  }

  private static float[] floats() {
    float[] x = new float[N];
    for (int i = 0; i < N; i++) {
      x[i] = (float) numbers()[i];
    }
    return x;
  }

  private static void checkIntegers(double x, int i, int[] r, long[] l) {
    for (int k = 0; k < 8; k++) {
      RoundingMode mode = Rounded.MODES.get(k % 4);
      String what = x + " " + mode + (k < 4 ? " signed" : " unsigned");
      assertEquals((int) Rounded.toInteger(x, mode, 32, k < 4), r[8 * i + k], what);
      assertEquals(Rounded.toInteger(x, mode, 64, k < 4), l[8 * i + k], what);
    }
  }

  @Test
  void floatToIntegers() {
    float[] x = floats();
    int[] r = new int[8 * N];
    long[] l = new long[8 * N];
    covered("float_to_integers").run(x, r, l, N);
    for (int i = 0; i < N; i++) {
      checkIntegers(x[i], i, r, l);
    }
  }

  @Test
  void doubleToIntegers() {
    double[] x = numbers();
    int[] r = new int[8 * N];
    long[] l = new long[8 * N];
    covered("double_to_integers").run(x, r, l, N);
    for (int i = 0; i < N; i++) {
      if (!Double.isNaN(x[i])) {
        checkIntegers(x[i], i, r, l);
      }
    }
  }

  private static BigDecimal unsigned(long value) {
    return new BigDecimal(Long.toUnsignedString(value));
  }

  @Test
  void integersToFloat() {
    float[] r = new float[16 * N];
    covered("integers_to_float").run(ints, longs, r, N);
    for (int i = 0; i < N; i++) {
      BigDecimal[] exact = {
        BigDecimal.valueOf(ints[i]),
        BigDecimal.valueOf(ints[i] & 0xffffffffL),
        BigDecimal.valueOf(longs[i]),
        unsigned(longs[i])
      };
      for (int k = 0; k < 16; k++) {
        float expected = Rounded.toFloat(exact[k / 4], Rounded.MODES.get(k % 4));
        assertEquals(expected, r[16 * i + k], exact[k / 4] + ", result " + k);
      }
    }
  }

  @Test
  void integersToDouble() {
    double[] r = new double[10 * N];
    covered("integers_to_double").run(ints, longs, r, N);
    for (int i = 0; i < N; i++) {
      assertEquals((double) ints[i], r[10 * i]);
      assertEquals((double) (ints[i] & 0xffffffffL), r[10 * i + 1]);
      for (int k = 0; k < 8; k++) {
        BigDecimal exact = k < 4 ? BigDecimal.valueOf(longs[i]) : unsigned(longs[i]);
        double expected = Rounded.toDouble(exact, Rounded.MODES.get(k % 4));
        assertEquals(expected, r[10 * i + 2 + k], exact + ", result " + k);
      }
    }
  }

  @Test
  void doubleToFloat() {
    double[] x = numbers();
    float[] r = new float[4 * N];
    double[] back = new double[N];
    covered("double_to_float").run(x, r, back, N);
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 4; k++) {
        float expected = (float) x[i];
        if (Double.isFinite(x[i]) && x[i] != 0) {
          expected = Rounded.toFloat(new BigDecimal(x[i]), Rounded.MODES.get(k));
          expected = Math.copySign(expected, (float) Math.signum(x[i]));
        }
        assertEquals(expected, r[4 * i + k], x[i] + ", result " + k);
      }
      assertEquals(Float.isFinite((float) x[i]) ? i : Double.NaN, back[i]);
    }
  }

  @Test
  void smallCasts() {
    float[] f = Inputs.floats(N, -30000, 30000, 144);
    f[0] = 0;
    f[1] = 0.25f;
    int[] r = new int[12 * N];
    covered("small_casts").run(ints, f, r, N);
    for (int i = 0; i < N; i++) {
      int[] expected = {
        (byte) ints[i],
        ints[i] & 255,
        (short) ints[i],
        (char) ints[i],
        ints[i] == 0 ? 0 : 1,
        (byte) (int) f[i],
        (int) f[i] & 255,
        (short) f[i],
        ints[i] >> 3,
        ints[i] >>> 3,
        f[i] == 0 ? 0 : 1,
        (byte) (ints[i] >> 4)
      };
      for (int k = 0; k < 12; k++) {
        assertEquals(expected[k], r[12 * i + k], "result " + k);
      }
    }
  }

  @Test
  void saturating() {
    float[] f = Inputs.floats(N, -100, 400, 145);
    f[0] = Float.NaN;
    f[1] = 2.5f;
    f[2] = 1e30f;
    int[] r = new int[6 * N];
    covered("saturating").run(ints, f, r, N);
    for (int i = 0; i < N; i++) {
      int[] expected = {
        Math.clamp(ints[i], -128, 127),
        Math.clamp(ints[i], 0, 255),
        Math.clamp(ints[i], -32768, 32767),
        Math.clamp(ints[i], 0, 65535),
        (int) Math.rint(Math.clamp(f[i], 0f, 255f)),
        (int) Math.clamp(3L * ints[i], 0, 0xffffffffL)
      };
      for (int k = 0; k < 6; k++) {
        assertEquals(expected[k], r[6 * i + k], "result " + k + " of " + ints[i] + ", " + f[i]);
      }
    }
  }

  @Test
  void bitsAsTypes() {
    float[] f = new float[N];
    double[] d = new double[N];
    int[] r = new int[3 * N];
    long[] l = new long[N];
    covered("bits_as_types").run(ints, longs, f, d, r, l, N);
    for (int i = 0; i < N; i++) {
      int bits = ints[i] & 0x7f7fffff;
      long wide = longs[i] & 0x7fefffffffffffffL;
      assertEquals(Float.intBitsToFloat(bits), f[i]);
      assertEquals(Double.longBitsToDouble(wide), d[i]);
      assertEquals(bits + (bits | 1 << 31), r[3 * i]);
      assertEquals((int) (wide >> 32), r[3 * i + 1]);
      assertEquals((int) wide, r[3 * i + 2]);
      assertEquals((long) ints[i] << 32 | wide & 0xffffffffL, l[i]);
    }
  }

  @Test
  void plainCasts() {
    double[] x = Inputs.doubles(N, -32000, 32000, 146);
    double[] r = new double[10 * N];
    covered("plain_casts").run(x, r, N);
    for (int i = 0; i < N; i++) {
      double v = x[i];
      double a = Math.abs(v);
      double whole = Math.floor(a);
      double signed = Math.copySign(whole, v) + 0.0;
      double big = Math.rint((float) (v * 1e9));
      double narrow = Math.floor((float) a);
      double[] expected = {
        signed, whole, signed, whole, signed, whole % 256, (float) v, 0, narrow, big
      };
      expected[7] = Math.copySign(narrow, v) + 0.0;
      for (int k = 0; k < 10; k++) {
        assertEquals(expected[k], r[10 * i + k], "result " + k + " of " + v);
      }
    }
  }

  @Test
  void vectorTypes() {
    float[] a = new float[4 * N];
    double[] b = new double[2 * N];
    for (int i = 0; i < 4 * N; i++) {
      a[i] = i * 7 % 23;
      b[i / 2] = i * 5 % 17 - 8;
    }
    int[] c = Inputs.ints(2 * N, 147);
    byte[] d = Inputs.bytes(4 * N, 148);
    short[] e = Inputs.shorts(4 * N, 149);
    float[] oa = new float[4 * N];
    double[] ob = new double[2 * N];
    int[] oc = new int[2 * N];
    byte[] od = new byte[4 * N];
    short[] oe = new short[4 * N];
    covered("vector_types").run(a, b, c, d, e, oa, ob, oc, od, oe, N);
    for (int i = 0; i < N; i++) {
      float dot = 0;
      for (int k = 0; k < 4; k++) {
        dot += a[4 * i + k] * a[4 * i + k];
        assertEquals(k == 3 ? dot : a[4 * i + 3 - k], oa[4 * i + k]);
      }
      double re = b[2 * i];
      double im = b[2 * i + 1];
      assertEquals(re * re - im * im, ob[2 * i]);
      assertEquals(2 * re * im, ob[2 * i + 1]);
      assertEquals(c[2 * i + 1], oc[2 * i]);
      assertEquals(c[2 * i] - c[2 * i + 1], oc[2 * i + 1]);
      assertEquals((byte) (d[4 * i] + 10), od[4 * i]);
      assertEquals((byte) ~d[4 * i + 1], od[4 * i + 1]);
      assertEquals((byte) (((d[4 * i + 2] & 255) + (d[4 * i + 3] & 255)) / 2), od[4 * i + 2]);
      assertEquals((byte) ((d[4 * i + 3] & 255) / 2), od[4 * i + 3]);
      assertEquals(e[4 * i + 1], oe[4 * i]);
      assertEquals(e[4 * i], oe[4 * i + 1]);
      assertEquals(e[4 * i + 3], oe[4 * i + 2]);
      int sum = e[4 * i] + e[4 * i + 1] + e[4 * i + 2] + e[4 * i + 3];
      assertEquals((short) sum, oe[4 * i + 3]);
    }
  }

  @Test
  void vectorsOfThree() {
    float[] a = new float[3 * N];
    for (int i = 0; i < 3 * N; i++) {
      a[i] = i * 11 % 29 - 14;
    }
    byte[] b = Inputs.bytes(3 * N, 150);
    long[] c = Inputs.longs(2 * N, 151);
    short[] d = Inputs.shorts(2 * N, 152);
    float[] oa = new float[3 * N];
    byte[] ob = new byte[3 * N];
    long[] oc = new long[2 * N];
    short[] od = new short[2 * N];
    covered("vectors_of_three").run(a, b, c, d, oa, ob, oc, od, N);
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 3; k++) {
        int p = (k + 1) % 3;
        int q = (k + 2) % 3;
        int j = 3 * (N - 1 - i);
        assertEquals(a[3 * i + p] * a[j + q] - a[3 * i + q] * a[j + p] + 0f, oa[3 * i + k] + 0f);
      }
      byte[] turned = {b[3 * i + 2], b[3 * i], (byte) (b[3 * i + 1] + 1)};
      for (int k = 0; k < 3; k++) {
        assertEquals(turned[k], ob[3 * i + k]);
      }
      assertEquals(c[2 * i] + c[2 * i + 1], oc[2 * i]);
      assertEquals(c[2 * i] ^ c[2 * i + 1], oc[2 * i + 1]);
      int x = d[2 * i] & 0xffff;
      int y = d[2 * i + 1] & 0xffff;
      assertEquals((short) (x * y), od[2 * i]);
      assertEquals((short) (x / (y | 1)), od[2 * i + 1]);
    }
  }

  @Test
  void wideCopies() {
    float[] from = Inputs.floats(N + 3, -1, 1, 153);
    float[] to = new float[N + 3];
    covered("wide_copies").run(from, to, N + 3);
    assertArrayEquals(from, to);
  }
}
