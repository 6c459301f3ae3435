package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** CG on a dense system. The product is computed in partitions of the rows. */
public non-sealed class DenseConjugateGradients extends ConjugateGradients {

  private final Kernel denseProduct = kernel("dense_product");
  private final Input<FloatArray, float[]> a =
      input((long) size * size, () -> Data.toeplitz(size, 1));

  public DenseConjugateGradients(ProgramContext context) {
    super(context);
  }

  @Override
  void product(FloatArray in, FloatArray out) {
    for (Part part : parts()) {
      overRows(part).launch(rows(part), in, out.slice(part.from(), part.to()), part.length(), size);
    }
  }

  /** The kernel of the product, configured for the rows of a partition. */
  Kernel.Configuration overRows(Part part) {
    return over(denseProduct, part.length());
  }

  /** The rows of a partition. */
  final FloatArray rows(Part part) {
    return a.array().slice((long) part.from() * size, (long) part.to() * size);
  }

  @Override
  double[] hostProduct(double[] in) {
    return Data.product(a.host(), in);
  }
}
