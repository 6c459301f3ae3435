package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** The product of two dense matrices, in partitions of the rows. */
public class MatrixProduct extends Benchmark {

  final Kernel matrixProduct = kernel("matrix_product");
  final Input<FloatArray, float[]> a =
      input((long) size * size, () -> Data.floats(size * size, 1, 0, 1));
  final Input<FloatArray, float[]> b =
      input((long) size * size, () -> Data.floats(size * size, 2, 0, 1));
  final FloatArray c = floats((long) size * size);

  public MatrixProduct(ProgramContext context) {
    super(context);
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      over(matrixProduct, size, part.length())
          .launch(rows(a.array(), part), b.array(), rows(c, part), part.length(), size, size);
    }
    return firstOfEach();
  }

  /** The rows of a partition. */
  final FloatArray rows(FloatArray matrix, Part part) {
    return matrix.slice((long) part.from() * size, (long) part.to() * size);
  }

  /** The sum of one element from each partition. Reading the elements waits for all partitions. */
  final double firstOfEach() {
    return parts().stream().mapToDouble(part -> c.get((long) part.from() * size)).sum();
  }

  @Override
  public double[] outputs() {
    return Data.toHost(c);
  }

  @Override
  public double[] expected() {
    double[] product = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < size; k++) {
        double factor = a.host()[i * size + k];
        for (int j = 0; j < size; j++) {
          product[i * size + j] += factor * b.host()[k * size + j];
        }
      }
    }
    return product;
  }
}
