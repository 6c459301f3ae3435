package org.grcuda.bench.cpu;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Sampler;

/** Problems on matrices, images and bodies. */
final class DenseProblems {

  private static final int TILE = 16;
  private static final int WARPS = 4;
  private static final Step.Extent BLOCK = new Step.Extent(TILE, TILE);
  private static final int STENCIL_STEPS = 10;
  private static final int RADIUS = 3;
  private static final int TRANSPOSED_TILE = 32;
  private static final double ANGLE = 0.5;
  private static final int BODY = 4;
  private static final int BODIES_OF_BLOCK = 256;

  static final List<Entry> ENTRIES =
      List.of(
          new Entry("matmul", "product of 512 x 512 floats, naive", DenseProblems::matmul),
          new Entry(
              "matmul-tiled", "the same, in 16 x 16 tiles of shared memory", DenseProblems::matmul),
          new Entry(
              "matmul-half",
              "product of 512 x 512 halves, sums in float, by tensor cores",
              DenseProblems::matmulOfHalves),
          new Entry("stencil", "5 points, 2048 x 2048 floats, 10 launches", DenseProblems::stencil),
          new Entry("convolution", "7 x 7 weights, 2048 x 2048 floats", DenseProblems::convolution),
          new Entry(
              "transpose", "4096 x 4096 floats, tiles in shared memory", DenseProblems::transpose),
          new Entry(
              "rotation",
              "2000 x 2000 floats turned around, a texture with linear filter",
              DenseProblems::rotation),
          new Entry("nbody", "8192 bodies, tiles in shared memory", DenseProblems::nbody));

  private DenseProblems() {}

  private static Step.Extent squareGrid(int n) {
    return new Step.Extent(n / TILE, n / TILE);
  }

  private static Problem matmul(boolean quick) {
    int n = quick ? 64 : 512;
    float[] a = Entry.floats(n * n, -1, 1);
    float[] b = Entry.floats(n * n, 0, 1);
    float[] expected = new float[n * n];
    Entry.parallel(
        n,
        row -> {
          double[] sums = new double[n];
          for (int k = 0; k < n; k++) {
            for (int column = 0; column < n; column++) {
              sums[column] += (double) a[row * n + k] * b[k * n + column];
            }
          }
          for (int column = 0; column < n; column++) {
            expected[row * n + column] = (float) sums[column];
          }
        });
    Data c = Data.out("c", new float[n * n]);
    return Problem.of(
        Step.of("matmul", squareGrid(n), BLOCK, Data.in("a", a), Data.in("b", b), c, n),
        Expected.within(1e-3, c, expected));
  }

