package org.grcuda.bench.suite.program;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** DL: two images go through two branches of convolutions, and one decision combines both. */
public final class NeuralNetwork extends Benchmark {

  // Channels of the image, and after each convolution.
  private static final int IMAGE = 1;
  private static final int FIRST = 4;
  private static final int SECOND = 8;

  private static final int MASK = 9;
  private static final int SEED = 9;

  // Pixels along a side after the first convolution, the pool, the second convolution.
  private final int firstSide = (size + 1) / 2;
  private final int pooledSide = firstSide / 2;
  private final int secondSide = (pooledSide + 1) / 2;

  private final Kernel convolve = kernel("convolve");
  private final Kernel pool = kernel("pool");
  private final Kernel channelMeans = kernel("channel_means");
  private final Kernel decide = kernel("decide");
  private final List<Branch> branches = List.of(new Branch(0), new Branch(3));
  private final Input<FloatArray, float[]> weights =
      input(2L * SECOND, () -> Data.floats(2 * SECOND, SEED, -1, 1));
  private final FloatArray result = floats(1);

  public NeuralNetwork(ProgramContext context) {
    super(context);
  }

  /** One branch: its image, its masks, and the result of each layer. */
  private final class Branch {

    final Input<FloatArray, float[]> image;
    final Input<FloatArray, float[]> first;
    final Input<FloatArray, float[]> second;
    final FloatArray convolved = floats((long) FIRST * firstSide * firstSide);
    final FloatArray pooled = floats((long) FIRST * pooledSide * pooledSide);
    final FloatArray deeper = floats((long) SECOND * secondSide * secondSide);
    final FloatArray features = floats(SECOND);

    Branch(int seed) {
      image = input((long) size * size, () -> Data.floats(size * size, seed + 1, 0, 1));
      first = masks(IMAGE * FIRST, seed + 2);
      second = masks(FIRST * SECOND, seed + 3);
    }

    private Input<FloatArray, float[]> masks(int count, int seed) {
      return input((long) MASK * count, () -> Data.floats(MASK * count, seed, -0.25, 0.5));
    }

    void launch() {
      over(convolve, FIRST * firstSide * firstSide)
          .launch(image.array(), first.array(), convolved, size, IMAGE, FIRST);
      over(pool, FIRST * pooledSide * pooledSide).launch(convolved, pooled, firstSide, FIRST);
      over(convolve, SECOND * secondSide * secondSide)
          .launch(pooled, second.array(), deeper, pooledSide, FIRST, SECOND);
      over(channelMeans, SECOND).launch(deeper, features, secondSide * secondSide, SECOND);
    }

    double[] expected() {
      double[] a = convolved(Data.widened(image.host()), first.host(), size, IMAGE, FIRST);
      double[] b = convolved(pooled(a, firstSide, FIRST), second.host(), pooledSide, FIRST, SECOND);
      double[] means = new double[SECOND];
      int pixels = secondSide * secondSide;
      for (int i = 0; i < b.length; i++) {
        means[i / pixels] += b[i] / pixels;
      }
      return means;
    }
  }

  @Override
  public double run() {
    branches.forEach(Branch::launch);
    decide
        .grid(1)
        .block(32)
        .launch(
            branches.get(0).features, branches.get(1).features, weights.array(), result, SECOND);
    return result.get(0);
  }

  @Override
  public double[] outputs() {
    List<Double> all = new ArrayList<>();
    all.add((double) result.get(0));
    for (Branch branch : branches) {
      for (double feature : Data.toHost(branch.features)) {
        all.add(feature);
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Override
  public double[] expected() {
    double[] all = new double[1 + 2 * SECOND];
    System.arraycopy(branches.get(0).expected(), 0, all, 1, SECOND);
    System.arraycopy(branches.get(1).expected(), 0, all, 1 + SECOND, SECOND);
    double score = 0;
    for (int f = 0; f < 2 * SECOND; f++) {
      score += weights.host()[f] * all[1 + f];
    }
    all[0] = 1 / (1 + Math.exp(-score));
    return all;
  }

  private static double[] convolved(double[] x, float[] masks, int side, int in, int out) {
    int half = (side + 1) / 2;
    double[] y = new double[out * half * half];
    for (int i = 0; i < y.length; i++) {
      int channel = i / (half * half);
      for (int c = 0; c < in; c++) {
        for (int k = 0; k < MASK; k++) {
          int row = i / half % half * 2 + k / 3 - 1;
          int column = i % half * 2 + k % 3 - 1;
          if (row >= 0 && row < side && column >= 0 && column < side) {
            y[i] += masks[(channel * in + c) * MASK + k] * x[(c * side + row) * side + column];
          }
        }
      }
      y[i] = Math.max(y[i], 0);
    }
    return y;
  }

  private static double[] pooled(double[] x, int side, int channels) {
    int half = side / 2;
    double[] y = new double[channels * half * half];
    for (int i = 0; i < y.length; i++) {
      int at = (i / (half * half) * side + i / half % half * 2) * side + i % half * 2;
      y[i] = (x[at] + x[at + 1] + x[at + side] + x[at + side + 1]) / 4;
    }
    return y;
  }
}
