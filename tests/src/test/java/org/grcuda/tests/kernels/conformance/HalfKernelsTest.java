package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Halves and bfloats are passed as their bits. */
final class HalfKernelsTest extends ConformanceTest {

  private static final int N = 300;

  HalfKernelsTest() {
    super("halves.cu");
  }

  private static float half(short bits) {
    return Float.float16ToFloat(bits);
  }

  /** Halves of all kinds: infinities, NaN and subnormals first. */
  private static short[] halves(int n, long seed) {
    short[] special = {0, (short) 0x8000, 1, 0x3ff, 0x400, 0x7bff, 0x7c00, (short) 0xfc00, 0x7e00};
    float[] values = Inputs.floats(n, -100, 100, seed);
    short[] bits = new short[n];
    for (int i = 0; i < n; i++) {
      bits[i] = i % 11 == 0 ? special[i / 11 % 9] : Float.floatToFloat16(values[i]);
    }
    return bits;
  }

  private static short[] small(int n, double low, double high, long seed) {
    float[] values = Inputs.floats(n, low, high, seed);
    short[] bits = new short[n];
    for (int i = 0; i < n; i++) {
      bits[i] = Float.floatToFloat16(values[i]);
    }
    return bits;
  }

  /** Rounds the exact result once: a double holds sums and products of halves exactly. */
  private static float rounded(double exact) {
    if (Double.isNaN(exact) || Double.isInfinite(exact) || exact == 0) {
      return (float) exact;
    }
    int exponent = Math.max(Math.getExponent(exact), -14) - 10;
    double result = Math.scalb(Math.rint(Math.scalb(exact, -exponent)), exponent);
    return Math.abs(result) > 65504 ? (float) Math.copySign(1 / 0.0, result) : (float) result;
  }

  private static void same(double exact, short actual, String what) {
    float expected = rounded(exact);
    float value = half(actual);
    boolean zeros = exact == 0 && value == 0;
    assertTrue(
        zeros || Float.compare(expected, value) == 0, what + ": " + value + ", not " + expected);
  }

  @Test
  void arithmetic() {
    short[] a = halves(N, 351);
    short[] b = halves(N + 1, 352);
    short[] out = new short[8 * N];
    call("half_arithmetic").cover(N, 64).run(a, b, out, N);
    for (int i = 0; i < N; i++) {
      double x = half(a[i]);
      double y = half(b[i]);
      String what = x + " and " + y;
      same(x + y, out[8 * i], "sum of " + what);
      same(x - y, out[8 * i + 1], "difference of " + what);
      same(x * y, out[8 * i + 2], "product of " + what);
      same((float) (x / y), out[8 * i + 3], "quotient of " + what);
      same(x * y + x, out[8 * i + 4], "fma of " + what);
      assertEquals(half(a[i]) == half(a[i]), half(out[8 * i + 5]) == -half(a[i]));
      same(x != x ? y : y != y ? x : Math.min(x, y), out[8 * i + 6], "minimum of " + what);
      double most = x != x ? y : y != y ? x : Math.max(x, y);
      same(Math.abs(most), out[8 * i + 7], "maximum of " + what);
    }
  }

  private static float toHalf(float x, RoundingMode mode) {
    if (!Float.isFinite(x) || x == 0) {
      return x;
    }
    int exponent = Math.max(Math.getExponent(x), -14) - 10;
    double scaled = Math.scalb((double) x, -exponent);
    double whole = new BigDecimal(scaled).setScale(0, mode).doubleValue();
    double result = Math.copySign(Math.scalb(whole, exponent), x);
    if (Math.abs(result) <= 65504) {
      return (float) result;
    }
    boolean down =
        mode == RoundingMode.DOWN || mode == (x > 0 ? RoundingMode.FLOOR : RoundingMode.CEILING);
    return (float) Math.copySign(down ? 65504 : 1 / 0.0, x);
  }

