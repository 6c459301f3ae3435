package org.grcuda.bench.suite.program;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * Lanczos: the tridiagonal form of a dense symmetric matrix. The products are computed in
 * partitions of the rows.
 */
public class Lanczos extends Benchmark {

  private static final int STEPS = 8;

  private final Kernel denseProduct = kernel("dense_product");
  private final Kernel dot = kernel("dot");
  private final Kernel orthogonalise = kernel("orthogonalise");
  private final Kernel scaleToUnit = kernel("scale_to_unit");
  private final Input<FloatArray, float[]> a =
      input((long) size * size, () -> Data.toeplitz(size, 1));
  private final Input<FloatArray, float[]> start = input(size, () -> Data.floats(size, 2, 0.5, 1));
  private final FloatArray w = floats(size);
  private final FloatArray[] inTurn = {floats(size), floats(size)};
  private final FloatArray zeros = floats(size);
  private final FloatArray alpha = floats(STEPS);

  /** Squared norms. The first one is that of the start vector. */
  private final FloatArray beta = floats(STEPS + 1L);

  public Lanczos(ProgramContext context) {
    super(context);
  }

  @Override
  public void reset() {
    alpha.fill(0);
    beta.fill(0);
    zeros.fill(0);
    w.copyFrom(start.array());
  }

  @Override
  public double run() {
    for (int k = 0; k < STEPS; k++) {
      FloatArray diagonal = alpha.slice(k, k + 1L);
      FloatArray beside = beta.slice(k, k + 1L);
      FloatArray v = inTurn[k % 2];
      FloatArray previous = k == 0 ? zeros : inTurn[(k + 1) % 2];
      vector(dot).launch(w, w, beside, size);
      vector(scaleToUnit).launch(w, beside, v, size);
      product(v);
      vector(dot).launch(w, v, diagonal, size);
      vector(orthogonalise).launch(w, v, previous, diagonal, beside, size);
    }
    vector(dot).launch(w, w, beta.slice(STEPS, STEPS + 1L), size);
    return beta.get(STEPS);
  }

  private void product(FloatArray v) {
    for (Part part : parts()) {
      overRows(part).launch(rows(part), v, w.slice(part.from(), part.to()), part.length(), size);
    }
  }

  /** The kernel, configured for whole vectors. */
  Kernel.Configuration vector(Kernel kernel) {
    return over(kernel, size);
  }

  /** The kernel of the product, configured for the rows of a partition. */
  Kernel.Configuration overRows(Part part) {
    return over(denseProduct, part.length());
  }

  /** The rows of a partition. */
  final FloatArray rows(Part part) {
    return a.array().slice((long) part.from() * size, (long) part.to() * size);
  }

  /** The diagonal, then the elements beside it. */
  @Override
  public double[] outputs() {
    DoubleStream beside = Arrays.stream(Data.toHost(beta)).skip(1).map(Math::sqrt);
    return DoubleStream.concat(Arrays.stream(Data.toHost(alpha)), beside).toArray();
  }

  @Override
  public double[] expected() {
    double[] results = new double[2 * STEPS];
    double[] next = Data.widened(start.host());
    double[] last = new double[size];
    double norm = Math.sqrt(Data.inner(next, next));
    for (int k = 0; k < STEPS; k++) {
      double divisor = norm;
      double[] v = Arrays.stream(next).map(value -> value / divisor).toArray();
      next = Data.product(a.host(), v);
      results[k] = Data.inner(next, v);
      for (int i = 0; i < size; i++) {
        next[i] -= results[k] * v[i] + norm * last[i];
      }
      last = v;
      norm = Math.sqrt(Data.inner(next, next));
      results[STEPS + k] = norm;
    }
    return results;
  }
}
