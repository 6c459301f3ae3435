package org.grcuda.bench.suite.program;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.grcuda.FloatArray;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** HITS: hubs and authorities among the vertices of a random graph. */
public final class Hits extends Benchmark {

  private static final int STEPS = 5;
  private static final int DEGREE = 3;

  private final Kernel gather = kernel("gather");
  private final Kernel addUp = kernel("add_up");
  private final Kernel divide = kernel("divide");
  private final Graph out = new Graph(this::edges);
  private final Graph in = new Graph(this::reverseEdges);
  private final FloatArray hubs = floats(size);
  private final FloatArray authorities = floats(size);
  private final FloatArray newHubs = floats(size);
  private final FloatArray newAuthorities = floats(size);
  private final FloatArray sums = floats(2L * STEPS);

  public Hits(ProgramContext context) {
    super(context);
  }

  private final class Graph {

    final Input<IntArray, int[]> rows;
    final Input<IntArray, int[]> columns;

    Graph(Supplier<Csr> csr) {
      rows = intInput(size + 1L, () -> csr.get().rows());
      columns = intInput((long) DEGREE * size, () -> csr.get().columns());
    }
  }

  private Csr edges() {
    return Csr.ofEdges(sources(), targets(), size);
  }

  private Csr reverseEdges() {
    return Csr.ofEdges(targets(), sources(), size);
  }

  private int[] sources() {
    return IntStream.range(0, DEGREE * size).map(i -> i / DEGREE).toArray();
  }

  private int[] targets() {
    return Arrays.stream(Data.draws(DEGREE * size, 1)).map(k -> k % size).toArray();
  }

  @Override
  public void reset() {
    hubs.fill((float) (1.0 / size));
    authorities.fill((float) (1.0 / size));
    sums.fill(0);
  }

  @Override
  public double run() {
    int n = size;
    for (int step = 0; step < STEPS; step++) {
      FloatArray a = sums.slice(2L * step, 2L * step + 1);
      FloatArray h = sums.slice(2L * step + 1, 2L * step + 2);
      over(gather, n).launch(in.rows.array(), in.columns.array(), hubs, newAuthorities, n);
      over(gather, n).launch(out.rows.array(), out.columns.array(), authorities, newHubs, n);
      over(addUp, n).launch(newAuthorities, a, n);
      over(addUp, n).launch(newHubs, h, n);
      over(divide, n).launch(newAuthorities, a, authorities, n);
      over(divide, n).launch(newHubs, h, hubs, n);
    }
    return (double) authorities.get(0) * n + (double) hubs.get(0) * n;
  }

  /** The scores, multiplied by the number of vertices so that they are about 1. */
  @Override
  public double[] outputs() {
    return scaled(Data.toHost(authorities), Data.toHost(hubs));
  }

  @Override
  public double[] expected() {
    Csr forth = edges();
    Csr back = reverseEdges();
    double[] hub = new double[size];
    Arrays.fill(hub, 1.0 / size);
    double[] authority = hub;
    for (int step = 0; step < STEPS; step++) {
      double[] nextAuthority = normalised(back.product(hub));
      hub = normalised(forth.product(authority));
      authority = nextAuthority;
    }
    return scaled(authority, hub);
  }

  private double[] scaled(double[] authority, double[] hub) {
    return DoubleStream.concat(Arrays.stream(authority), Arrays.stream(hub))
        .map(score -> score * size)
        .toArray();
  }

  private static double[] normalised(double[] scores) {
    double sum = Arrays.stream(scores).sum();
    return Arrays.stream(scores).map(score -> score / sum).toArray();
  }
}
