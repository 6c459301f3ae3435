package org.grcuda.bench.suite.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The product of two matrices, one in blocks of rows and one in blocks of columns. There is a
 * kernel for each pair of blocks.
 */
public final class MatrixProduct2d extends Benchmark {

  private static final int SEED = 1;

  private final Kernel multiply = kernel("tile_product");
  private final List<Input<FloatArray, float[]>> a = new ArrayList<>();
  private final List<Input<FloatArray, float[]>> b = new ArrayList<>();
  private final TilePattern computed;
  private final FloatArray[][] c;

  public MatrixProduct2d(ProgramContext context) {
    super(context);
    int count = partitions();
    computed = TilePattern.drawn(count, density(), SEED);
    c = new FloatArray[count][count];
    for (Part part : parts()) {
      int elements = part.length() * size;
      int i = part.index();
      a.add(input(elements, () -> Data.floats(elements, SEED + i, 0, 1)));
      b.add(input(elements, () -> Data.floats(elements, SEED + count + i, 0, 1)));
      for (Part columns : parts()) {
        if (computed.has(i, columns.index())) {
          c[i][columns.index()] = floats(part.length() * columns.length());
        }
      }
    }
  }

  @Override
  public double run() {
    for (Part rows : parts()) {
      for (Part columns : parts()) {
        FloatArray tile = c[rows.index()][columns.index()];
        if (tile != null) {
          over(multiply, rows.length() * columns.length())
              .launch(
                  a.get(rows.index()).array(),
                  b.get(columns.index()).array(),
                  tile,
                  rows.length(),
                  size,
                  columns.length());
        }
      }
    }
    synchronize();
    FloatArray last = tiles().getLast();
    return last.get(last.length() - 1);
  }

  private List<FloatArray> tiles() {
    List<FloatArray> tiles =
        Arrays.stream(c).flatMap(Arrays::stream).filter(tile -> tile != null).toList();
    if (tiles.isEmpty()) {
      throw new IllegalArgumentException("--density: with so few tiles there is no product");
    }
    return tiles;
  }

  @Override
  public double[] outputs() {
    return tiles().stream().flatMapToDouble(tile -> Arrays.stream(Data.toHost(tile))).toArray();
  }

  @Override
  public double[] expected() {
    List<double[]> products = new ArrayList<>();
    for (Part rows : parts()) {
      for (Part columns : parts()) {
        if (computed.has(rows.index(), columns.index())) {
          products.add(product(rows, columns));
        }
      }
    }
    return products.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private double[] product(Part rows, Part columns) {
    float[] left = a.get(rows.index()).host();
    float[] right = b.get(columns.index()).host();
    int width = columns.length();
    double[] product = new double[rows.length() * width];
    for (int i = 0; i < rows.length(); i++) {
      for (int k = 0; k < size; k++) {
        for (int j = 0; j < width; j++) {
          product[i * width + j] += (double) left[i * size + k] * right[k * width + j];
        }
      }
    }
    return product;
  }
}
