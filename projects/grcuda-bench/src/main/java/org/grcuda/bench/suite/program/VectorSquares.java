package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** VEC: the sum of the differences of two squared vectors. */
public class VectorSquares extends Benchmark {

  final Kernel square = kernel("square");
  final Kernel sumDifference = kernel("sum_difference");
  final Input<FloatArray, float[]> x = input(size, () -> Data.floats(size, 1, 1, 2));
  final Input<FloatArray, float[]> y = input(size, () -> Data.floats(size, 2, 0, 1));
  final FloatArray squaredX = floats(size);
  final FloatArray squaredY = floats(size);
  final FloatArray sums = floats(partitions());

  public VectorSquares(ProgramContext context) {
    super(context);
  }

  @Override
  public void reset() {
    sums.fill(0);
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      int n = part.length();
      FloatArray x2 = squaredX.slice(part.from(), part.to());
      FloatArray y2 = squaredY.slice(part.from(), part.to());
      FloatArray sum = sums.slice(part.index(), part.index() + 1L);
      over(square, n).launch(x.array().slice(part.from(), part.to()), x2, n);
      over(square, n).launch(y.array().slice(part.from(), part.to()), y2, n);
      over(sumDifference, n).launch(x2, y2, sum, n);
    }
    return outputs()[0];
  }

  @Override
  public double[] outputs() {
    double total = 0;
    for (double sum : Data.toHost(sums)) {
      total += sum;
    }
    return new double[] {total};
  }

  @Override
  public double[] expected() {
    double total = 0;
    for (int i = 0; i < size; i++) {
      total += (double) x.host()[i] * x.host()[i] - (double) y.host()[i] * y.host()[i];
    }
    return new double[] {total};
  }
}
