package org.grcuda.bench.cpu;

import java.util.List;

/** Problems with many operations for each element. */
final class DenseProblems {

  private static final int TILE = 16;

  static final List<Entry> ENTRIES =
      List.of(
          new Entry("matmul", "product of 512 x 512 floats, naive", DenseProblems::matmul),
          new Entry(
              "matmul-tiled",
              "the same, in 16 x 16 tiles of shared memory",
              DenseProblems::matmul));

  private DenseProblems() {}

  private static Problem matmul(boolean quick) {
    int n = quick ? 64 : 512;
    float[] a = Entry.floats(n * n, -1, 1);
    float[] b = Entry.floats(n * n, 0, 1);
    float[] expected = new float[n * n];
    Entry.parallel(
        n,
        row -> {
          double[] sums = new double[n];
          for (int k = 0; k < n; k++) {
            for (int column = 0; column < n; column++) {
              sums[column] += (double) a[row * n + k] * b[k * n + column];
            }
          }
          for (int column = 0; column < n; column++) {
            expected[row * n + column] = (float) sums[column];
          }
        });
    Data c = Data.out("c", new float[n * n]);
    Step.Extent grid = new Step.Extent(n / TILE, n / TILE);
    return Problem.of(
        Step.of(
            "matmul", grid, new Step.Extent(TILE, TILE), Data.in("a", a), Data.in("b", b), c, n),
        Expected.within(1e-3, c, expected));
  }
}
