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

final class DoubleMathKernelsTest extends ConformanceTest {

  private static final int N = 64;

  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    1,
    -1,
    2,
    0.5,
    -0.5,
    1.5,
    2.5,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    1.1e-308,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1e-200,
    1e200,
    -105.5,
    2147483648.5,
    4503599627370497.5,
    9007199254740992.0
  };

  DoubleMathKernelsTest() {
    super("double_math.cu");
  }

  private static double[] applied(DoubleUnaryOperator f, double[] x) {
    return IntStream.range(0, x.length).mapToDouble(i -> f.applyAsDouble(x[i])).toArray();
  }

  /** References of Java's library have errors of their own, up to 1 ulp. */
  private static double allowed(double ulps) {
    return ulps < 1 ? ulps : ulps + 1;
  }

  private void check(Unary f, double[] x) {
    double[] y = new double[x.length];
    call("each_" + f.name()).cover(x.length, 64).run(x, y, x.length);
    Close.ulps(f.name(), applied(f.reference(), x), y, allowed(f.doubleUlps()));
  }

  @Test
  void elementary() {
    assertAll(MathCases.elementary().stream().map(f -> () -> check(f, arguments(f))));
  }

  private static double[] arguments(Unary f) {
    double[] x = Arrays.copyOf(SPECIAL, SPECIAL.length + N);
    double[] more = Inputs.doubles(N, f.low(), f.high(), f.name().hashCode());
    System.arraycopy(more, 0, x, SPECIAL.length, N);
    return x;
  }

  @Test
  void special() {
    assertAll(
        MathCases.special().stream()
            .map(f -> () -> check(f, Inputs.doubles(N, f.low(), f.high(), f.name().hashCode()))));
  }

  @Test
  void edges() {
    double inf = Double.POSITIVE_INFINITY;
    double nan = Double.NaN;
    assertAll(
        () -> edge("rsqrt", new double[] {0, -0.0, inf, -1}, inf, -inf, 0, nan),
        () -> edge("rcbrt", new double[] {0, -0.0, -inf, -8}, inf, -inf, -0.0, -0.5),
        () -> edge("exp2", new double[] {-inf, 10, 1024, -1074}, 0, 1024, inf, Double.MIN_VALUE),
        () -> edge("exp10", new double[] {-inf, 2, 309, 0}, 0, 100, inf, 1),
        () -> edge("log2", new double[] {0, inf, -1, 1}, -inf, inf, nan, 0),
        () -> edge("asinh", new double[] {0, -0.0, -inf, nan}, 0, -0.0, -inf, nan),
        () -> edge("acosh", new double[] {1, 0.5, inf}, 0, nan, inf),
        () -> edge("atanh", new double[] {1, -1, 2, -0.0}, inf, -inf, nan, -0.0),
        () -> edge("sinpi", new double[] {1.5, 0.5, inf}, -1, 1, nan),
        () -> edge("cospi", new double[] {1, 2, 0.5, nan}, -1, 1, 0, nan),
        () -> edge("erf", new double[] {inf, -inf, -0.0, 9}, 1, -1, -0.0, 1),
        () -> edge("erfc", new double[] {inf, -inf, 0, 30}, 0, 2, 1, 0),
        () -> edge("erfinv", new double[] {1, -1, 0, 2}, inf, -inf, 0, nan),
        () -> edge("erfcinv", new double[] {0, 2, 1, 3}, inf, -inf, 0, nan),
        () -> edge("normcdf", new double[] {inf, -inf, 0}, 1, 0, 0.5),
        () -> edge("normcdfinv", new double[] {0, 1, 0.5, 2}, -inf, inf, 0, nan),
        () -> edge("lgamma", new double[] {1, 2, 0, -3, inf, -inf}, 0, 0, inf, inf, inf, inf),
        () -> edge("tgamma", new double[] {1, -2, inf, 0, -0.0}, 1, nan, inf, inf, -inf),
        () -> edge("j0", new double[] {nan, inf}, nan, 0),
        () -> edge("j1", new double[] {0, -0.0}, 0, -0.0),
        () -> edge("y0", new double[] {0, -1, inf}, -inf, nan, 0),
        () -> edge("logb", new double[] {1, 0, inf, Double.MIN_VALUE, -6}, 0, -inf, inf, -1074, 2));
  }

  private void edge(String name, double[] x, double... expected) {
    double[] y = new double[x.length];
    call("each_" + name).block(x.length).run(x, y, x.length);
    assertEquals(Arrays.toString(expected), Arrays.toString(y), name + Arrays.toString(x));
  }

  private double[][] pairs(double high, long seed) {
    int s = SPECIAL.length;
    double[] a = Inputs.doubles(s * s + N, -high, high, seed);
    double[] b = Inputs.doubles(s * s + N, -high, high, seed + 1);
    for (int i = 0; i < s * s; i++) {
      a[i] = SPECIAL[i / s];
      b[i] = SPECIAL[i % s];
    }
    return new double[][] {a, b};
  }

  private void check(Binary f) {
    double[][] in = pairs(f.high(), f.name().hashCode());
    int n = in[0].length;
    double[] y = new double[n];
    call("each_" + f.name()).cover(n, 64).run(in[0], in[1], y, n);
    double[] expected = new double[n];
    Arrays.setAll(expected, i -> f.reference().applyAsDouble(in[0][i], in[1][i]));
    Close.ulps(f.name(), expected, y, allowed(f.doubleUlps()));
  }

  @Test
  void binary() {
    assertAll(MathCases.binary().stream().map(f -> () -> check(f)));
  }

  @Test
  void moreOfTwoArguments() {
    List<Binary> cases =
        List.of(
            new Binary("pow", DoubleMathKernelsTest::power, 9, 4, 2),
            new Binary("fdim", (a, b) -> a <= b ? 0 : a - b, 50, 0, 0),
            new Binary("nextafter", (a, b) -> a == b ? b : Math.nextAfter(a, b), 9, 0, 0));
    assertAll(cases.stream().map(f -> () -> check(f)));
    double[] a = Inputs.doubles(N, -9, 9, 101);
    double[] b = Inputs.doubles(N, -9, 9, 102);
    double[] y = new double[N];
    call("each_rhypot").cover(N, 32).run(a, b, y, N);
    double[] expected = new double[N];
    Arrays.setAll(expected, i -> BigMath.reciprocalNorm(a[i], b[i]));
    Close.ulps("rhypot", expected, y, 2);
  }

  /** C's pow: 1 to any power, and -1 to infinite ones, is 1. */
  static double power(double a, double b) {
    return a == 1 || a == -1 && Double.isInfinite(b) ? 1 : StrictMath.pow(a, b);
  }

  @Test
  void orders() {
    double[] x = Inputs.doubles(N, 3, 12, 103);
    double[] j = new double[N];
    double[] y = new double[N];
    call("orders").cover(N, 32).run(x, j, y, N);
    double[] ej = new double[N];
    double[] ey = new double[N];
    for (int i = 0; i < N; i++) {
      ej[i] = BigMath.besselJ(i % 6, x[i]);
      ey[i] = BigMath.besselY(i % 6, x[i]);
    }
    Close.to("jn", ej, j, 1e-13);
    Close.to("yn", ey, y, 1e-13);
  }

  @Test
  void sinesAndCosines() {
    double[] x = Inputs.doubles(N, -30, 30, 104);
    double[][] r = new double[4][N];
    call("sines_and_cosines").cover(N, 32).run(x, r[0], r[1], r[2], r[3], N);
    Close.ulps("sincos", applied(StrictMath::sin, x), r[0], 2);
    Close.ulps("sincos", applied(StrictMath::cos, x), r[1], 2);
    Close.ulps("sincospi", applied(BigMath::sinPi, x), r[2], 1);
    Close.ulps("sincospi", applied(BigMath::cosPi, x), r[3], 1);
  }

  @Test
  void parts() {
    double[] x = Inputs.doubles(N, -1000, 1000, 105);
    x[0] = 1e-300;
    x[1] = -Double.MAX_VALUE;
    x[2] = 0.75;
    double[] fraction = new double[N];
    int[] exponent = new int[N];
    double[] scaled = new double[N];
    double[] below = new double[N];
    double[] whole = new double[N];
    int[] ilog = new int[N];
    call("parts").cover(N, 32).run(x, fraction, exponent, scaled, below, whole, ilog, N);
    for (int i = 0; i < N; i++) {
      int e = Math.getExponent(x[i]);
      assertEquals(e, ilog[i]);
      assertEquals(e + 1, exponent[i]);
      assertEquals(Math.scalb(x[i], -e - 1), fraction[i]);
      assertEquals(Math.scalb(x[i], i % 90 - 45), scaled[i]);
      double truncated = (x[i] < 0 ? Math.ceil(x[i]) : Math.floor(x[i]));
      assertEquals(truncated, whole[i]);
      assertEquals(Math.copySign(x[i] - truncated, x[i]), below[i]);
    }
  }

  @Test
  void quotients() {
    double[] x = Inputs.doubles(N, -50, 50, 106);
    double[] y = Inputs.doubles(N, -5, 5, 107);
    double[] remainder = new double[N];
    int[] bits = new int[N];
    call("quotients").cover(N, 32).run(x, y, remainder, bits, N);
    for (int i = 0; i < N; i++) {
      double r = Math.IEEEremainder(x[i], y[i]);
      assertEquals(r, remainder[i]);
      long q = Math.round((x[i] - r) / y[i]);
      assertEquals(Math.abs(q) % 8, Math.abs(bits[i]) % 8);
      assertEquals(true, bits[i] == 0 || Long.signum(q) == Integer.signum(bits[i]));
    }
  }

  @Test
  void integers() {
    double[] x = Inputs.doubles(N, -1000, 1000, 108);
    for (int i = 0; i < 20; i++) {
      x[i] = i - 10.5;
    }
    x[20] = 3e18;
    x[21] = 8388609.5;
    int[] r = new int[N];
    long[] l = new long[2 * N];
    call("integers").cover(N, 32).run(x, r, l, N);
    for (int i = 0; i < N; i++) {
      assertEquals((long) Math.rint(x[i]), l[2 * i]);
      double away = Math.floor(Math.abs(x[i]) + 0.5);
      assertEquals((long) Math.copySign(away, x[i]), l[2 * i + 1]);
      assertEquals(true, i == 20 || r[i] == l[2 * i]);
    }
  }

  @Test
  void classes() {
    double[][] in = pairs(1, 109);
    int n = in[0].length;
    int[] r = new int[n];
    call("classes").cover(n, 64).run(in[0], in[1], r, n);
    for (int i = 0; i < n; i++) {
      double x = in[0][i];
      double y = in[1][i];
      boolean sign = Double.doubleToRawLongBits(x) < 0;
      int order = x != x || y != y ? 9 : x < y ? -1 : x > y ? 1 : 0;
      int expected = (x != x ? 1 : 0) + (Double.isInfinite(x) ? 2 : 0);
      expected += (Double.isFinite(x) ? 4 : 0) + (sign ? 8 : 0);
      expected += (order == -1 ? 16 : 0) + (order <= 0 ? 32 : 0) + (order == 0 ? 64 : 0);
      expected += (order != 0 ? 128 : 0) + (order == 1 ? 256 : 0);
      expected += (order == 9 || order == -1 ? 512 : 0) + (order != -1 ? 1024 : 0);
      assertEquals(expected, r[i], x + " and " + y);
    }
  }

  @Test
  void norms() {
    double[] x = Inputs.doubles(N, -100, 100, 110);
    double[] r = new double[4 * N];
    call("norms").cover(N, 32).run(x, r, N);
    double[] expected = new double[4 * N];
    for (int i = 0; i < N; i++) {
      double a = x[i];
      double b = x[(i + 1) % N];
      double c = x[(i + 2) % N];
      double d = x[(i + 3) % N];
      expected[4 * i] = BigMath.norm(a, b, c).doubleValue();
      expected[4 * i + 1] = BigMath.norm(a, b, c, d).doubleValue();
      expected[4 * i + 2] = BigMath.reciprocalNorm(a, b, c);
      expected[4 * i + 3] = Math.fma(a, b, c);
    }
    Close.ulps("norms", expected, r, 3);
  }
}
