package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** CG on a sparse system: the five-point stencil of a grid, and 1 on the diagonal. */
public final class SparseConjugateGradients extends ConjugateGradients {

  private final Kernel sparseProduct = kernel("sparse_product");
  private final Input<IntArray, int[]> rows = intInput(size + 1L, () -> Csr.stencil(size).rows());
  private final Input<IntArray, int[]> columns =
      intInput(Csr.stencilEntries(size), () -> Csr.stencil(size).columns());
  private final Input<FloatArray, float[]> values =
      input(Csr.stencilEntries(size), () -> Csr.stencil(size).values());

  public SparseConjugateGradients(ProgramContext context) {
    super(context);
  }

  @Override
  void product(FloatArray in, FloatArray out) {
    over(sparseProduct, size).launch(rows.array(), columns.array(), values.array(), in, out, size);
  }

  @Override
  double[] hostProduct(double[] in) {
    return new Csr(rows.host(), columns.host(), values.host()).product(in);
  }
}
