package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** MUL: the product of a dense matrix and a vector, in partitions of the rows. */
public final class MatrixVector extends Benchmark {

  private final Kernel denseProduct = kernel("dense_product");
  private final Input<FloatArray, float[]> a =
      input((long) size * size, () -> Data.floats(size * size, 1, 0, 1));
  private final Input<FloatArray, float[]> x = input(size, () -> Data.floats(size, 2, 0, 1));
  private final FloatArray y = floats(size);

  public MatrixVector(ProgramContext context) {
    super(context);
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      FloatArray rows = a.array().slice((long) part.from() * size, (long) part.to() * size);
      over(denseProduct, part.length())
          .launch(rows, x.array(), y.slice(part.from(), part.to()), part.length(), size);
    }
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