  /** Halves lie in pairs in integers; the second matrix column after column. */
  private static Problem matmulOfHalves(boolean quick) {
    int n = quick ? 64 : 512;
    int[] a = halves(Entry.floats(n * n, -1, 1));
    int[] b = halves(Entry.floats(n * n, 0, 1));
    float[] expected = new float[n * n];
    Entry.parallel(
        n,
        row -> {
          for (int column = 0; column < n; column++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
              sum += (double) half(a, row * n + k) * half(b, column * n + k);
            }
            expected[row * n + column] = (float) sum;
          }
        });
    Data c = Data.out("c", new float[n * n]);
    int warps = n / TILE * (n / (2 * TILE));
    return Problem.of(
        Step.of("matmul", warps / WARPS, WARPS * 32, Data.in("a", a), Data.in("b", b), c, n),
        Expected.within(1e-3, c, expected));
  }

  private static int[] halves(float[] values) {
    int[] pairs = new int[values.length / 2];
    for (int i = 0; i < values.length; i++) {
      pairs[i / 2] |= (Float.floatToFloat16(values[i]) & 0xffff) << 16 * (i % 2);
    }
    return pairs;
  }

  private static float half(int[] pairs, int index) {
    return Float.float16ToFloat((short) (pairs[index / 2] >> 16 * (index % 2)));
  }

  private static Problem stencil(boolean quick) {
    int n = quick ? 128 : 2048;
    float[] initial = Entry.floats(n * n, 0, 1);
    float[] expected = initial.clone();
    float[] other = initial.clone();
    for (int step = 0; step < STENCIL_STEPS; step++) {
      relax(expected, other, n);
      float[] swapped = expected;
      expected = other;
      other = swapped;
    }
    Data u = Data.inout("u", initial);
    Data v = Data.out("v", new float[n * n]);
    List<Step> steps = new ArrayList<>();
    for (int step = 0; step < STENCIL_STEPS; step += 2) {
      steps.add(Step.of("stencil", squareGrid(n), BLOCK, u, v, n, n));
      steps.add(Step.of("stencil", squareGrid(n), BLOCK, v, u, n, n));
    }
    return Problem.of(
        steps, List.of(u, v, n, n, STENCIL_STEPS), Expected.within(1e-5, u, expected));
  }

  private static void relax(float[] u, float[] v, int n) {
    Entry.parallel(
        n - 2,
        row -> {
          for (int i = (row + 1) * n + 1; i < (row + 2) * n - 1; i++) {
            v[i] = 0.2f * (u[i] + u[i - 1] + u[i + 1] + u[i - n] + u[i + n]);
          }
        });
  }

  private static Problem convolution(boolean quick) {
    int n = quick ? 128 : 2048;
    int side = 2 * RADIUS + 1;
    float[] in = Entry.floats(n * n, 0, 1);
    float[] weights = Entry.floats(side * side, -1, 1);
    float[] expected = new float[n * n];
    Entry.parallel(
        n,
        y -> {
          for (int x = 0; x < n; x++) {
            double sum = 0;
            for (int v = Math.max(0, y - RADIUS); v <= Math.min(n - 1, y + RADIUS); v++) {
              for (int u = Math.max(0, x - RADIUS); u <= Math.min(n - 1, x + RADIUS); u++) {
                sum += (double) in[v * n + u] * weights[(v - y + RADIUS) * side + u - x + RADIUS];
              }
            }
            expected[y * n + x] = (float) sum;
          }
        });
    Data out = Data.out("out", new float[n * n]);
    return Problem.of(
        Step.of(
            "convolution",
            squareGrid(n),
            BLOCK,
            Data.in("in", in),
            Data.in("weights", weights),
            out,
            n,
            n),
        Expected.within(1e-4, out, expected));
  }

  private static Problem transpose(boolean quick) {
    int n = quick ? 128 : 4096;
    float[] in = Entry.floats(n * n, -1, 1);
    float[] expected = new float[n * n];
    Entry.parallel(
        n,
        row -> {
          for (int column = 0; column < n; column++) {
            expected[row * n + column] = in[column * n + row];
          }
        });
    Data out = Data.out("out", new float[n * n]);
    Step.Extent grid = new Step.Extent(n / TRANSPOSED_TILE, n / TRANSPOSED_TILE);
    return Problem.of(
        Step.of("transpose", grid, new Step.Extent(TRANSPOSED_TILE, 8), Data.in("in", in), out, n),
        Expected.exactly(out, expected));
  }

  private static Problem rotation(boolean quick) {
    int n = quick ? 128 : 2000;
    float[] image = Entry.floats(n * n, 0, 1);
    float[] expected = new float[n * n];
    float cosine = (float) Math.cos(ANGLE);
    float sine = (float) Math.sin(ANGLE);
    Entry.parallel(
        n,
        y -> {
          for (int x = 0; x < n; x++) {
            double dx = x + 0.5 - 0.5 * n;
            double dy = y + 0.5 - 0.5 * n;
            double u = cosine * dx - sine * dy + 0.5 * n - 0.5;
            double v = sine * dx + cosine * dy + 0.5 * n - 0.5;
            expected[y * n + x] = between(image, n, u, v);
          }
        });
    Data out = Data.out("out", new float[n * n]);
    Texture texture =
        new Texture(
            Data.in("image", image),
            n,
            n,
            Sampler.PLAIN.withFilter(FilterMode.LINEAR).withAddress(AddressMode.BORDER));
    // Weights have 8 bits.
    return Problem.of(
        Step.of("turn", squareGrid(n), BLOCK, texture, out, n, cosine, sine),
        Expected.within(1e-2, out, expected));
  }

  /** Between pixels; there is nothing beyond the edge. */
  private static float between(float[] image, int n, double u, double v) {
    int i = (int) Math.floor(u);
    int j = (int) Math.floor(v);
    double sum = 0;
    for (int y = Math.max(0, j); y <= Math.min(n - 1, j + 1); y++) {
      for (int x = Math.max(0, i); x <= Math.min(n - 1, i + 1); x++) {
        sum += image[y * n + x] * (1 - Math.abs(u - x)) * (1 - Math.abs(v - y));
      }
    }
    return (float) sum;
  }

  private static Problem nbody(boolean quick) {
    int n = quick ? 512 : 8192;
    float softening = 1e-3f;
    float[] bodies = Entry.floats(BODY * n, 0, 1);
    float[] expected = new float[BODY * n];
    Entry.parallel(n, i -> accelerate(bodies, softening, i, expected));
    Data accelerations = Data.out("accelerations", new float[BODY * n]);
    return Problem.of(
        Step.of(
            "nbody",
            n / BODIES_OF_BLOCK,
            BODIES_OF_BLOCK,
            Data.in("bodies", bodies),
            accelerations,
            softening,
            n),
        Expected.within(1e-3, accelerations, expected));
  }

  private static void accelerate(float[] bodies, float softening, int i, float[] accelerations) {
    double[] sums = new double[BODY - 1];
    for (int j = 0; j < bodies.length; j += BODY) {
      double dx = (double) bodies[j] - bodies[BODY * i];
      double dy = (double) bodies[j + 1] - bodies[BODY * i + 1];
      double dz = (double) bodies[j + 2] - bodies[BODY * i + 2];
      double squared = dx * dx + dy * dy + dz * dz + softening;
      double pull = bodies[j + 3] / (squared * Math.sqrt(squared));
      sums[0] += dx * pull;
      sums[1] += dy * pull;
      sums[2] += dz * pull;
    }
    for (int axis = 0; axis < sums.length; axis++) {
      accelerations[BODY * i + axis] = (float) sums[axis];
    }
  }
}
