package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** CG on a dense system, the product in partitions of the rows. */
public final class DenseConjugateGradients extends ConjugateGradients {

  private final Kernel denseProduct = kernel("dense_product");
  private final Input<FloatArray, float[]> a =
      input((long) size * size, () -> Data.toeplitz(size, 1));

  public DenseConjugateGradients(ProgramContext context) {
    super(context);
  }

  @Override
  void product(FloatArray in, FloatArray out) {
    for (Part part : parts()) {
      FloatArray rows = a.array().slice((long) part.from() * size, (long) part.to() * size);
      over(denseProduct, part.length())
          .launch(rows, in, out.slice(part.from(), part.to()), part.length(), size);
    }
  }

  @Override
  double[] hostProduct(double[] in) {
    return Data.product(a.host(), in);
  }
}
