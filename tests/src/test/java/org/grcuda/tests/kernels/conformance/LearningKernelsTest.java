package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LearningKernelsTest extends ConformanceTest {

  private static final int ROWS = 13;
  private static final int COLUMNS = 77;

  private final float[] x = Inputs.floats(ROWS * COLUMNS, -5, 5, 281);

  LearningKernelsTest() {
    super("learning.cu");
  }

  private double[] row(int row) {
    return IntStream.range(0, COLUMNS).mapToDouble(c -> x[row * COLUMNS + c]).toArray();
  }

  private double[] softmax() {
    double[] expected = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double sum = Arrays.stream(row(i / COLUMNS)).map(Math::exp).sum();
      expected[i] = Math.exp(x[i]) / sum;
    }
    return expected;
  }

  @Test
  void softmaxOfRows() {
    float[] y = new float[x.length];
    call("softmax").cover(32 * ROWS, 96).run(x, y, ROWS, COLUMNS);
    Close.to("softmax", softmax(), y, 1e-6);
    Arrays.fill(y, 0);
    call("online_softmax").grid(ROWS).block(64).run(x, y, COLUMNS);
    Close.to("online_softmax", softmax(), y, 1e-6);
  }

  @Test
  void logSoftmaxLoss() {
    int[] target = Inputs.ints(ROWS, 0, COLUMNS, 282);
    float[] loss = new float[ROWS];
    float[] gradient = new float[x.length];
    call("log_softmax_loss").block(16).run(x, target, loss, gradient, ROWS, COLUMNS);
    double[] expected = softmax();
    double[] losses = new double[ROWS];
    for (int r = 0; r < ROWS; r++) {
      losses[r] = -Math.log(expected[r * COLUMNS + target[r]]);
      expected[r * COLUMNS + target[r]] -= 1;
    }
    Arrays.setAll(expected, i -> expected[i] / ROWS);
    Close.to("loss", losses, loss, 1e-6);
    Close.to("gradient", expected, gradient, 1e-6);
  }

  @Test
  void norms() {
    float[] gamma = Inputs.floats(COLUMNS, 0.5, 2, 283);
    float[] beta = Inputs.floats(COLUMNS, -1, 1, 284);
    float[] y = new float[x.length];
    double[] layer = new double[x.length];
    double[] rms = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double[] row = row(i / COLUMNS);
      double mean = Arrays.stream(row).average().orElseThrow();
      double square = Arrays.stream(row).map(v -> v * v).average().orElseThrow();
      int c = i % COLUMNS;
      layer[i] = (x[i] - mean) / Math.sqrt(square - mean * mean + 1e-5) * gamma[c] + beta[c];
      rms[i] = x[i] / Math.sqrt(square + 1e-6) * gamma[c];
    }
    call("layer_norm").grid(ROWS).block(32).run(x, gamma, beta, y, COLUMNS);
    Close.to("layer_norm", layer, y, 4e-6);
    call("rms_norm").grid(ROWS).block(128).run(x, gamma, y, COLUMNS);
    Close.to("rms_norm", rms, y, 2e-6);
  }

  @Test
  void batchNorm() {
    float[] mean = Inputs.floats(7, -1, 1, 285);
    float[] variance = Inputs.floats(7, 0.1, 3, 286);
    float[] y = new float[x.length];
    call("batch_norm").cover(x.length, 100).run(x, mean, variance, y, 7, 11, x.length);
    double[] expected = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      int c = i / 11 % 7;
      expected[i] = ((double) x[i] - mean[c]) / Math.sqrt(variance[c] + 1e-5);
    }
    Close.to("batch_norm", expected, y, 1e-6);
  }

  @Test
  void activations() {
    float[] y = new float[9 * x.length];
    call("activations").cover(x.length, 128).run(x, y, x.length);
    double[] expected = new double[y.length];
    for (int i = 0; i < x.length; i++) {
      double v = x[i];
      double sigmoid = 1 / (1 + Math.exp(-v));
      double cubic = Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v);
      double[] r = {
        Math.max(v, 0),
        v > 0 ? v : v / 100,
        sigmoid,
        Math.tanh(v),
        v * BigMath.normCdf(v),
        v / 2 * (1 + Math.tanh(cubic)),
        v * sigmoid,
        v > 0 ? v : Math.expm1(v),
        Math.log1p(Math.exp(v))
      };
      System.arraycopy(r, 0, expected, 9 * i, 9);
    }
    Close.to("activations", expected, y, 1e-6);
  }

  @Test
  void conv2d() {
    int h = 13;
    int w = 10;
    float[] in = Inputs.floats(3 * h * w, -1, 1, 287);
    float[] weights = Inputs.floats(4 * 3 * 9, -1, 1, 288);
    float[] bias = Inputs.floats(4, -1, 1, 289);
    float[] out = new float[4 * 7 * 5];
    call("conv2d_direct")
        .grid(2, 2, 4)
        .block(4, 4)
        .run(in, weights, bias, out, 3, 4, h, w, 3, 2, 1);
    double[] expected = new double[out.length];
    for (int i = 0; i < out.length; i++) {
      int o = i / 35;
      expected[i] = bias[o];
      for (int k = 0; k < 27; k++) {
        int y = i / 5 % 7 * 2 + k / 3 % 3 - 1;
        int x = i % 5 * 2 + k % 3 - 1;
        if (y >= 0 && y < h && x >= 0 && x < w) {
          expected[i] += (double) in[(k / 9 * h + y) * w + x] * weights[o * 27 + k];
        }
      }
    }
    Close.to("conv2d_direct", expected, out, 2e-6);
  }

  @Test
  void pooling() {
    int w = 15;
    int h = 11;
    float[] in = Inputs.floats(w * h, -1, 1, 290);
    float[] largest = new float[8 * 6];
    float[] average = new float[8 * 6];
    int[] where = new int[8 * 6];
    call("pooling").grid(2, 2).block(4, 3).run(in, largest, where, average, w, h);
    for (int i = 0; i < 48; i++) {
      int x = i % 8 * 2;
      int y = i / 8 * 2;
      int[] cells =
          IntStream.range(0, 4)
              .filter(k -> x + k % 2 < w && y + k / 2 < h)
              .map(k -> (y + k / 2) * w + x + k % 2)
              .toArray();
      int best =
          Arrays.stream(cells).boxed().max(Comparator.comparingDouble(c -> in[c])).orElseThrow();
      assertEquals(best, where[i]);
      assertEquals(in[best], largest[i]);
      assertEquals(
          Arrays.stream(cells).mapToDouble(c -> in[c]).average().orElseThrow(), average[i], 1e-6);
    }
  }

  @Test
  void attention() {
    int length = 33;
    int width = 16;
    float[] q = Inputs.floats(length * width, -1, 1, 291);
    float[] k = Inputs.floats(length * width, -1, 1, 292);
    float[] v = Inputs.floats(length * width, -1, 1, 293);
    float[] out = new float[length * width];
    for (int causal = 0; causal < 2; causal++) {
      call("attention")
          .grid(length)
          .block(32)
          .shared(4 * length)
          .run(q, k, v, out, length, width, causal);
      double[] expected = new double[length * width];
      for (int r = 0; r < length; r++) {
        double norm = 0;
        double[] sums = new double[width];
        for (int j = 0; j < (causal == 1 ? r + 1 : length); j++) {
          double score = 0;
          for (int c = 0; c < width; c++) {
            score += (double) q[r * width + c] * k[j * width + c];
          }
          double weight = Math.exp(score / 4);
          norm += weight;
          for (int c = 0; c < width; c++) {
            sums[c] += weight * v[j * width + c];
          }
        }
        for (int c = 0; c < width; c++) {
          expected[r * width + c] = sums[c] / norm;
        }
      }
      Close.to("attention", expected, out, 2e-6);
    }
  }

  @Test
  void quantise() {
    byte[] q = new byte[x.length];
    byte[] u = new byte[x.length];
    call("quantise").cover(x.length, 64).run(x, q, u, 0.03f, 100, x.length);
    for (int i = 0; i < x.length; i++) {
      long rounded = (long) Math.rint(x[i] / 0.03f);
      assertEquals(Math.clamp(rounded, -128, 127), q[i]);
      assertEquals(Math.clamp(rounded + 100, 0, 255), u[i] & 255);
    }
  }

  @Test
  void dequantise4bit() {
    byte[] packed = Inputs.bytes(128, 294);
    float[] scales = Inputs.floats(16, 0, 1, 295);
    float[] out = new float[256];
    call("dequantise_4bit").cover(256, 48).run(packed, scales, out, 256);
    for (int i = 0; i < 256; i++) {
      int nibble = (packed[i / 2] & 255) >> (i % 2) * 4 & 15;
      assertEquals((nibble - 8) * scales[i / 16], out[i]);
    }
  }

  @Test
  void adam() {
    int n = 100;
    float[] w = Inputs.floats(n, -1, 1, 296);
    float[] m = new float[n];
    float[] v = new float[n];
    double[] expected = new double[n];
    double[] em = new double[n];
    double[] ev = new double[n];
    for (int i = 0; i < n; i++) {
      expected[i] = w[i];
    }
    for (int step = 1; step <= 5; step++) {
      float[] g = Inputs.floats(n, -1, 1, 300 + step);
      call("adam").cover(n, 32).run(w, g, m, v, 0.01f, 0.9f, 0.999f, step, n);
      for (int i = 0; i < n; i++) {
        em[i] = 0.9 * em[i] + 0.1 * g[i];
        ev[i] = 0.999 * ev[i] + 0.001 * g[i] * g[i];
        double mh = em[i] / (1 - Math.pow(0.9, step));
        expected[i] -= 0.01 * mh / (Math.sqrt(ev[i] / (1 - Math.pow(0.999, step))) + 1e-8);
      }
    }
    Close.to("adam", expected, w, 2e-5);
  }

  @Test
  void embedding() {
    int n = 20;
    int[] tokens = Inputs.ints(n, 0, 9, 306);
    float[] table = Inputs.floats(10 * 12, -1, 1, 307);
    float[] out = new float[n * 12];
    call("embedding").cover(n * 3, 32).run(tokens, table, out, 3, n);
    float[] gradient = new float[10 * 12];
    float[] expected = new float[10 * 12];
    float[] ones = new float[n * 12];
    for (int i = 0; i < out.length; i++) {
      assertEquals(table[tokens[i / 12] * 12 + i % 12], out[i]);
      ones[i] = i % 7;
      expected[tokens[i / 12] * 12 + i % 12] += i % 7;
    }
    call("embedding_gradient").cover(n * 12, 64).run(tokens, ones, gradient, 12, n);
    assertArrayEquals(expected, gradient);
  }

  @Test
  void rotary() {
    int n = 20 * 2 * 8;
    float[] y = Inputs.floats(2 * n, -1, 1, 308);
    double[] expected = new double[2 * n];
    for (int i = 0; i < n; i++) {
      double angle = i / 16 * Math.pow(10000, -(i % 8) / 8.0);
      expected[2 * i] = y[2 * i] * Math.cos(angle) - y[2 * i + 1] * Math.sin(angle);
      expected[2 * i + 1] = y[2 * i] * Math.sin(angle) + y[2 * i + 1] * Math.cos(angle);
    }
    call("rotary").cover(n, 64).run(y, 2, 8, n);
    Close.to("rotary", expected, y, 4e-6);
  }

  @Test
  void dropout() {
    float[] y = new float[x.length];
    byte[] mask = new byte[x.length];
    call("dropout").cover(x.length, 64).run(x, y, mask, 0.25f, 99, x.length);
    int kept = 0;
    for (int i = 0; i < x.length; i++) {
      int h = i * (int) 2654435761L ^ 99;
      h = (h ^ h >>> 16) * 0x85ebca6b;
      h = (h ^ h >>> 13) * 0xc2b2ae35;
      h ^= h >>> 16;
      boolean keep = (h & 0xffffffffL) * 0x1p-32 >= 0.25;
      kept += keep ? 1 : 0;
      assertEquals(keep ? 1 : 0, mask[i]);
      assertEquals(keep ? x[i] / 0.75f : 0, y[i]);
    }
    assertEquals(0.75, kept / (double) x.length, 0.05);
  }

  @Test
  void backPropagate() {
    int samples = 30;
    int in = 7;
    int hidden = 11;
    float[] inputs = Inputs.floats(samples * in, -1, 1, 309);
    float[] w1 = Inputs.floats(hidden * in, -1, 1, 310);
    float[] w2 = Inputs.floats(hidden, -1, 1, 311);
    float[] target = Inputs.floats(samples, -1, 1, 312);
    float[] g1 = new float[hidden * in];
    float[] g2 = new float[hidden];
    call("back_propagate").grid(samples).block(32).run(inputs, w1, w2, target, g1, g2, in, hidden);
    // Derivatives of the loss by differences.
    double[] expected = new double[hidden * in];
    for (int k = 0; k < expected.length; k++) {
      double up = loss(inputs, w1, w2, target, k, 1e-5);
      expected[k] = (up - loss(inputs, w1, w2, target, k, -1e-5)) / 2e-5;
    }
    Close.to("g1", expected, g1, 1e-5);
    double[] second = new double[hidden];
    for (int k = 0; k < hidden; k++) {
      double up = loss(inputs, w1, w2, target, -1 - k, 1e-5);
      second[k] = (up - loss(inputs, w1, w2, target, -1 - k, -1e-5)) / 2e-5;
    }
    Close.to("g2", second, g2, 1e-5);
  }

  private static double loss(
      float[] inputs, float[] w1, float[] w2, float[] target, int moved, double by) {
    int in = inputs.length / target.length;
    double loss = 0;
    for (int s = 0; s < target.length; s++) {
      double out = -target[s];
      for (int j = 0; j < w2.length; j++) {
        double sum = 0;
        for (int i = 0; i < in; i++) {
          sum += (w1[j * in + i] + (moved == j * in + i ? by : 0)) * inputs[s * in + i];
        }
        out += (w2[j] + (moved == -1 - j ? by : 0)) / (1 + Math.exp(-sum));
      }
      loss += out * out / 2;
    }
    return loss;
  }

  @Test
  void topK() {
    float[] values = new float[ROWS * 5];
    int[] indices = new int[ROWS * 5];
    call("top_k").grid(ROWS).block(64).run(x, values, indices, COLUMNS, 5);
    for (int r = 0; r < ROWS; r++) {
      double[] row = row(r);
      int[] sorted =
          IntStream.range(0, COLUMNS)
              .boxed()
              .sorted(Comparator.comparingDouble(c -> -row[c]))
              .mapToInt(c -> c)
              .limit(5)
              .toArray();
      assertArrayEquals(sorted, Arrays.copyOfRange(indices, 5 * r, 5 * r + 5));
      assertEquals(row[sorted[0]], values[5 * r]);
    }
  }
}
