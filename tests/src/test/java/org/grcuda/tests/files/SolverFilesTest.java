package org.grcuda.tests.files;

import static org.grcuda.tests.files.CudaFile.at;
import static org.grcuda.tests.files.CudaFile.bytes;
import static org.grcuda.tests.files.CudaFile.dim;
import static org.grcuda.tests.files.CudaFile.near;
import static org.grcuda.tests.files.CudaFile.pointer;
import static org.grcuda.tests.files.CudaFile.read;
import static org.grcuda.tests.files.CudaFile.set;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.IntToDoubleFunction;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;

/** Whole files of the shapes of known solvers, launched as their {@code main} does. */
final class SolverFilesTest {

  @Test
  void perceptron() {
    try (CudaFile file = new CudaFile("perceptron.cu")) {
      double[] in = new double[32];
      double[] w = new double[32 * 16];
      for (int i = 0; i < w.length; i++) {
        in[i / 16] = i / 16 / 32.0;
        w[i] = (i / 16 - i % 16) / 64.0;
      }
      Value x = file.array("float", in.length, i -> in[i]);
      Value weights = file.array("float", w.length, i -> w[i]);
      Value sums = file.array("float", 32);
      file.launch("forward", dim(1, 2), dim(16, 16), x, weights, sums);
      near(1e-5, sums, i -> sum(16, r -> in[i / 16 * 16 + r] * w[(i / 16 * 16 + r) * 16 + i % 16]));
      Value losses = file.array("float", 16, i -> i - 4);
      file.launch("backward", dim(1, 2), dim(16, 16), x, losses, weights);
      near(1e-5, weights, i -> w[i] - 0.25 * (i % 16 - 4) * in[i / 16]);
    }
  }

