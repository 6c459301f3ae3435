package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GridKernelsTest extends ConformanceTest {

  private static final double[] WEIGHTS = {0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05};
  private static final int W = 37;
  private static final int H = 22;

  GridKernelsTest() {
    super("grids.cu");
  }

  private Call plane(String name) {
    return call(name).grid(5, 6).block(8, 4);
  }

  private static double at(float[] in, int x, int y) {
    return x < 0 || y < 0 || x >= W || y >= H ? 0 : in[y * W + x];
  }

  @Test
  void stencil1d() {
    float[] in = Inputs.floats(300, -1, 1, 211);
    float[] out = new float[300];
    call("stencil_1d").cover(300, 64).run(in, out, 300);
    double[] expected = new double[300];
    for (int i = 0; i < 300; i++) {
      for (int k = 0; k < 7; k++) {
        int j = i + k - 3;
        expected[i] += j < 0 || j >= 300 ? 0 : WEIGHTS[k] * in[j];
      }
    }
    Close.to("stencil_1d", expected, out, 1e-6);
  }

  @Test
  void heat2d() {
    double[] a = Inputs.doubles(W * H, 0, 1, 212);
    double[] b = new double[W * H];
    double[] expected = a.clone();
    for (int step = 0; step < 10; step++) {
      double[] old = expected.clone();
      for (int y = 1; y < H - 1; y++) {
        for (int x = 1; x < W - 1; x++) {
          int i = y * W + x;
          double around = old[i - 1] + old[i + 1] + old[i - W] + old[i + W];
          expected[i] = old[i] + 0.2 * (around - 4 * old[i]);
        }
      }
      plane("heat_2d").run(a, b, W, H, 0.2);
      double[] swap = a;
      a = b;
      b = swap;
    }
    Close.to("heat_2d", expected, a, 1e-14);
  }

  private static double at(float[] in, int nx, int ny, int nz, int x, int y, int z) {
    boolean inside = x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz;
    return inside ? in[(z * ny + y) * nx + x] : 0;
  }

  private static double around(float[] in, int nx, int ny, int nz, int i) {
    int x = i % nx;
    int y = i / nx % ny;
    int z = i / nx / ny;
    return at(in, nx, ny, nz, x - 1, y, z)
        + at(in, nx, ny, nz, x + 1, y, z)
        + at(in, nx, ny, nz, x, y - 1, z)
        + at(in, nx, ny, nz, x, y + 1, z)
        + at(in, nx, ny, nz, x, y, z - 1)
        + at(in, nx, ny, nz, x, y, z + 1);
  }

  @Test
  void laplace3d() {
    int nx = 11;
    int ny = 9;
    int nz = 7;
    float[] in = Inputs.floats(nx * ny * nz, -1, 1, 213);
    float[] out = new float[in.length];
    call("laplace_3d").grid(3, 3, 4).block(4, 3, 2).run(in, out, nx, ny, nz);
    double[] expected = new double[in.length];
    for (int i = 0; i < in.length; i++) {
      int x = i % nx;
      int y = i / nx % ny;
      int z = i / nx / ny;
      if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1) {
        expected[i] = around(in, nx, ny, nz, i) - 6 * in[i];
      }
    }
    Close.to("laplace_3d", expected, out, 2e-6);
  }

  @Test
  void stencil25d() {
    int nx = 19;
    int ny = 10;
    int nz = 6;
    float[] in = Inputs.floats(nx * ny * nz, -1, 1, 214);
    float[] out = new float[in.length];
    call("stencil_25d").grid(3, 3).block(8, 4).run(in, out, nx, ny, nz);
    double[] expected = new double[in.length];
    Arrays.setAll(expected, i -> 0.5 * in[i] + around(in, nx, ny, nz, i) / 12);
    Close.to("stencil_25d", expected, out, 1e-6);
  }

  @Test
  void convolve2d() {
    float[] in = Inputs.floats(W * H, -1, 1, 215);
    float[] mask = Inputs.floats(15, -1, 1, 216);
    float[] out = new float[W * H];
    plane("convolve_2d").run(in, mask, out, W, H, 5, 3);
    double[] expected = new double[W * H];
    for (int i = 0; i < expected.length; i++) {
      for (int k = 0; k < 15; k++) {
        expected[i] += mask[k] * at(in, i % W + k % 5 - 2, i / W + k / 5 - 1);
      }
    }
    Close.to("convolve_2d", expected, out, 2e-6);
  }

  @Test
  void convolveRows() {
    float[] in = Inputs.floats(W * H, -1, 1, 217);
    float[] out = new float[W * H];
    call("convolve_rows").grid(H).block(20).shared(4 * W).run(in, out, W, H);
    double[] expected = new double[W * H];
    for (int i = 0; i < expected.length; i++) {
      for (int k = 0; k < 7; k++) {
        expected[i] += WEIGHTS[k] * at(in, Math.clamp(i % W + k - 3, 0, W - 1), i / W);
      }
    }
    Close.to("convolve_rows", expected, out, 1e-6);
  }

  private static boolean lives(IntBinaryOperator cell, int x, int y) {
    int alive = -cell.applyAsInt(x, y);
    for (int k = 0; k < 9; k++) {
      alive += cell.applyAsInt(x + k % 3 - 1, y + k / 3 - 1);
    }
    return alive == 3 || alive == 2 && cell.applyAsInt(x, y) == 1;
  }

  @Test
  void life() {
    byte[] a = new byte[W * H];
    int[] random = Inputs.ints(W * H, 0, 3, 218);
    for (int i = 0; i < a.length; i++) {
      a[i] = (byte) (random[i] / 2);
    }
    byte[] b = new byte[W * H];
    for (int step = 0; step < 5; step++) {
      plane("life").run(a, b, W, H);
      byte[] old = a;
      for (int i = 0; i < a.length; i++) {
        IntBinaryOperator cell = (x, y) -> old[Math.floorMod(y, H) * W + Math.floorMod(x, W)];
        assertEquals(lives(cell, i % W, i / W) ? 1 : 0, b[i]);
      }
      a = b;
      b = old;
    }
  }

  @Test
  void lifeBits() {
    long[] in = IntStream.range(0, 50).mapToLong(i -> i * 0x9e3779b97f4a7c15L >>> 1).toArray();
    long[] out = new long[50];
    call("life_bits").cover(50, 32).run(in, out, 50);
    IntBinaryOperator cell = (x, y) -> (int) (in[Math.floorMod(y, 50)] >>> (x & 63)) & 1;
    for (int i = 0; i < 50 * 64; i++) {
      assertEquals(lives(cell, i % 64, i / 64) ? 1 : 0, out[i / 64] >>> i % 64 & 1);
    }
  }

  private static double equilibrium(int cx, int cy, double rho, double ux, double uy) {
    double weight = cx * cx + cy * cy == 0 ? 16 : cx * cx + cy * cy == 1 ? 4 : 1;
    double cu = cx * ux + cy * uy;
    return weight / 36 * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
  }

  @Test
  void latticeBoltzmann() {
    int[] cx = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    int[] cy = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    double[] f = Inputs.doubles(9 * W * H, 0.05, 0.2, 219);
    double[] g = new double[f.length];
    plane("lattice_boltzmann").run(f, g, W, H, 1.3);
    double[] expected = new double[f.length];
    for (int i = 0; i < W * H; i++) {
      double[] d = new double[9];
      double mx = 0;
      double my = 0;
      for (int k = 0; k < 9; k++) {
        int from = (i / W - cy[k] + H) % H * W + (i % W - cx[k] + W) % W;
        d[k] = f[k * W * H + from];
        mx += cx[k] * d[k];
        my += cy[k] * d[k];
      }
      double rho = Arrays.stream(d).sum();
      for (int k = 0; k < 9; k++) {
        double target = equilibrium(cx[k], cy[k], rho, mx / rho, my / rho);
        expected[k * W * H + i] = d[k] - 1.3 * (d[k] - target);
      }
    }
    Close.to("lattice_boltzmann", expected, g, 1e-14);
  }

  @Test
  void wave() {
    float[] now = Inputs.floats(W * H, -1, 1, 220);
    float[] before = Inputs.floats(W * H, -1, 1, 221);
    float[] next = new float[W * H];
    plane("wave").run(now, before, next, W, H, 0.25f);
    double[] expected = new double[W * H];
    for (int i = 0; i < expected.length; i++) {
      int x = i % W;
      int y = i / W;
      double sum = at(now, x - 1, y) + at(now, x + 1, y) + at(now, x, y - 1) + at(now, x, y + 1);
      expected[i] = now[i] - before[i] + 0.25 * sum;
    }
    Close.to("wave", expected, next, 2e-6);
  }

  @Test
  void redBlack() {
    double[] p = Inputs.doubles(W * H, -1, 1, 222);
    double[] expected = p.clone();
    for (int sweep = 0; sweep < 6; sweep++) {
      for (int y = 1; y < H - 1; y++) {
        for (int x = 1; x < W - 1; x++) {
          int i = y * W + x;
          if ((x + y) % 2 == sweep % 2) {
            double sum = expected[i - 1] + expected[i + 1] + expected[i - W] + expected[i + W];
            expected[i] = sum / 4;
          }
        }
      }
      plane("red_black").run(p, W, H, sweep % 2);
    }
    Close.to("red_black", expected, p, 1e-14);
  }

  @Test
  void nBody() {
    int n = 75;
    float[] bodies = Inputs.floats(4 * n, 0, 1, 223);
    float[] forces = new float[3 * n];
    call("n_body").cover(n, 32).run(bodies, forces, n);
    double[] expected = new double[3 * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double[] d = new double[3];
        double square = 0.01;
        for (int k = 0; k < 3; k++) {
          d[k] = (double) bodies[4 * j + k] - bodies[4 * i + k];
          square += d[k] * d[k];
        }
        for (int k = 0; k < 3; k++) {
          expected[3 * i + k] += bodies[4 * j + 3] * d[k] / (square * Math.sqrt(square));
        }
      }
    }
    Close.to("n_body", expected, forces, 1e-5);
  }

  private static double[] slope(double x, double v) {
    return new double[] {v, -Math.sin(x) - 0.1 * v};
  }

  @Test
  void rungeKutta() {
    int n = 40;
    double[] state = Inputs.doubles(2 * n, -1, 1, 224);
    double[] expected = state.clone();
    double h = 0.05;
    for (int i = 0; i < n; i++) {
      for (int step = 0; step < 100; step++) {
        double x = expected[2 * i];
        double v = expected[2 * i + 1];
        double[] a = slope(x, v);
        double[] b = slope(x + h / 2 * a[0], v + h / 2 * a[1]);
        double[] c = slope(x + h / 2 * b[0], v + h / 2 * b[1]);
        double[] d = slope(x + h * c[0], v + h * c[1]);
        expected[2 * i] += h * (a[0] + 2 * (b[0] + c[0]) + d[0]) / 6;
        expected[2 * i + 1] += h * (a[1] + 2 * (b[1] + c[1]) + d[1]) / 6;
      }
    }
    call("runge_kutta").cover(n, 32).run(state, h, 100, n);
    Close.to("runge_kutta", expected, state, 1e-12);
  }

  @Test
  void fft() {
    float[] x = Inputs.floats(3 * 256, -1, 1, 225);
    float[] y = x.clone();
    call("fft").grid(3).block(64).run(y, 0);
    double[] expected = new double[x.length];
    for (int i = 0; i < 384; i++) {
      for (int k = 0; k < 128; k++) {
        double angle = -2 * Math.PI * (i % 128) * k / 128;
        int from = 2 * (i / 128 * 128 + k);
        expected[2 * i] += x[from] * Math.cos(angle) - x[from + 1] * Math.sin(angle);
        expected[2 * i + 1] += x[from] * Math.sin(angle) + x[from + 1] * Math.cos(angle);
      }
    }
    Close.to("fft", expected, y, 1e-5);
    call("fft").grid(3).block(64).run(y, 1);
    double[] back = new double[x.length];
    Arrays.setAll(back, i -> 128.0 * x[i]);
    Close.to("inverse fft", back, y, 1e-4);
  }

  @Test
  void dct8x8() {
    float[] in = Inputs.floats(5 * 64, -128, 128, 226);
    float[] out = new float[in.length];
    call("dct_8x8").grid(5).block(8, 8).run(in, out);
    double[] expected = new double[in.length];
    for (int i = 0; i < in.length; i++) {
      int u = i % 8;
      int v = i / 8 % 8;
      for (int k = 0; k < 64; k++) {
        double cosines = Math.cos((2 * (k % 8) + 1) * u * Math.PI / 16);
        cosines *= Math.cos((2 * (k / 8) + 1) * v * Math.PI / 16);
        expected[i] += in[i / 64 * 64 + k] * cosines / 4;
      }
      expected[i] *= (u == 0 ? Math.sqrt(0.5) : 1) * (v == 0 ? Math.sqrt(0.5) : 1);
    }
    Close.to("dct_8x8", expected, out, 1e-4);
  }

  @Test
  void haar() {
    int n = 128;
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = i * 37 % 101;
    }
    float[] expected = x.clone();
    for (int length = n / 2; length > 0; length /= 2) {
      float[] old = expected.clone();
      for (int i = 0; i < length; i++) {
        expected[i] = (old[2 * i] + old[2 * i + 1]) / 2;
        expected[length + i] = (old[2 * i] - old[2 * i + 1]) / 2;
      }
    }
    call("haar").block(64).shared(4 * n).run(x, n);
    assertArrayEquals(expected, x);
  }

  @Test
  void walshHadamard() {
    int[] x = Inputs.ints(256, -1000, 1000, 227);
    int[] expected = new int[256];
    for (int i = 0; i < 256; i++) {
      for (int k = 0; k < 128; k++) {
        expected[i] += (Integer.bitCount(i & k & 127) % 2 == 0 ? 1 : -1) * x[i / 128 * 128 + k];
      }
    }
    call("walsh_hadamard").grid(2).block(128).run(x);
    assertArrayEquals(expected, x);
  }
}
