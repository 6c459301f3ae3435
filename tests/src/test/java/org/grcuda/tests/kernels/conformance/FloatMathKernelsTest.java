package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.grcuda.tests.kernels.conformance.MathCases.Binary;
import org.grcuda.tests.kernels.conformance.MathCases.Unary;
import org.junit.jupiter.api.Test;

final class FloatMathKernelsTest extends ConformanceTest {

  private static final int N = 64;

  private static final float[] SPECIAL = {
    0f,
    -0f,
    1,
    -1,
    2,
    0.5f,
    -0.5f,
    1.5f,
    2.5f,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    1.1e-38f,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    1e-20f,
    1e20f,
    -105.5f,
    105615.9f,
    8388609.5f,
    16777216f
  };

  FloatMathKernelsTest() {
    super("float_math.cu");
  }

  private static double[] applied(DoubleUnaryOperator f, float[] x) {
    return IntStream.range(0, x.length).mapToDouble(i -> f.applyAsDouble(x[i])).toArray();
  }

  private void check(Unary f, float[] x) {
    float[] y = new float[x.length];
    call("each_" + f.name() + "f").cover(x.length, 64).run(x, y, x.length);
    Close.ulps(f.name() + "f", applied(f.reference(), x), y, f.floatUlps());
  }

  @Test
  void elementary() {
    assertAll(MathCases.elementary().stream().map(f -> () -> check(f, arguments(f))));
  }

  private static float[] arguments(Unary f) {
    float[] x = Arrays.copyOf(SPECIAL, SPECIAL.length + N);
    float[] more = Inputs.floats(N, f.low(), f.high(), f.name().hashCode());
    System.arraycopy(more, 0, x, SPECIAL.length, N);
    return x;
  }

  @Test
  void special() {
    assertAll(
        MathCases.special().stream()
            .map(f -> () -> check(f, Inputs.floats(N, f.low(), f.high(), f.name().hashCode()))));
  }

  @Test
  void edges() {
    float inf = Float.POSITIVE_INFINITY;
    float nan = Float.NaN;
    assertAll(
        () -> edge("rsqrtf", new float[] {0, -0f, inf, -1}, inf, -inf, 0, nan),
        () -> edge("rcbrtf", new float[] {0, -0f, -inf, -8}, inf, -inf, -0f, -0.5f),
        () -> edge("exp2f", new float[] {-inf, 10, 128, -149}, 0, 1024, inf, Float.MIN_VALUE),
        () -> edge("exp10f", new float[] {-inf, 2, 39, 0}, 0, 100, inf, 1),
        () -> edge("log2f", new float[] {0, 8, inf, -1, 1}, -inf, 3, inf, nan, 0),
        () -> edge("asinhf", new float[] {0, -0f, -inf, nan}, 0, -0f, -inf, nan),
        () -> edge("acoshf", new float[] {1, 0.5f, inf}, 0, nan, inf),
        () -> edge("atanhf", new float[] {1, -1, 2, -0f}, inf, -inf, nan, -0f),
        () -> edge("sinpif", new float[] {1.5f, 0.5f, inf}, -1, 1, nan),
        () -> edge("cospif", new float[] {1, 2, 0.5f, nan}, -1, 1, 0, nan),
        () -> edge("erff", new float[] {inf, -inf, -0f, 9}, 1, -1, -0f, 1),
        () -> edge("erfcf", new float[] {inf, -inf, 0, 20}, 0, 2, 1, 0),
        () -> edge("erfinvf", new float[] {1, -1, 0, 2}, inf, -inf, 0, nan),
        () -> edge("erfcinvf", new float[] {0, 2, 1, 3}, inf, -inf, 0, nan),
        () -> edge("normcdff", new float[] {inf, -inf, 0}, 1, 0, 0.5f),
        () -> edge("normcdfinvf", new float[] {0, 1, 0.5f, 2}, -inf, inf, 0, nan),
        () -> edge("lgammaf", new float[] {1, 2, 0, -3, inf, -inf}, 0, 0, inf, inf, inf, inf),
        () -> edge("tgammaf", new float[] {1, -2, inf, 0, -0f}, 1, nan, inf, inf, -inf),
        () -> edge("j0f", new float[] {nan, inf}, nan, 0),
        () -> edge("j1f", new float[] {0, -0f}, 0, -0f),
        () -> edge("y0f", new float[] {0, -1, inf}, -inf, nan, 0),
        () -> edge("logbf", new float[] {1, 0, inf, Float.MIN_VALUE, -6}, 0, -inf, inf, -149, 2));
  }

