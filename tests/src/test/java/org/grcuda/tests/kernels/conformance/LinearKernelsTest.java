package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class LinearKernelsTest extends ConformanceTest {

  LinearKernelsTest() {
    super("linear.cu");
  }

  private static double[] product(float[] a, float[] b, int m, int n, int k) {
    double[] c = new double[m * n];
    for (int i = 0; i < m * n * k; i++) {
      int row = i / (n * k);
      int column = i / k % n;
      c[row * n + column] += (double) a[row * k + i % k] * b[i % k * n + column];
    }
    return c;
  }

  private static double[] product(double[] a, double[] b, int m, int n, int k) {
    double[] c = new double[m * n];
    for (int i = 0; i < m * n * k; i++) {
      int row = i / (n * k);
      int column = i / k % n;
      c[row * n + column] += a[row * k + i % k] * b[i % k * n + column];
    }
    return c;
  }

  private static double[] transposed(double[] a, int rows, int columns) {
    double[] t = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      t[i % columns * rows + i / columns] = a[i];
    }
    return t;
  }

  @Test
  void matmulNaive() {
    float[] a = Inputs.floats(37 * 29, -1, 1, 181);
    float[] b = Inputs.floats(29 * 41, -1, 1, 182);
    float[] c = new float[37 * 41];
    call("matmul_naive").grid(3, 5).block(16, 8).run(a, b, c, 37, 41, 29);
    Close.to("matmul_naive", product(a, b, 37, 41, 29), c, 2e-6);
  }

  @Test
  void matmulTiled() {
    float[] a = Inputs.floats(37 * 29, -1, 1, 183);
    float[] b = Inputs.floats(29 * 41, -1, 1, 184);
    float[] c = new float[37 * 41];
    call("matmul_tiled").grid(6, 5).block(8, 8).run(a, b, c, 37, 41, 29);
    Close.to("matmul_tiled", product(a, b, 37, 41, 29), c, 2e-6);
  }

  @Test
  void matmulRegisters() {
    float[] a = Inputs.floats(64 * 64, -1, 1, 185);
    float[] b = Inputs.floats(64 * 64, -1, 1, 186);
    float[] c = new float[64 * 64];
    call("matmul_registers").grid(2, 2).block(8, 8).run(a, b, c, 64);
    Close.to("matmul_registers", product(a, b, 64, 64, 64), c, 4e-6);
  }

  @Test
  void matmulInt8() {
    byte[] a = Inputs.bytes(19 * 32, 187);
    byte[] b = Inputs.bytes(23 * 32, 188);
    int[] c = new int[19 * 23];
    call("matmul_int8").grid(3, 3).block(9, 7).run(a, b, c, 19, 23, 32);
    for (int i = 0; i < c.length; i++) {
      int expected = 0;
      for (int k = 0; k < 32; k++) {
        expected += a[i / 23 * 32 + k] * b[i % 23 * 32 + k];
      }
      assertEquals(expected, c[i]);
    }
  }

  @Test
  void complexMatmul() {
    int n = 13;
    double[] a = Inputs.doubles(2 * n * n, -1, 1, 189);
    double[] b = Inputs.doubles(2 * n * n, -1, 1, 190);
    double[] c = new double[2 * n * n];
    call("complex_matmul").grid(2, 2).block(8, 8).run(a, b, c, n);
    double[] expected = new double[2 * n * n];
    for (int i = 0; i < n * n * n; i++) {
      int p = 2 * (i / n / n * n + i % n);
      int q = 2 * (i % n * n + i / n % n);
      int r = 2 * (i / n);
      expected[r] += a[p] * b[q] - a[p + 1] * b[q + 1];
      expected[r + 1] += a[p] * b[q + 1] + a[p + 1] * b[q];
    }
    Close.to("complex_matmul", expected, c, 1e-13);
  }

  @Test
  void transposeTiled() {
    float[] in = Inputs.floats(50 * 35, -1, 1, 191);
    float[] out = new float[in.length];
    call("transpose_tiled").grid(3, 4).block(16, 4).run(in, out, 50, 35);
    for (int i = 0; i < in.length; i++) {
      assertEquals(in[i], out[i % 35 * 50 + i / 35]);
    }
  }

  @Test
  void gemv() {
    double[] a = Inputs.doubles(21 * 77, -1, 1, 192);
    double[] x = Inputs.doubles(77, -1, 1, 193);
    double[] y = Inputs.doubles(21, -1, 1, 194);
    double[] expected = product(a, x, 21, 1, 77);
    for (int i = 0; i < 21; i++) {
      expected[i] = 1.5 * expected[i] - 0.5 * y[i];
    }
    call("gemv").grid(21).block(32).run(a, x, y, 1.5, -0.5, 21, 77);
    Close.to("gemv", expected, y, 1e-13);
  }

  @Test
  void lu() {
    int n = 24;
    float[] a = Inputs.floats(n * n, -1, 1, 195);
    for (int i = 0; i < n; i++) {
      a[i * n + i] += 20;
    }
    float[] m = a.clone();
    call("lu").block(70).shared(4 * n * n).run(m, n);
    double[] lower = new double[n * n];
    double[] upper = new double[n * n];
    double[] expected = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      lower[i] = i / n > i % n ? m[i] : i / n == i % n ? 1 : 0;
      upper[i] = i / n > i % n ? 0 : m[i];
      expected[i] = a[i];
    }
    Close.to("lu", expected, product(lower, upper, n, n, n), 1e-5);
  }

  @Test
  void cholesky() {
    int n = 20;
    double[] b = Inputs.doubles(n * n, -1, 1, 196);
    double[] a = product(b, transposed(b, n, n), n, n, n);
    for (int i = 0; i < n; i++) {
      a[i * n + i] += 1;
    }
    double[] l = a.clone();
    call("cholesky").block(32).run(l, n);
    for (int i = 0; i < n * n; i++) {
      l[i] = i / n < i % n ? 0 : l[i];
    }
    Close.to("cholesky", a, product(l, transposed(l, n, n), n, n, n), 1e-12);
  }

  @Test
  void gramSchmidt() {
    int rows = 50;
    int columns = 9;
    double[] a = Inputs.doubles(rows * columns, -1, 1, 197);
    double[] q = a.clone();
    double[] r = new double[columns * columns];
    call("gram_schmidt").block(64).run(q, r, rows, columns);
    Close.to("q r", a, product(q, r, rows, columns, columns), 1e-13);
    double[] identity = new double[columns * columns];
    for (int i = 0; i < columns; i++) {
      identity[i * columns + i] = 1;
    }
    double[] square = product(transposed(q, rows, columns), q, columns, columns, rows);
    Close.to("q' q", identity, square, 1e-12);
  }

  @Test
  void gaussJordan() {
    int n = 5;
    double[] a = Inputs.doubles(40 * n * n, -1, 1, 198);
    double[] inverse = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      a[i] += i / n % n == (i + 1) % n ? 3 : 0;
    }
    call("gauss_jordan").grid(4).block(10).run(a, inverse, n);
    for (int s = 0; s < 40; s++) {
      double[] m = Arrays.copyOfRange(a, s * n * n, (s + 1) * n * n);
      double[] i = Arrays.copyOfRange(inverse, s * n * n, (s + 1) * n * n);
      double[] identity = new double[n * n];
      for (int k = 0; k < n; k++) {
        identity[k * n + k] = 1;
      }
      Close.to("gauss_jordan", identity, product(m, i, n, n, n), 1e-11);
    }
  }

  @Test
  void thomas() {
    int n = 30;
    int systems = 45;
    float[] lower = Inputs.floats(n * systems, -1, 1, 199);
    float[] diagonal = Inputs.floats(n * systems, 3, 4, 200);
    float[] upper = Inputs.floats(n * systems, -1, 1, 201);
    float[] right = Inputs.floats(n * systems, -1, 1, 202);
    float[] x = new float[n * systems];
    call("thomas").cover(systems, 32).run(lower, diagonal, upper, right, x, n, systems);
    float[] left = new float[n * systems];
    double[] expected = new double[n * systems];
    for (int i = 0; i < n * systems; i++) {
      double sum = diagonal[i] * x[i];
      sum += i >= systems ? lower[i] * x[i - systems] : 0;
      sum += i + systems < x.length ? upper[i] * x[i + systems] : 0;
      left[i] = (float) sum;
      expected[i] = right[i];
    }
    Close.to("thomas", expected, left, 2e-6);
  }

  @Test
  void jacobi() {
    int n = 40;
    double[] a = Inputs.doubles(n * n, -0.5, 0.5, 203);
    double[] solution = Inputs.doubles(n, -1, 1, 204);
    for (int i = 0; i < n; i++) {
      a[i * n + i] = 20;
    }
    double[] b = product(a, solution, n, 1, n);
    double[] x = new double[n];
    double[] next = new double[n];
    double[] change = {1};
    for (int k = 0; change[0] > 1e-14; k++) {
      change[0] = 0;
      call("jacobi").cover(n, 16).run(a, b, x, next, change, n);
      double[] swap = x;
      x = next;
      next = swap;
      assertTrue(k < 200, "did not converge");
    }
    Close.to("jacobi", solution, x, 1e-12);
  }

  @Test
  void conjugateGradients() {
    int n = 100;
    double[] solution = Inputs.doubles(n, -1, 1, 205);
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      b[i] = 2 * solution[i];
      b[i] -= (i > 0 ? solution[i - 1] : 0) + (i + 1 < n ? solution[i + 1] : 0);
    }
    double[] x = new double[n];
    call("conjugate_gradients").block(128).run(b, x, n, 120);
    Close.to("conjugate_gradients", solution, x, 1e-9);
  }

  /** A sparse matrix of rows of very different lengths, some of them empty. */
  private static final class Sparse {

    static final int ROWS = 90;
    final int[] starts = new int[ROWS + 1];
    final int[] rows = new int[4000];
    final int[] columns = new int[4000];
    final float[] values = Inputs.floats(4000, -1, 1, 206);
    final float[] x = Inputs.floats(200, -1, 1, 207);
    final double[] expected = new double[ROWS];

    Sparse() {
      int k = 0;
      for (int row = 0; row < ROWS; row++) {
        for (int column = row % 7; column < 200 && row % 10 != 3; column += 1 + row * 3 % 50) {
          rows[k] = row;
          columns[k] = column;
          expected[row] += (double) values[k++] * x[column];
        }
        starts[row + 1] = k;
      }
    }
  }

  @Test
  void spmvCsr() {
    var m = new Sparse();
    float[] y = new float[Sparse.ROWS];
    call("spmv_csr").cover(90, 32).run(m.starts, m.columns, m.values, m.x, y, 90);
    Close.to("spmv_csr", m.expected, y, 5e-6);
    Arrays.fill(y, 0);
    call("spmv_csr_vector").grid(30).block(96).run(m.starts, m.columns, m.values, m.x, y, 90);
    Close.to("spmv_csr_vector", m.expected, y, 5e-6);
  }

  @Test
  void spmvEllAndCoo() {
    var m = new Sparse();
    int width = 200;
    int[] columns = new int[width * Sparse.ROWS];
    float[] values = new float[width * Sparse.ROWS];
    Arrays.fill(columns, -1);
    for (int row = 0; row < Sparse.ROWS; row++) {
      for (int k = m.starts[row]; k < m.starts[row + 1]; k++) {
        columns[(k - m.starts[row]) * Sparse.ROWS + row] = m.columns[k];
        values[(k - m.starts[row]) * Sparse.ROWS + row] = m.values[k];
      }
    }
    float[] y = new float[Sparse.ROWS];
    call("spmv_ell").cover(90, 32).run(columns, values, m.x, y, 90, width);
    Close.to("spmv_ell", m.expected, y, 5e-6);
    int n = m.starts[Sparse.ROWS];
    Arrays.fill(y, 0);
    call("spmv_coo").cover(n, 64).run(m.rows, m.columns, m.values, m.x, y, n);
    Close.to("spmv_coo", m.expected, y, 5e-6);
  }

  @Test
  void givens() {
    double[] m = Inputs.doubles(30 * 2 * 8, -1, 1, 208);
    double[] before = m.clone();
    call("givens").grid(3).block(10).run(m, 7, 8);
    for (int i = 0; i < 30; i++) {
      int p = 16 * i;
      assertEquals(0, m[p + 8], 1e-15);
      assertEquals(before[p + 7], m[p + 7]);
      for (int j = 0; j < 7; j++) {
        double old = before[p + j] * before[p + j] + before[p + 8 + j] * before[p + 8 + j];
        assertEquals(old, m[p + j] * m[p + j] + m[p + 8 + j] * m[p + 8 + j], 1e-14);
      }
    }
  }

  @Test
  void powerIteration() {
    int n = 40;
    float[] a = Inputs.floats(n * n, 0, 1, 209);
    float[] v = new float[n];
    float[] eigenvalue = new float[1];
    call("power_iteration").block(48).run(a, v, eigenvalue, n, 40);
    double[] left = product(a, v, n, 1, n);
    float[] right = new float[n];
    for (int i = 0; i < n; i++) {
      right[i] = eigenvalue[0] * v[i];
    }
    Close.to("power_iteration", left, right, 1e-5);
    assertArrayEquals(new double[] {20}, new double[] {eigenvalue[0]}, 1.5);
  }
}
