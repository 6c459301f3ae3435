package org.grcuda.bench.suite.program;

import java.util.Arrays;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The product of two matrices in tiles, added to a third matrix. There is a kernel for each three
 * tiles.
 */
public class MatrixProduct3d extends TiledBenchmark {

  private static final int SEED = 1;

  private final Kernel multiply = kernel("tile_gemm");
  private final Tile[][] a;
  private final Tile[][] b;
  private final Tile[][] c;

  public MatrixProduct3d(ProgramContext context) {
    super(context);
    int count = partitions();
    TilePattern left = TilePattern.drawn(count, density(), SEED);
    TilePattern right = TilePattern.drawn(count, density(), SEED + 1);
    TilePattern product = left.times(right);
    a = matrix(left, left, SEED, 0);
    b = matrix(right, right, SEED + count * count, 0);
    c = matrix(product, product, SEED + 2 * count * count, 0);
  }

  @Override
  final void block(Part rows, Part columns) {
    for (int k = 0; k < partitions(); k++) {
      for (int i = rows.from(); i < rows.to(); i++) {
        for (int j = columns.from(); j < columns.to(); j++) {
          update(i, j, k);
        }
      }
      stepped();
    }
  }

  private void update(int i, int j, int k) {
    Tile left = a[i][k];
    Tile right = b[k][j];
    if (left != null && right != null) {
      Tile tile = c[i][j];
      on(multiply, tile, i, j)
          .launch(
              left.array(),
              right.array(),
              tile.array(),
              tile.height(),
              left.width(),
              tile.width(),
              1f,
              0);
    }
  }

  @Override
  final Tile last() {
    return Arrays.stream(c)
        .flatMap(Arrays::stream)
        .filter(tile -> tile != null)
        .reduce((one, other) -> other)
        .orElseThrow(
            () -> new IllegalArgumentException("--density: with so few tiles there is no product"));
  }

  @Override
  public double[] outputs() {
    return flat(computed(c));
  }

  @Override
  public double[] expected() {
    double[][] left = written(a);
    double[][] right = written(b);
    double[][] product = written(c);
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < size; k++) {
        for (int j = 0; j < size; j++) {
          product[i][j] += left[i][k] * right[k][j];
        }
      }
    }
    return flat(product);
  }
}