  private void edge(String name, float[] x, float... expected) {
    float[] y = new float[x.length];
    call("each_" + name).block(x.length).run(x, y, x.length);
    assertEquals(Arrays.toString(expected), Arrays.toString(y), name + Arrays.toString(x));
  }

  private float[][] pairs(double high, long seed) {
    int s = SPECIAL.length;
    float[] a = Inputs.floats(s * s + N, -high, high, seed);
    float[] b = Inputs.floats(s * s + N, -high, high, seed + 1);
    for (int i = 0; i < s * s; i++) {
      a[i] = SPECIAL[i / s];
      b[i] = SPECIAL[i % s];
    }
    return new float[][] {a, b};
  }

  private void check(Binary f) {
    float[][] in = pairs(f.high(), f.name().hashCode());
    int n = in[0].length;
    float[] y = new float[n];
    call("each_" + f.name() + "f").cover(n, 64).run(in[0], in[1], y, n);
    double[] expected = new double[n];
    Arrays.setAll(expected, i -> f.reference().applyAsDouble(in[0][i], in[1][i]));
    Close.ulps(f.name() + "f", expected, y, f.floatUlps());
  }

  @Test
  void binary() {
    assertAll(MathCases.binary().stream().map(f -> () -> check(f)));
  }

  @Test
  void moreOfTwoArguments() {
    List<Binary> cases =
        List.of(
            new Binary("pow", FloatMathKernelsTest::power, 9, 4, 2),
            new Binary("fdim", (a, b) -> a <= b ? 0 : (float) a - (float) b, 50, 0, 0),
            new Binary("nextafter", (a, b) -> a == b ? b : Math.nextAfter((float) a, b), 9, 0, 0));
    assertAll(cases.stream().map(f -> () -> check(f)));
    float[] a = Inputs.floats(N, -9, 9, 101);
    float[] b = Inputs.floats(N, -9, 9, 102);
    float[] y = new float[N];
    call("each_rhypotf").cover(N, 32).run(a, b, y, N);
    double[] expected = new double[N];
    Arrays.setAll(expected, i -> BigMath.reciprocalNorm(a[i], b[i]));
    Close.ulps("rhypotf", expected, y, 2);
  }

  /** C's pow: 1 to any power, and -1 to infinite ones, is 1. */
  static double power(double a, double b) {
    return a == 1 || a == -1 && Double.isInfinite(b) ? 1 : StrictMath.pow(a, b);
  }

  @Test
  void orders() {
    float[] x = Inputs.floats(N, 3, 12, 103);
    float[] j = new float[N];
    float[] y = new float[N];
    call("orders").cover(N, 32).run(x, j, y, N);
    double[] ej = new double[N];
    double[] ey = new double[N];
    for (int i = 0; i < N; i++) {
      ej[i] = BigMath.besselJ(i % 6, x[i]);
      ey[i] = BigMath.besselY(i % 6, x[i]);
    }
    Close.to("jnf", ej, j, 2.2e-6);
    Close.to("ynf", ey, y, 2.2e-6);
  }

  @Test
  void sinesAndCosines() {
    float[] x = Inputs.floats(N, -30, 30, 104);
    float[][] r = new float[4][N];
    call("sines_and_cosines").cover(N, 32).run(x, r[0], r[1], r[2], r[3], N);
    Close.ulps("sincosf", applied(StrictMath::sin, x), r[0], 2);
    Close.ulps("sincosf", applied(StrictMath::cos, x), r[1], 2);
    Close.ulps("sincospif", applied(BigMath::sinPi, x), r[2], 1);
    Close.ulps("sincospif", applied(BigMath::cosPi, x), r[3], 1);
  }

