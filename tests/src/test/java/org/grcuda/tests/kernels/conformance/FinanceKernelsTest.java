package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class FinanceKernelsTest extends ConformanceTest {

  private static final int N = 200;

  FinanceKernelsTest() {
    super("finance.cu");
  }

  @Test
  void monteCarloPi() {
    long[] hits = new long[1];
    int threads = 7 * 64;
    call("monte_carlo_pi").grid(7).block(64).run(hits, 100, 12345);
    long expected = 0;
    for (int t = 0; t < threads; t++) {
      int x = 12345 + t * 7919 + 1;
      float[] p = new float[2];
      for (int k = 0; k < 200; k++) {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        p[k % 2] = (x >>> 8) * 0x1p-24f;
        // Products of 24-bit fractions and their sum are exact in double, rounded as in one fma.
        float square = (float) ((double) p[1] * p[1]);
        expected += k % 2 == 1 && Math.fma(p[0], p[0], square) < 1f ? 1 : 0;
      }
    }
    assertTrue(Math.abs(expected - hits[0]) <= 1, expected + " and " + hits[0]);
    assertEquals(Math.PI, 4.0 * hits[0] / (threads * 100), 0.03);
  }

  @Test
  void blackScholesPrice() {
    double[] spot = Inputs.doubles(N, 5, 50, 271);
    double[] strike = Inputs.doubles(N, 5, 50, 272);
    double[] years = Inputs.doubles(N, 0.2, 5, 273);
    double[] call = new double[N];
    double[] put = new double[N];
    call("black_scholes_price").cover(N, 96).run(spot, strike, years, 0.02, 0.3, call, put, N);
    double[] expectedCall = new double[N];
    double[] expectedPut = new double[N];
    for (int i = 0; i < N; i++) {
      double root = 0.3 * Math.sqrt(years[i]);
      double d = (Math.log(spot[i] / strike[i]) + 0.02 * years[i]) / root;
      double paid = strike[i] * Math.exp(-0.02 * years[i]);
      double upper = BigMath.normCdf(d + root / 2);
      double lower = BigMath.normCdf(d - root / 2);
      expectedCall[i] = spot[i] * upper - paid * lower;
      expectedPut[i] = paid * (1 - lower) - spot[i] * (1 - upper);
    }
    Close.to("call", expectedCall, call, 1e-13);
    Close.to("put", expectedPut, put, 1e-13);
  }

  @Test
  void binomialOption() {
    int steps = 100;
    float[] spot = Inputs.floats(9, 50, 150, 274);
    float[] value = new float[9];
    float up = 1.02f;
    float down = 1 / up;
    float p = 0.52f;
    call("binomial_option").grid(9).block(64).run(spot, 100f, up, down, p, 0.999f, value, steps);
    double[] expected = new double[9];
    for (int i = 0; i < 9; i++) {
      double[] v = new double[steps + 1];
      for (int k = 0; k <= steps; k++) {
        v[k] = Math.max(0, 100 - spot[i] * Math.pow(up, k) * Math.pow(down, steps - k));
      }
      for (int s = steps; s > 0; s--) {
        for (int k = 0; k < s; k++) {
          v[k] = 0.999f * (p * v[k + 1] + (1 - (double) p) * v[k]);
        }
      }
      expected[i] = v[0];
    }
    Close.to("binomial_option", expected, value, 1e-4);
  }

  @Test
  void boxMuller() {
    float[] u = Inputs.floats(2 * N, 0.001, 1, 275);
    float[] z = new float[2 * N];
    call("box_muller").cover(N, 96).run(u, z, N);
    double[] expected = new double[2 * N];
    for (int i = 0; i < N; i++) {
      double r = Math.sqrt(-2 * Math.log(u[2 * i]));
      expected[2 * i] = r * Math.cos(2 * Math.PI * u[2 * i + 1]);
      expected[2 * i + 1] = r * Math.sin(2 * Math.PI * u[2 * i + 1]);
    }
    Close.to("box_muller", expected, z, 4e-6);
  }

  @Test
  void mandelbrotDouble() {
    int w = 45;
    int h = 33;
    int[] out = new int[w * h];
    call("mandelbrot_double").grid(6, 9).block(8, 4).run(out, w, h, 300);
    int[] expected = new int[w * h];
    for (int p = 0; p < w * h; p++) {
      double cr = Math.fma(3.0, p % w, 0) / w - 2.0;
      double ci = 3.0 * (p / w) / h - 1.5;
      double zr = 0;
      double zi = 0;
      while (expected[p] < 300 && zr * zr + zi * zi <= 4) {
        double next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
        expected[p]++;
      }
    }
    assertEquals(Arrays.toString(expected), Arrays.toString(out));
  }

  @Test
  void julia() {
    int w = 40;
    int h = 31;
    byte[] out = new byte[w * h];
    call("julia").grid(5, 8).block(8, 4).run(out, -0.8f, 0.156f, w, h);
    for (int p = 0; p < w * h; p++) {
      float zr = p % w * 4f / w - 2;
      float zi = p / w * 4f / h - 2;
      int k = 0;
      while (k < 200 && zr * zr + zi * zi < 4) {
        float next = zr * zr - zi * zi + -0.8f;
        zi = 2 * zr * zi + 0.156f;
        zr = next;
        k++;
      }
      assertEquals(k, out[p] & 255, "pixel " + p);
    }
  }

  @Test
  void simpson() {
    double[] sum = new double[1];
    call("simpson").grid(4).block(50).run(-8.0, 8.0, 2000, sum);
    // The integral of exp(-x^2) cos(3 x) over the line.
    Close.to("simpson", new double[] {Math.sqrt(Math.PI) * Math.exp(-9 / 4.0)}, sum, 1e-13);
  }

  @Test
  void newton() {
    double[] c = Inputs.doubles(N, -3, 1, 276);
    double[] roots = new double[N];
    int[] iterations = new int[N];
    call("newton").cover(N, 64).run(c, roots, iterations, N);
    for (int i = 0; i < N; i++) {
      double x = roots[i];
      assertEquals(0, x * x * x - c[i] * x * x + 2 * x - 5, 1e-12);
      assertTrue(iterations[i] < 60, "iterations: " + iterations[i]);
    }
  }
}
