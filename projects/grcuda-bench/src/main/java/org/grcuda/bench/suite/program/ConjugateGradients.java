package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The common part of the two benchmarks of the conjugate gradient method: all but the product. It
 * solves A x = b from x = 0. The scalars stay on the devices, and each step has its own.
 */
abstract sealed class ConjugateGradients extends Benchmark
    permits SparseConjugateGradients, DenseConjugateGradients {

  private static final int STEPS = 8;
  private static final int SEED = 7;

  private final Kernel dot = kernel("dot");
  private final Kernel stepAlong = kernel("step_along");
  private final Kernel nextDirection = kernel("next_direction");
  private final Input<FloatArray, float[]> b = input(size, () -> Data.floats(size, SEED, 0, 1));
  private final FloatArray x = floats(size);
  private final FloatArray r = floats(size);
  private final FloatArray p = floats(size);
  private final FloatArray ap = floats(size);
  private final FloatArray rr = floats(STEPS + 1L);
  private final FloatArray pap = floats(STEPS);

  ConjugateGradients(ProgramContext context) {
    super(context);
  }

  /** Launches {@code out = A in}. */
  abstract void product(FloatArray in, FloatArray out);

  /** The kernel, configured for whole vectors. */
  Kernel.Configuration vector(Kernel kernel) {
    return over(kernel, size);
  }

  /** Computes {@code A in} on the host. */
  abstract double[] hostProduct(double[] in);

  @Override
  public final void reset() {
    x.fill(0);
    rr.fill(0);
    pap.fill(0);
    r.copyFrom(b.array());
    p.copyFrom(b.array());
  }

  @Override
  public double run() {
    vector(dot).launch(r, r, rr.slice(0, 1), size);
    for (int k = 0; k < STEPS; k++) {
      FloatArray before = rr.slice(k, k + 1L);
      FloatArray after = rr.slice(k + 1L, k + 2L);
      FloatArray curvature = pap.slice(k, k + 1L);
      product(p, ap);
      vector(dot).launch(p, ap, curvature, size);
      vector(stepAlong).launch(x, p, before, curvature, 1f, size);
      vector(stepAlong).launch(r, ap, before, curvature, -1f, size);
      vector(dot).launch(r, r, after, size);
      vector(nextDirection).launch(p, r, after, before, size);
    }
    return x.get(0);
  }

  @Override
  public final double[] outputs() {
    return Data.toHost(x);
  }

  @Override
  public final double[] expected() {
    double[] solution = new double[size];
    double[] residual = Data.widened(b.host());
    double[] direction = residual.clone();
    double square = Data.inner(residual, residual);
    for (int k = 0; k < STEPS; k++) {
      double[] image = hostProduct(direction);
      double alpha = square / Data.inner(direction, image);
      for (int i = 0; i < size; i++) {
        solution[i] += alpha * direction[i];
        residual[i] -= alpha * image[i];
      }
      double before = square;
      square = Data.inner(residual, residual);
      for (int i = 0; i < size; i++) {
        direction[i] = residual[i] + square / before * direction[i];
      }
    }
    return solution;
  }
}