  @Test
  void parts() {
    float[] x = Inputs.floats(N, -1000, 1000, 105);
    x[0] = 1e-42f;
    x[1] = -Float.MAX_VALUE;
    x[2] = 0.75f;
    float[] fraction = new float[N];
    int[] exponent = new int[N];
    float[] scaled = new float[N];
    float[] below = new float[N];
    float[] whole = new float[N];
    int[] ilog = new int[N];
    call("parts").cover(N, 32).run(x, fraction, exponent, scaled, below, whole, ilog, N);
    for (int i = 0; i < N; i++) {
      int e = Math.getExponent((double) x[i]);
      assertEquals(e, ilog[i]);
      assertEquals(e + 1, exponent[i]);
      assertEquals((float) Math.scalb((double) x[i], -e - 1), fraction[i]);
      assertEquals((float) Math.scalb((double) x[i], i % 90 - 45), scaled[i]);
      float truncated = (float) (x[i] < 0 ? Math.ceil(x[i]) : Math.floor(x[i]));
      assertEquals(truncated, whole[i]);
      assertEquals(Math.copySign(x[i] - truncated, x[i]), below[i]);
    }
  }

  @Test
  void quotients() {
    float[] x = Inputs.floats(N, -50, 50, 106);
    float[] y = Inputs.floats(N, -5, 5, 107);
    float[] remainder = new float[N];
    int[] bits = new int[N];
    call("quotients").cover(N, 32).run(x, y, remainder, bits, N);
    for (int i = 0; i < N; i++) {
      double r = Math.IEEEremainder(x[i], y[i]);
      assertEquals((float) r, remainder[i]);
      long q = Math.round((x[i] - r) / y[i]);
      assertEquals(Math.abs(q) % 8, Math.abs(bits[i]) % 8);
      assertEquals(true, bits[i] == 0 || Long.signum(q) == Integer.signum(bits[i]));
    }
  }

  @Test
  void integers() {
    float[] x = Inputs.floats(N, -1000, 1000, 108);
    for (int i = 0; i < 20; i++) {
      x[i] = i - 10.5f;
    }
    x[20] = 3e18f;
    x[21] = 8388609.5f;
    int[] r = new int[N];
    long[] l = new long[2 * N];
    call("integers").cover(N, 32).run(x, r, l, N);
    for (int i = 0; i < N; i++) {
      assertEquals((long) Math.rint(x[i]), l[2 * i]);
      double away = Math.floor(Math.abs((double) x[i]) + 0.5);
      assertEquals((long) Math.copySign(away, x[i]), l[2 * i + 1]);
      assertEquals(true, i == 20 || r[i] == l[2 * i]);
    }
  }

  @Test
  void classes() {
    float[][] in = pairs(1, 109);
    int n = in[0].length;
    int[] r = new int[n];
    call("classes").cover(n, 64).run(in[0], in[1], r, n);
    for (int i = 0; i < n; i++) {
      float x = in[0][i];
      float y = in[1][i];
      boolean sign = Float.floatToRawIntBits(x) < 0;
      int order = x != x || y != y ? 9 : x < y ? -1 : x > y ? 1 : 0;
      int expected = (x != x ? 1 : 0) + (Float.isInfinite(x) ? 2 : 0);
      expected += (Float.isFinite(x) ? 4 : 0) + (sign ? 8 : 0);
      expected += (order == -1 ? 16 : 0) + (order <= 0 ? 32 : 0) + (order == 0 ? 64 : 0);
      expected += (order != 0 ? 128 : 0) + (order == 1 ? 256 : 0);
      expected += (order == 9 || order == -1 ? 512 : 0) + (order != -1 ? 1024 : 0);
      assertEquals(expected, r[i], x + " and " + y);
    }
  }

  @Test
  void norms() {
    float[] x = Inputs.floats(N, -100, 100, 110);
    float[] r = new float[4 * N];
    call("norms").cover(N, 32).run(x, r, N);
    double[] expected = new double[4 * N];
    for (int i = 0; i < N; i++) {
      float a = x[i];
      float b = x[(i + 1) % N];
      float c = x[(i + 2) % N];
      float d = x[(i + 3) % N];
      expected[4 * i] = BigMath.norm(a, b, c).doubleValue();
      expected[4 * i + 1] = BigMath.norm(a, b, c, d).doubleValue();
      expected[4 * i + 2] = BigMath.reciprocalNorm(a, b, c);
      expected[4 * i + 3] = Math.fma(a, b, c);
    }
    Close.ulps("norms", expected, r, 3);
  }
}
