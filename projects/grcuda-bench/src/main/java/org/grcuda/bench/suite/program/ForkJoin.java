package org.grcuda.bench.suite.program;

import java.util.List;
import java.util.stream.Stream;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * Forks and joins: 8 kernels read one vector, and their results are averaged into the next vector.
 */
public final class ForkJoin extends Benchmark {

  private static final int STEPS = 8;
  private static final int BRANCHES = 8;

  private final Kernel affine = kernel("affine");
  private final Kernel average = kernel("average");
  private final Input<FloatArray, float[]> x = input(size, () -> Data.floats(size, 1, 0, 4));
  private final List<FloatArray> branches =
      Stream.generate(() -> floats(size)).limit(BRANCHES).toList();
  private final List<FloatArray> joined =
      Stream.generate(() -> floats(size)).limit(BRANCHES - 1).toList();

  public ForkJoin(ProgramContext context) {
    super(context);
  }

  @Override
  public double run() {
    FloatArray last = x.array();
    for (int step = 0; step < STEPS; step++) {
      for (int b = 0; b < BRANCHES; b++) {
        over(affine, size).launch(last, branches.get(b), 0.5f, (float) b / BRANCHES, size);
      }
      last = branches.get(0);
      for (int b = 1; b < BRANCHES; b++) {
        over(average, size).launch(last, branches.get(b), joined.get(b - 1), size);
        last = joined.get(b - 1);
      }
    }
    return last.get(0);
  }

  @Override
  public double[] outputs() {
    return Data.toHost(joined.getLast());
  }

  @Override
  public double[] expected() {
    double[] values = Data.widened(x.host());
    for (int i = 0; i < size; i++) {
      for (int step = 0; step < STEPS; step++) {
        double value = 0.5 * values[i];
        for (int b = 1; b < BRANCHES; b++) {
          value = (value + 0.5 * values[i] + (double) b / BRANCHES) / 2;
        }
        values[i] = value;
      }
    }
    return values;
  }
}