  @Test
  void conversions() {
    float[] x = Inputs.floats(N, -2000, 2000, 353);
    float[] special = {0f, -0f, 65519f, 65520f, 1e30f, -70000f, 1e-8f, 3e-8f, 6e-5f, 0.5f, 2.5f};
    System.arraycopy(special, 0, x, 0, special.length);
    short[] out = new short[4 * N];
    float[] back = new float[N];
    int[] integers = new int[2 * N];
    call("half_conversions").cover(N, 64).run(x, out, back, integers, N);
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 4; k++) {
        float expected = toHalf(x[i], Rounded.MODES.get(k));
        assertEquals(expected, half(out[4 * i + k]), x[i] + ", mode " + k);
      }
      float nearest = toHalf(x[i], RoundingMode.HALF_EVEN);
      assertEquals(nearest, back[i]);
      assertEquals((int) Math.rint(nearest), integers[2 * i]);
      assertEquals(Math.clamp((int) nearest, -32768, 32767), integers[2 * i + 1]);
    }
  }

  @Test
  void compare() {
    short[] a = halves(N, 354);
    short[] b = halves(N, 355);
    for (int i = 0; i < N; i += 3) {
      b[i] = a[(i + i % 2) % N];
    }
    int[] out = new int[N];
    call("half_compare").cover(N, 64).run(a, b, out, N);
    for (int i = 0; i < N; i++) {
      float x = half(a[i]);
      float y = half(b[i]);
      boolean unordered = x != x || y != y;
      int expected = (x < y ? 1 : 0) + (x <= y ? 2 : 0) + (x == y ? 4 : 0);
      expected += (!unordered && x != y ? 8 : 0) + (unordered || x < y ? 16 : 0);
      expected += (x != x ? 32 : 0) + (Float.isInfinite(x) ? 64 : 0);
      assertEquals(expected, out[i], x + " and " + y);
    }
  }

  @Test
  void pairs() {
    short[] x = small(2 * N, -10, 10, 356);
    short[] y = small(2 * N, -10, 10, 357);
    short[] out = y.clone();
    short[] moved = new short[8 * N];
    call("half2_shuffles").cover(N, 64).run(x, moved, N);
    for (int i = 0; i < N; i++) {
      float low = half(x[2 * i]);
      float high = half(x[2 * i + 1]);
      float next = half(x[2 * ((i + 1) % N)]);
      float product = rounded((double) low * high);
      float[] expected = {
        high, low, high, next, rounded(low + 1.5), rounded(high + 1.5), product, product
      };
      for (int k = 0; k < 8; k++) {
        assertEquals(expected[k], half(moved[8 * i + k]), "result " + k);
      }
    }
    call("half2_axpy").cover(N, 64).run(0.3f, x, out, N);
    float scale = rounded(0.3f);
    for (int i = 0; i < 2 * N; i++) {
      same((double) scale * half(x[i]) + half(y[i]), out[i], "axpy");
    }
  }

  private static void near(DoubleUnaryOperator f, double x, short actual, String what) {
    double exact = f.applyAsDouble(x);
    double ulp = Math.scalb(1.0, Math.max(Math.getExponent(exact), -14) - 10);
    double error = Math.abs(half(actual) - exact) / ulp;
    assertTrue(error <= 2.01, what + "(" + x + ") is off by " + error + " ulps: " + half(actual));
  }

  @Test
  void functions() {
    short[] x = small(N, -4, 4, 358);
    short[] out = new short[10 * N];
    call("half_functions").cover(N, 64).run(x, out, N);
    for (int i = 0; i < N; i++) {
      double v = half(x[i]);
      double p = rounded(Math.abs(v) + 0.25);
      near(Math::exp, v, out[10 * i], "hexp");
      near(Math::log, p, out[10 * i + 1], "hlog");
      near(Math::sqrt, p, out[10 * i + 2], "hsqrt");
      near(t -> 1 / Math.sqrt(t), p, out[10 * i + 3], "hrsqrt");
      near(Math::sin, v, out[10 * i + 4], "hsin");
      near(Math::cos, v, out[10 * i + 5], "hcos");
      near(t -> 1 / t, p, out[10 * i + 6], "hrcp");
      assertEquals((float) Math.floor(v) + 0f, half(out[10 * i + 7]) + 0f);
      assertEquals((float) Math.rint(v) + 0f, half(out[10 * i + 8]) + 0f);
      near(t -> Math.pow(2, t), v, out[10 * i + 9], "hexp2");
    }
  }

  @Test
  void products() {
    int n = 20;
    short[] a = small(n * n, -1, 1, 359);
    short[] b = small(n * n, -1, 1, 360);
    short[] c = new short[n * n];
    call("half_matmul").grid(3, 3).block(8, 8).run(a, b, c, n);
    double dot = 0;
    for (int i = 0; i < n * n; i++) {
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += (double) half(a[i / n * n + k]) * half(b[k * n + i % n]);
      }
      assertEquals(sum, half(c[i]), 2e-3);
      dot += (double) half(a[i]) * half(b[i]);
    }
    float[] out = new float[1];
    call("half_dot").block(32).run(a, b, out, n * n / 2);
    assertEquals(dot, out[0], 1e-4);
  }

  @Test
  void atomicsAndShuffles() {
    short[] sum = new short[2];
    short[] pair = new short[2];
    call("half_atomics").cover(100, 40).run(sum, pair, 100);
    assertEquals(50f, half(sum[0]));
    assertEquals(0, sum[1]);
    assertEquals(100f, half(pair[0]));
    assertEquals(12.5f, half(pair[1]));
    short[] x = small(32, -9, 9, 361);
    short[] out = new short[32];
    call("half_warp").block(32).run(x, out);
    float most = -10;
    for (short bits : x) {
      most = Math.max(most, half(bits));
    }
    for (short bits : out) {
      assertEquals(most, half(bits));
    }
  }

  private static float bfloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  private static float toBfloat(double exact) {
    if (Double.isNaN(exact) || Double.isInfinite(exact) || exact == 0) {
      return (float) exact;
    }
    int exponent = Math.max(Math.getExponent(exact), -126) - 7;
    return (float) Math.scalb(Math.rint(Math.scalb(exact, -exponent)), exponent);
  }

  @Test
  void bfloats() {
    float[] x = Inputs.floats(N, -1000, 1000, 362);
    x[0] = Float.NaN;
    x[1] = Float.NEGATIVE_INFINITY;
    x[2] = -0f;
    x[3] = 1.00390625f;
    short[] out = new short[2 * N];
    float[] back = new float[N];
    call("bfloat_conversions").cover(N, 64).run(x, out, back, N);
    for (int i = 0; i < N; i++) {
      assertEquals(toBfloat(x[i]), bfloat(out[2 * i]), "" + x[i]);
      int cut = Float.floatToIntBits(x[i]) & 0xffff0000;
      assertEquals(x[i] != x[i] ? Float.NaN : Float.intBitsToFloat(cut), bfloat(out[2 * i + 1]));
      assertEquals(toBfloat(x[i]), back[i]);
    }
  }

  @Test
  void bfloatArithmetic() {
    float[] x = Inputs.floats(2 * N, -100, 100, 363);
    short[] a = new short[N];
    short[] b = new short[N];
    for (int i = 0; i < N; i++) {
      a[i] = (short) (Float.floatToIntBits(x[i]) >> 16);
      b[i] = (short) (Float.floatToIntBits(x[N + i]) >> 16);
    }
    short[] out = new short[6 * N];
    call("bfloat_arithmetic").cover(N, 64).run(a, b, out, N);
    float[] sums = new float[N / 2];
    call("bfloat2_sum").cover(N / 2, 64).run(a, sums, N / 2);
    for (int i = 0; i < N; i++) {
      double p = bfloat(a[i]);
      double q = bfloat(b[i]);
      double[] exact = {p + q, p * q, p * q + q, (float) (p / q), Math.max(p, q), -p};
      for (int k = 0; k < 6; k++) {
        assertEquals(toBfloat(exact[k]), bfloat(out[6 * i + k]), p + " and " + q + ": " + k);
      }
    }
    for (int i = 0; i < N / 2; i++) {
      int next = (i + 1) % (N / 2);
      float low = toBfloat(bfloat(a[2 * i]) + bfloat(a[2 * next]));
      float high = toBfloat(bfloat(a[2 * i + 1]) + bfloat(a[2 * next + 1]));
      assertEquals(low - high, sums[i]);
    }
  }

  /** The exact value, to nearest even: of the normal numbers that {@link #fusedBfloats} gives. */
  private static float toBfloat(BigDecimal exact) {
    float near = exact.floatValue();
    int down = Float.floatToIntBits(near) & 0xffff0000;
    BigDecimal half = new BigDecimal(Math.scalb(1.0, Math.getExponent(near) - 8));
    BigDecimal below = new BigDecimal(Float.intBitsToFloat(down));
    BigDecimal rest = exact.subtract(below).abs();
    int order = rest.compareTo(half);
    boolean up = order > 0 || order == 0 && (down & 0x10000) != 0;
    return Float.intBitsToFloat(up ? down + 0x10000 : down);
  }

  @Test
  void fusedBfloats() {
    short[] a = new short[N];
    short[] b = new short[N];
    short[] c = new short[N];
    for (int i = 0; i < N; i++) {
      // 1.5 times an odd number of 8 bits has 9 bits or 10.
      a[i] = (short) (0x3f81 + 2 * (i % 64));
      b[i] = (short) (i % 2 == 0 ? 0x3fc0 : 0xbfc0);
      int smaller = 10 + i / 4;
      c[i] = (short) ((i / 2 % 2 << 15) | (127 - smaller << 7) | i & 0x7f);
    }
    short[] out = new short[N];
    call("bfloat_fused").cover(N / 2, 64).run(a, b, c, out, N / 2);
    for (int i = 0; i < N; i++) {
      BigDecimal product = new BigDecimal(bfloat(a[i])).multiply(new BigDecimal(bfloat(b[i])));
      BigDecimal exact = product.add(new BigDecimal(bfloat(c[i])));
      assertEquals(toBfloat(exact), bfloat(out[i]), i + ": " + exact);
    }
  }
}
