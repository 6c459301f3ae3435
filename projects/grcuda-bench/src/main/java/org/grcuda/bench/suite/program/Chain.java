package org.grcuda.bench.suite.program;

import java.util.List;
import java.util.stream.Stream;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** A chain: each kernel reads what the one before has written. */
public final class Chain extends Benchmark {

  private static final int LENGTH = 16;

  private final Kernel affine = kernel("affine");
  private final Input<FloatArray, float[]> x = input(size, () -> Data.floats(size, 1, 0, 4));
  private final List<FloatArray> links = Stream.generate(() -> floats(size)).limit(LENGTH).toList();

  public Chain(ProgramContext context) {
    super(context);
  }

  @Override
  public double run() {
    FloatArray last = x.array();
    for (FloatArray link : links) {
      over(affine, size).launch(last, link, 0.5f, 1f, size);
      last = link;
    }
    return last.get(0);
  }

  @Override
  public double[] outputs() {
    return Data.toHost(links.getLast());
  }

  @Override
  public double[] expected() {
    double[] values = Data.widened(x.host());
    for (int i = 0; i < size; i++) {
      for (int link = 0; link < LENGTH; link++) {
        values[i] = 0.5 * values[i] + 1;
      }
    }
    return values;
  }
}
