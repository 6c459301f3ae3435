package org.grcuda.bench.suite.program;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** A tree: vectors are averaged in pairs, and so are the results, up to one vector. */
public final class Tree extends Benchmark {

  private static final int LEAVES = 16;

  private final Kernel average = kernel("average");
  private final List<Input<FloatArray, float[]>> leaves =
      IntStream.range(0, LEAVES)
          .mapToObj(i -> input(size, () -> Data.floats(size, i + 1, 0, 4)))
          .toList();
  private final List<FloatArray> inner =
      Stream.generate(() -> floats(size)).limit(LEAVES - 1).toList();

  public Tree(ProgramContext context) {
    super(context);
  }

  @Override
  public double run() {
    List<FloatArray> nodes = new ArrayList<>(leaves.stream().map(Input::array).toList());
    for (FloatArray node : inner) {
      int children = 2 * (nodes.size() - LEAVES);
      over(average, size).launch(nodes.get(children), nodes.get(children + 1), node, size);
      nodes.add(node);
    }
    return inner.getLast().get(0);
  }

  @Override
  public double[] outputs() {
    return Data.toHost(inner.getLast());
  }

  @Override
  public double[] expected() {
    double[] means = new double[size];
    for (Input<FloatArray, float[]> leaf : leaves) {
      for (int i = 0; i < size; i++) {
        means[i] += leaf.host()[i] / (double) LEAVES;
      }
    }
    return means;
  }
}
