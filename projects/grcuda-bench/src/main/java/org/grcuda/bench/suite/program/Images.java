package org.grcuda.bench.suite.program;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** IMG: an image is sharpened where it has edges, and blurred elsewhere. */
public final class Images extends Benchmark {

  private static final float GAIN = 5;
  private static final float AMOUNT = 0.5f;
  private static final float INFINITY = 1e30f;

  private final int pixels = Math.multiplyExact(size, size);
  private final Kernel gaussianBlur = kernel("gaussian_blur");
  private final Kernel sobel = kernel("sobel");
  private final Kernel extrema = kernel("extrema");
  private final Kernel stretch = kernel("stretch");
  private final Kernel unsharpen = kernel("unsharpen");
  private final Kernel blend = kernel("blend");
  private final Input<FloatArray, float[]> image =
      input(pixels, () -> Data.floats(pixels, 1, 0, 1));
  private final Blur small = new Blur(3, 1);
  private final Blur large = new Blur(5, 10);
  private final Blur unsharp = new Blur(3, 5);
  private final FloatArray smallEdges = floats(pixels);
  private final FloatArray largeEdges = floats(pixels);
  private final FloatArray sharp = floats(pixels);
  private final FloatArray coarse = floats(pixels);
  private final FloatArray result = floats(pixels);
  private final FloatArray bounds = floats(2);

  public Images(ProgramContext context) {
    super(context);
  }

  /** A Gaussian blur and its result. */
  private final class Blur {

    final int diameter;
    final Input<FloatArray, float[]> mask;
    final FloatArray blurred = floats(pixels);

    Blur(int diameter, double deviation) {
      this.diameter = diameter;
      mask = input((long) diameter * diameter, () -> gaussian(diameter, deviation));
    }

    void launch() {
      over(gaussianBlur, size, size)
          .sharedBytes(Float.BYTES * diameter * diameter)
          .launch(blurred, image.array(), size, size, mask.array(), diameter);
    }

    double[] expected() {
      return convolved(Data.widened(image.host()), Data.widened(mask.host()));
    }
  }

  @Override
  public void reset() {
    bounds.slice(0, 1).fill(INFINITY);
    bounds.slice(1, 2).fill(0);
  }

  @Override
  public double run() {
    small.launch();
    large.launch();
    unsharp.launch();
    over(sobel, size, size).launch(smallEdges, small.blurred, size, size);
    over(sobel, size, size).launch(largeEdges, large.blurred, size, size);
    over(extrema, pixels).launch(bounds, largeEdges, pixels);
    over(stretch, pixels).launch(largeEdges, bounds, GAIN, pixels);
    over(unsharpen, pixels).launch(sharp, image.array(), unsharp.blurred, AMOUNT, pixels);
    over(blend, pixels).launch(coarse, sharp, large.blurred, largeEdges, pixels);
    over(blend, pixels).launch(result, coarse, small.blurred, smallEdges, pixels);
    return result.get(0);
  }

  @Override
  public double[] outputs() {
    return Data.toHost(result);
  }

  @Override
  public double[] expected() {
    double[] smooth = small.expected();
    double[] smoother = large.expected();
    double[] blurred = unsharp.expected();
    double[] edges = edges(smoother);
    double low = Arrays.stream(edges).min().orElseThrow();
    double high = Arrays.stream(edges).max().orElseThrow();
    double scale = high > low ? GAIN / (high - low) : 0;
    double[] weights = Arrays.stream(edges).map(e -> Math.min((e - low) * scale, 1)).toArray();
    double[] sharpened = new double[pixels];
    for (int i = 0; i < pixels; i++) {
      double pixel = image.host()[i];
      sharpened[i] = Math.clamp(pixel + AMOUNT * (pixel - blurred[i]), 0, 1);
    }
    return mixed(mixed(sharpened, smoother, weights), smooth, edges(smooth));
  }

  /** The weights of a blur. Their sum is 1. */
  private static float[] gaussian(int diameter, double deviation) {
    int radius = diameter / 2;
    double[] weights = new double[diameter * diameter];
    for (int i = 0; i < weights.length; i++) {
      int x = i % diameter - radius;
      int y = i / diameter - radius;
      weights[i] = Math.exp(-(x * x + y * y) / (2 * deviation * deviation));
    }
    double sum = Arrays.stream(weights).sum();
    float[] normalised = new float[weights.length];
    for (int i = 0; i < weights.length; i++) {
      normalised[i] = (float) (weights[i] / sum);
    }
    return normalised;
  }

  private double[] convolved(double[] picture, double[] weights) {
    int diameter = (int) Math.sqrt(weights.length);
    int radius = diameter / 2;
    double[] sums = new double[pixels];
    for (int at = 0; at < pixels; at++) {
      for (int i = 0; i < weights.length; i++) {
        int row = Math.clamp(at / size + i / diameter - radius, 0, size - 1);
        int column = Math.clamp(at % size + i % diameter - radius, 0, size - 1);
        sums[at] += weights[i] * picture[row * size + column];
      }
    }
    return sums;
  }

  private double[] edges(double[] picture) {
    double[] across = convolved(picture, new double[] {-1, 0, 1, -2, 0, 2, -1, 0, 1});
    double[] down = convolved(picture, new double[] {-1, -2, -1, 0, 0, 0, 1, 2, 1});
    return IntStream.range(0, pixels).mapToDouble(i -> Math.hypot(across[i], down[i])).toArray();
  }

  private static double[] mixed(double[] a, double[] b, double[] weights) {
    return IntStream.range(0, a.length)
        .mapToDouble(i -> a[i] * weights[i] + b[i] * (1 - weights[i]))
        .toArray();
  }
}
