package org.grcuda.bench.suite.program;

import java.util.stream.IntStream;
import org.grcuda.FloatArray;

/** Input data: the same numbers in every language. */
final class Data {

  /**
   * The length of a cycle of numbers. It is a prime, so that it does not fall in with the sizes of
   * partitions and blocks.
   */
  private static final int CYCLE = 997;

  private static final long MODULUS = (1L << 31) - 1; // Lehmer's generator
  private static final long MULTIPLIER = 48271;
  private static final long SEEDS = 7919;
  private static final int STEPS = 1024;

  private Data() {}

  /** {@code count} whole numbers below 2^31 - 1. */
  static int[] draws(int count, int seed) {
    int[] drawn = new int[count];
    long state = seed * SEEDS + 1;
    for (int i = 0; i < count; i++) {
      state = state * MULTIPLIER % MODULUS;
      drawn[i] = (int) state;
    }
    return drawn;
  }

  /** {@code count} numbers from {@code low} to below {@code high}, which repeat in a cycle. */
  static double[] doubles(int count, int seed, double low, double high) {
    int[] cycle = draws(Math.min(CYCLE, count), seed);
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = low + (high - low) * (cycle[i % CYCLE] % STEPS) / STEPS;
    }
    return values;
  }

  /** As {@link #doubles}, in single precision. */
  static float[] floats(int count, int seed, double low, double high) {
    int[] cycle = draws(Math.min(CYCLE, count), seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (low + (high - low) * (cycle[i % CYCLE] % STEPS) / STEPS);
    }
    return values;
  }

  /**
   * A symmetric, positive definite matrix of n x n. It has 4 on the diagonal, and elements fall off
   * with the square of the distance from it.
   */
  static float[] toeplitz(int n, int seed) {
    int[] scale = draws(CYCLE, seed);
    float[] row = new float[n];
    row[0] = 4;
    for (int k = 1; k < n; k++) {
      row[k] = (float) (scale[k % CYCLE] % STEPS / (double) STEPS / ((double) k * k));
    }
    float[] matrix = new float[Math.multiplyExact(n, n)];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix[i * n + j] = row[Math.abs(i - j)];
      }
    }
    return matrix;
  }

  /** The elements of an array, as doubles. */
  static double[] toHost(FloatArray array) {
    return widened(array.toArray());
  }

  static double[] widened(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
  }

  static double inner(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  /** The product of a vector and a dense matrix that is stored row by row. */
  static double[] product(float[] matrix, double[] x) {
    int n = x.length;
    double[] y = new double[matrix.length / n];
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j < n; j++) {
        y[i] += matrix[i * n + j] * x[j];
      }
    }
    return y;
  }
}
