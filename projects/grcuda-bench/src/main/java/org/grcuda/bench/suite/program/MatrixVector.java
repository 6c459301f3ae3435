package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** MUL: the product of a dense matrix and a vector, in partitions of the rows. */
public class MatrixVector extends Benchmark {

  final Kernel denseProduct = kernel("dense_product");
  final Input<FloatArray, float[]> a =
      input((long) size * size, () -> Data.floats(size * size, 1, 0, 1));
  final Input<FloatArray, float[]> x = input(size, () -> Data.floats(size, 2, 0, 1));
  final FloatArray y = floats(size);

  public MatrixVector(ProgramContext context) {
    super(context);
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      over(denseProduct, part.length())
          .launch(rows(part), x.array(), y.slice(part.from(), part.to()), part.length(), size);
    }
    return firstOfEach();
  }

  /** The rows of a partition. */
  final FloatArray rows(Part part) {
    return a.array().slice((long) part.from() * size, (long) part.to() * size);
  }

  /** The sum of one element from each partition. Reading the elements waits for all partitions. */
  final double firstOfEach() {
    return parts().stream().mapToDouble(part -> y.get(part.from())).sum();
  }

  @Override
  public double[] outputs() {
    return Data.toHost(y);
  }

  @Override
  public double[] expected() {
    return Data.product(a.host(), Data.widened(x.host()));
  }
}