  private static double sum(int n, IntToDoubleFunction term) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += term.applyAsDouble(i);
    }
    return sum;
  }

  @Test
  void elimination() {
    try (CudaFile file = new CudaFile("elimination.cu")) {
      int n = 20;
      double[] a = new double[n * n];
      double[] b = new double[n];
      for (int i = 0; i < a.length; i++) {
        a[i] = i / n == i % n ? n : (i * 7 % 11) / 11.0;
        b[i / n] = i / n - 3;
      }
      Value m = file.array("float", n * n, i -> a[i]);
      Value rhs = file.array("float", n, i -> b[i]);
      Value factors = file.array("float", n * n);
      for (int step = 0; step < n - 1; step++) {
        file.launch("column", 1, 64, factors, m, n, step);
        file.launch("rows", dim(3, 3), dim(8, 8), factors, m, rhs, n, step);
        for (int row = step + 1; row < n; row++) {
          double factor = a[row * n + step] / a[step * n + step];
          for (int col = step; col < n; col++) {
            a[row * n + col] -= factor * a[step * n + col];
          }
          b[row] -= factor * b[step];
        }
      }
      near(1e-4, m, i -> a[i]);
      near(1e-4, rhs, i -> b[i]);
    }
  }

  /** The product of the factors is the matrix. */
  @Test
  void decomposition() {
    try (CudaFile file = new CudaFile("decomposition.cu")) {
      int n = 48;
      Value m = file.array("float", n * n, i -> i / n == i % n ? n : (i * 13 % 17) / 17.0);
      double[] a = read(m);
      for (int i = 0; i < n; i += 16) {
        file.launch("lu_diagonal", 1, 16, m, n, i);
        int left = (n - i) / 16 - 1;
        if (left > 0) {
          file.launch("lu_panels", 2 * left, 16, m, n, i);
          file.launch("lu_rest", dim(left, left), dim(16, 16), m, n, i);
        }
      }
      double[] lu = read(m);
      for (int i = 0; i < a.length; i++) {
        int row = i / n;
        int col = i % n;
        double sum = row <= col ? lu[i] : 0;
        for (int k = 0; k < Math.min(row, col + 1); k++) {
          sum += lu[row * n + k] * lu[k * n + col];
        }
        assertEquals(a[i], sum, 1e-3, "element " + i);
      }
    }
  }

  @Test
  void hotspot3d() {
    try (CudaFile file = new CudaFile("hotspot3d.cu")) {
      int n = 32;
      int layers = 8;
      Value p = file.array("float", n * n * layers, i -> i % 5 / 5.0);
      Value in = file.array("float", n * n * layers, i -> 60 + i % 37);
      Value out = file.array("float", n * n * layers);
      float[] k = {0.1f, 0.1f, 0.15f, 0.15f, 0.05f, 0.05f, 0.35f};
      byte[] coefficients =
          bytes(
              28,
              to -> {
                for (float each : k) {
                  to.putFloat(each);
                }
              });
      file.launch("heat3d", dim(2, 2), dim(16, 16), p, in, out, n, n, layers, coefficients, 0.01f);
      double[] t = read(in);
      double[] power = read(p);
      near(
          1e-5,
          out,
          i -> {
            int x = i % n;
            int y = i / n % n;
            int z = i / n / n;
            return k[6] * t[i]
                + k[1] * t[i - (x > 0 ? 1 : 0)]
                + k[0] * t[i + (x < n - 1 ? 1 : 0)]
                + k[2] * t[i - (y > 0 ? n : 0)]
                + k[3] * t[i + (y < n - 1 ? n : 0)]
                + k[5] * t[i - (z > 0 ? n * n : 0)]
                + k[4] * t[i + (z < layers - 1 ? n * n : 0)]
                + 0.01 * power[i]
                + k[4] * 80;
          });
    }
  }

  @Test
  void euler() {
    try (CudaFile file = new CudaFile("euler.cu")) {
      int n = 384;
      double[] far = {1.4, 1.2, 0.3, 3};
      set(file.global("far_field", "float"), 4, i -> far[i]);
      set(file.global("far_flux", "float"), 2, i -> i + 1);
      Value variables = file.array("float", n * 4);
      file.launch("initialize", 2, 192, n, variables);
      near(1e-6, variables, i -> far[i / n]);
      Value areas = file.array("float", n, i -> 1 + i % 7);
      Value factors = file.array("float", n);
      file.launch("step_factor", 2, 192, n, variables, areas, factors);
      double v2 = (far[1] * far[1] + far[2] * far[2]) / far[0] / far[0];
      double sound = Math.sqrt(1.4 * 0.4 * (far[3] - 0.5 * far[0] * v2) / far[0]);
      near(1e-4, factors, i -> 0.5 / (Math.sqrt(1 + i % 7) * (Math.sqrt(v2) + sound)));
      Value neighbours = file.array("int", n * 4, i -> i % 5 - 2);
      Value normals = file.array("float", n * 8, i -> i % 3);
      Value fluxes = file.array("float", n);
      file.launch("flux", 2, 192, n, neighbours, normals, variables, fluxes);
      near(1e-5, fluxes, i -> sum(4, j -> flux(far, i + j * n)));
    }
  }

  private static double flux(double[] far, int at) {
    int to = at % 5 - 2;
    double x = to >= 0 ? far[1] : to == -1 ? 0 : 1;
    double y = to >= 0 ? far[2] : to == -1 ? 0 : 2;
    return 2 * (x * (2 * at % 3) + y * ((2 * at + 1) % 3));
  }

  @Test
  void speckle() {
    try (CudaFile file = new CudaFile("speckle.cu")) {
      int rows = 20;
      int cells = rows * 30;
      Value image = file.array("float", cells, i -> 20 + i * 17 % 200);
      Value c = file.array("float", cells);
      Value laplace = file.array("float", cells);
      double[] before = read(image);
      file.launch("extract", 3, 256, cells, image);
      near(1e-6, image, i -> Math.exp(before[i] / 255));
      double[] x = read(image);
      file.launch("derive", 3, 256, 0.5f, cells, rows, 30, image, 0.1f, c, laplace);
      near(1e-4, laplace, i -> neighbours(x, rows, i) - 4 * x[i]);
      double[] factor = read(c);
      file.launch("update", 3, 256, 0.5f, rows, 30, cells, c, image);
      near(1e-5, image, i -> x[i] + 0.125 * factor[i]);
      double[] after = read(image);
      file.launch("compress", 3, 256, cells, image);
      near(1e-5, image, i -> 255 * Math.log(after[i]));
    }
  }

  private static double neighbours(double[] x, int rows, int at) {
    int row = at % rows;
    double sum = x[row > 0 ? at - 1 : at] + x[row < rows - 1 ? at + 1 : at];
    return sum + x[at >= rows ? at - rows : at] + x[at + rows < x.length ? at + rows : at];
  }

  @Test
  void boxes() {
    try (CudaFile file = new CudaFile("boxes.cu")) {
      Value points = file.array("double", 3 * 64, i -> i * 29 % 31 / 31.0);
      Value charges = file.array("double", 64, i -> i % 4 - 1.5);
      Value fields = file.array("double", 4 * 64);
      Value boxes =
          file.structs(
              2 * 432, to -> to.putLong(0, 0).putInt(8, 1).putInt(12 + 12, 1).putLong(432, 32));
      byte[] space = bytes(24, to -> to.putLong(8, 2));
      file.launch(
          "potentials",
          2,
          32,
          bytes(8, to -> to.putDouble(0.5)),
          space,
          boxes,
          points,
          charges,
          fields);
      double[] p = read(points);
      near(1e-9, fields, i -> field(p, i / 4, i % 4));
    }
  }

  private static double field(double[] p, int me, int which) {
    double sum = 0;
    for (int j = me < 32 ? 0 : 32; j < 64; j++) {
      double square = 0;
      for (int d = 0; d < 3; d++) {
        square += Math.pow(p[3 * me + d] - p[3 * j + d], 2);
      }
      double v = (j % 4 - 1.5) * Math.exp(-0.5 * square);
      sum += which == 0 ? v : v * (p[3 * me + which - 1] - p[3 * j + which - 1]);
    }
    return sum;
  }

  /** A kernel of two macros, and structs with pointers in constant memory. */
  @Test
  void heart() {
    try (CudaFile file = new CudaFile("heart.cu")) {
      Value frame = file.array("float", 64);
      Value rows = file.array("int", 8, i -> -1);
      set(file.global("d_common_change", "long"), 2, i -> i == 0 ? pointer(frame) : 3L);
      Value common = file.global("d_common", "long");
      set(common, 2, i -> i == 0 ? 40L : 64L);
      Value unique = file.global("d_unique", "long");
      set(unique, 24, i -> i % 3 == 0 ? pointer(rows) + 4L * (i / 3) : i % 3 == 1 ? i / 3 : 0L);
      file.launch("track", 8, 32);
      near(0, frame, i -> 43 + (i / 8 % 2 == 1 ? i / 8 : -(i / 8)));
      near(0, rows, i -> i);
      file.launch("scale_kernel", 1, 32, frame, 2);
      assertEquals(86, at(frame, 0));
      file.launch("shift_kernel", 1, 8, rows, 5);
      near(0, rows, i -> i + 5);
    }
  }
}
