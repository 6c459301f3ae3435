package org.grcuda.bench.suite.program;

import java.util.stream.IntStream;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The Cholesky factorization of the lower triangle of a symmetric matrix in tiles, in place. It is
 * right-looking, with one step for each tile of the diagonal.
 */
public class CholeskyTiles extends TiledBenchmark {

  private static final int SEED = 1;

  private final Kernel factor = kernel("tile_potrf");
  private final Kernel solve = kernel("tile_trsm_right");
  private final Kernel square = kernel("tile_syrk");
  private final Kernel multiply = kernel("tile_gemm");
  private final Tile[][] a;

  public CholeskyTiles(ProgramContext context) {
    super(context);
    TilePattern drawn = TilePattern.drawn(partitions(), density(), SEED);
    a = matrix(drawn, drawn.filledByCholesky(), SEED, size);
  }

  @Override
  final boolean isPanel(Kernel kernel) {
    return kernel == factor || kernel == solve;
  }

  @Override
  final void block(Part rows, Part columns) {
    for (int k = 0; k < columns.to(); k++) {
      step(k, rows, columns);
      stepped();
    }
  }

  private void step(int k, Part rows, Part columns) {
    int firstRow = Math.max(k + 1, rows.from());
    int firstColumn = Math.max(k + 1, columns.from());
    if (rows.has(k) && columns.has(k)) {
      factor(k);
    }
    for (int i = firstRow; i < rows.to() && columns.has(k); i++) {
      solve(i, k);
    }
    for (int i = firstRow; i < rows.to(); i++) {
      for (int j = firstColumn; j < Math.min(i, columns.to()); j++) {
        update(i, j, k);
      }
      if (columns.has(i)) {
        square(i, k);
      }
    }
  }

  private void factor(int k) {
    Tile tile = a[k][k];
    on(factor, tile, k, k).launch(tile.array(), tile.width());
  }

  private void solve(int i, int k) {
    Tile tile = a[i][k];
    if (tile != null) {
      on(solve, tile, i, k).launch(a[k][k].array(), tile.array(), tile.height(), tile.width(), 1);
    }
  }

  private void square(int i, int k) {
    Tile left = a[i][k];
    if (left != null) {
      Tile tile = a[i][i];
      on(square, tile, i, i).launch(left.array(), tile.array(), tile.width(), left.width());
    }
  }

  private void update(int i, int j, int k) {
    Tile left = a[i][k];
    Tile other = a[j][k];
    if (left != null && other != null) {
      Tile tile = a[i][j];
      on(multiply, tile, i, j)
          .launch(
              left.array(),
              other.array(),
              tile.array(),
              tile.height(),
              left.width(),
              tile.width(),
              -1f,
              1);
    }
  }

  @Override
  final Tile last() {
    return a[partitions() - 1][partitions() - 1];
  }

  @Override
  public double[] outputs() {
    return lower(computed(a));
  }

  @Override
  public double[] expected() {
    double[][] rows = written(a);
    for (int k = 0; k < size; k++) {
      rows[k][k] = Math.sqrt(rows[k][k]);
      for (int i = k + 1; i < size; i++) {
        rows[i][k] /= rows[k][k];
      }
      for (int i = k + 1; i < size; i++) {
        for (int j = k + 1; j <= i; j++) {
          rows[i][j] -= rows[i][k] * rows[j][k];
        }
      }
    }
    return lower(rows);
  }

  /** The elements on the diagonal and below. No others are read or written. */
  private static double[] lower(double[][] rows) {
    return IntStream.range(0, rows.length)
        .boxed()
        .flatMapToDouble(i -> IntStream.rangeClosed(0, i).mapToDouble(j -> rows[i][j]))
        .toArray();
  }
}
