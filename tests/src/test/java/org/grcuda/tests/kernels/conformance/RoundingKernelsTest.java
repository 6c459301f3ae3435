package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RoundingKernelsTest extends ConformanceTest {

  private static final int N = 400;
  private static final MathContext DIGITS = new MathContext(400);

  RoundingKernelsTest() {
    super("rounding.cu");
  }

  /** Numbers of all magnitudes; every eighth near the largest or smallest. */
  private static float[] wide(int n, long seed) {
    var random = new SplittableRandom(seed);
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      float fraction = (float) random.nextDouble(1, 2) * (random.nextBoolean() ? 1 : -1);
      int exponent = i % 8 == 0 ? random.nextInt(-149, 128) : random.nextInt(-12, 13);
      values[i] = i % 5 == 0 ? exponent | 1 : Math.scalb(fraction, exponent);
    }
    return values;
  }

  private static double[] wideDoubles(int n, long seed) {
    var random = new SplittableRandom(seed);
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      double fraction = random.nextDouble(1, 2) * (random.nextBoolean() ? 1 : -1);
      int exponent = i % 8 == 0 ? random.nextInt(-1074, 1024) : random.nextInt(-12, 13);
      values[i] = i % 5 == 0 ? exponent | 1 : Math.scalb(fraction, exponent);
    }
    return values;
  }

  private static BigDecimal[] exact(double a, double b, double c) {
    BigDecimal x = new BigDecimal(a);
    BigDecimal y = new BigDecimal(b);
    return new BigDecimal[] {
      x.add(y),
      x.subtract(y),
      x.multiply(y),
      x.multiply(y).add(new BigDecimal(c)),
      x.divide(y, DIGITS),
      BigDecimal.ONE.divide(x, DIGITS),
      x.abs().sqrt(DIGITS)
    };
  }

  @Test
  void floatRounding() {
    float[] a = wide(N, 121);
    float[] b = wide(N, 122);
    float[] c = wide(N, 123);
    float[] out = new float[28 * N];
    call("float_rounding").cover(N, 96).run(a, b, c, out, N);
    for (int i = 0; i < N; i++) {
      BigDecimal[] exact = exact(a[i], b[i], c[i]);
      for (int k = 0; k < 28; k++) {
        BigDecimal value = exact[k / 4];
        RoundingMode mode = Rounded.MODES.get(k % 4);
        float expected = Rounded.toFloat(value, mode);
        if (value.signum() != 0) {
          String what = a[i] + " " + b[i] + " " + c[i] + ", result " + k;
          assertEquals(Math.copySign(expected, value.signum()), out[28 * i + k], what);
        } else {
          assertEquals(0f, Math.abs(out[28 * i + k]));
        }
      }
    }
  }

  @Test
  void doubleRounding() {
    double[] a = wideDoubles(N, 124);
    double[] b = wideDoubles(N, 125);
    double[] c = wideDoubles(N, 126);
    double[] out = new double[28 * N];
    call("double_rounding").cover(N, 96).run(a, b, c, out, N);
    for (int i = 0; i < N; i++) {
      BigDecimal[] exact = exact(a[i], b[i], c[i]);
      for (int k = 0; k < 28; k++) {
        BigDecimal value = exact[k / 4];
        double expected = Rounded.toDouble(value, Rounded.MODES.get(k % 4));
        if (value.signum() != 0) {
          String what = a[i] + " " + b[i] + " " + c[i] + ", result " + k;
          assertEquals(Math.copySign(expected, value.signum()), out[28 * i + k], what);
        } else {
          assertEquals(0.0, Math.abs(out[28 * i + k]));
        }
      }
    }
  }

  private static float flushed(float x) {
    return Math.abs(x) < Float.MIN_NORMAL ? Math.copySign(0f, x) : x;
  }

  @Test
  void flushing() {
    float[] a = wide(N, 127);
    float[] b = wide(N, 128);
    for (int i = 0; i < N; i += 3) {
      a[i] *= 1e-38f;
      b[i] *= i % 2 == 0 ? 1e-38f : 1;
    }
    float[] out = new float[6 * N];
    call("flushing").cover(N, 96).run(a, b, out, N);
    for (int i = 0; i < N; i++) {
      float x = flushed(a[i]);
      float y = flushed(b[i]);
      assertEquals(flushed(x + y), out[6 * i]);
      assertEquals(flushed(x * y), out[6 * i + 1]);
      assertEquals(flushed(Math.fma(x, y, x)), out[6 * i + 2]);
      assertEquals(Math.clamp(a[i] + b[i], 0f, 1f), out[6 * i + 3] + 0f);
      assertEquals(Math.abs(x), out[6 * i + 4]);
      assertEquals(Math.clamp(a[i] * 0.5f, 0f, 1f), out[6 * i + 5] + 0f);
    }
  }

  @Test
  void kahanSum() {
    int n = 30;
    float[] x = Inputs.floats(n * 100, 0, 1000, 129);
    float[] out = new float[n];
    call("kahan_sum").cover(n, 32).run(x, out, n);
    double[] expected = new double[n];
    for (int i = 0; i < x.length; i++) {
      expected[i / 100] += x[i] * x[i];
    }
    Close.ulps("kahan_sum", expected, out, 1);
  }

  @Test
  void exactPairs() {
    float[] a = Inputs.floats(N, -1e5, 1e5, 130);
    float[] b = Inputs.floats(N, -10, 10, 131);
    float[] out = new float[4 * N];
    call("exact_pairs").cover(N, 96).run(a, b, out, N);
    for (int i = 0; i < N; i++) {
      assertEquals((double) a[i] * b[i], (double) out[4 * i] + out[4 * i + 1]);
      assertEquals((double) a[i] + b[i], (double) out[4 * i + 2] + out[4 * i + 3]);
      assertEquals(a[i] * b[i], out[4 * i]);
      assertEquals(a[i] + b[i], out[4 * i + 2]);
    }
  }

  @Test
  void divisions() {
    float[] a = wide(N, 132);
    float[] b = wide(N, 133);
    double[] c = wideDoubles(N, 134);
    double[] d = wideDoubles(N, 135);
    b[0] = 0;
    d[0] = -0.0;
    a[1] = Float.POSITIVE_INFINITY;
    c[1] = Double.NaN;
    float[] q = new float[N];
    double[] p = new double[N];
    call("divisions").cover(N, 96).run(a, b, c, d, q, p, N);
    for (int i = 0; i < N; i++) {
      assertEquals(a[i] / b[i], q[i]);
      assertEquals(c[i] / d[i], p[i]);
    }
  }
}
