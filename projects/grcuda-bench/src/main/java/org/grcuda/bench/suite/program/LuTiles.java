package org.grcuda.bench.suite.program;

import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The LU factorization of a matrix in tiles, in place, without pivoting. It is right-looking, with
 * one step for each tile of the diagonal.
 */
public class LuTiles extends TiledBenchmark {

  private static final int SEED = 1;

  private final Kernel factor = kernel("tile_getrf");
  private final Kernel solveRight = kernel("tile_trsm_right");
  private final Kernel solveLeft = kernel("tile_trsm_left");
  private final Kernel multiply = kernel("tile_gemm");
  private final Tile[][] a;

  public LuTiles(ProgramContext context) {
    super(context);
    TilePattern drawn = TilePattern.drawn(partitions(), density(), SEED);
    a = matrix(drawn, drawn.filledByLu(), SEED, size);
  }

  @Override
  final boolean isPanel(Kernel kernel) {
    return kernel != multiply;
  }

  @Override
  final void block(Part rows, Part columns) {
    int steps = Math.min(rows.to(), columns.to());
    for (int k = 0; k < steps; k++) {
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
      solveRight(i, k);
    }
    for (int j = firstColumn; j < columns.to() && rows.has(k); j++) {
      solveLeft(k, j);
    }
    for (int i = firstRow; i < rows.to(); i++) {
      for (int j = firstColumn; j < columns.to(); j++) {
        update(i, j, k);
      }
    }
  }

  private void factor(int k) {
    Tile tile = a[k][k];
    on(factor, tile, k, k).launch(tile.array(), tile.width());
  }

  private void solveRight(int i, int k) {
    Tile tile = a[i][k];
    if (tile != null) {
      on(solveRight, tile, i, k)
          .launch(a[k][k].array(), tile.array(), tile.height(), tile.width(), 0);
    }
  }

  private void solveLeft(int k, int j) {
    Tile tile = a[k][j];
    if (tile != null) {
      on(solveLeft, tile, k, j).launch(a[k][k].array(), tile.array(), tile.height(), tile.width());
    }
  }

  private void update(int i, int j, int k) {
    Tile left = a[i][k];
    Tile above = a[k][j];
    if (left != null && above != null) {
      Tile tile = a[i][j];
      on(multiply, tile, i, j)
          .launch(
              left.array(),
              above.array(),
              tile.array(),
              tile.height(),
              left.width(),
              tile.width(),
              -1f,
              0);
    }
  }

  @Override
  final Tile last() {
    return a[partitions() - 1][partitions() - 1];
  }

  @Override
  public double[] outputs() {
    return flat(computed(a));
  }

  @Override
  public double[] expected() {
    double[][] rows = written(a);
    for (int k = 0; k < size; k++) {
      for (int i = k + 1; i < size; i++) {
        rows[i][k] /= rows[k][k];
        for (int j = k + 1; j < size; j++) {
          rows[i][j] -= rows[i][k] * rows[k][j];
        }
      }
    }
    return flat(rows);
  }
}
