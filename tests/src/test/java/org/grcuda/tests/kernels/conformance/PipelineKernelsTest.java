package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PipelineKernelsTest extends ConformanceTest {

  PipelineKernelsTest() {
    super("pipelines.cu");
  }

  @Test
  void staged() {
    int n = 70;
    int[] in = Inputs.ints(2 * 5 * n, 421);
    int[] out = new int[2 * 5 * n];
    call("staged").grid(2).block(n).shared(2 * n * 4).run(in, out, 5);
    for (int i = 0; i < out.length; i++) {
      assertEquals(in[i / n * n + n - 1 - i % n] + i / n % 5, out[i]);
    }
  }

  @Test
  void producersAndConsumers() {
    int batches = 11;
    int[] in = Inputs.ints(32 * batches, -1000, 1000, 422);
    int[] sums = new int[96];
    call("producers_and_consumers").block(96).run(in, sums, batches);
    for (int t = 0; t < 96; t++) {
      int lane = t;
      int sum = IntStream.range(0, batches).map(b -> in[32 * b + (lane + b) % 32]).sum();
      assertEquals(sum * (t / 32), sums[t]);
    }
  }

  @Test
  void ofAThread() {
    int n = 7;
    float[] in = Inputs.floats(4 * 64 * n, -1, 1, 423);
    float[] out = new float[4 * 64 * n];
    call("of_a_thread").block(64).run(in, out, n);
    for (int i = 0; i < out.length; i++) {
      assertEquals(in[i / 4 * 4 + 3 - i % 4], out[i]);
    }
  }

  @Test
  void primitives() {
    int n = 203;
    int[] in = Inputs.ints(256, 424);
    int[] out = new int[3 * 64];
    call("primitives").block(64).run(in, out, n);
    for (int t = 0; t < 64; t++) {
      int i = (4 * t + 5) % 256;
      assertEquals(i < n ? in[i] : 0, out[3 * t]);
      assertEquals(in[2 * (63 - t) + 1], out[3 * t + 1]);
      assertEquals(in[t ^ 7], out[3 * t + 2]);
    }
  }

  @Test
  void ofGroups() {
    int n = 256;
    int[] in = Inputs.ints(n, -10000, 10000, 425);
    byte[] text = Inputs.bytes(200, 426);
    int[] out = new int[256];
    byte[] copy = new byte[128];
    call("of_groups").block(128).shared(4 * n).run(in, text, out, copy, n);
    for (int t = 0; t < 128; t++) {
      assertEquals(in[t * 7 % n], out[t]);
      assertEquals(text[t + 1], copy[t]);
      int lane = t % 32;
      int first = in[t / 32 * 64 + 32 + lane];
      assertEquals(first * 3 + in[t / 32 * 64 + 31 - lane], out[128 + t]);
    }
  }

  @Test
  void toABarrier() {
    int n = 487;
    short[] in = Inputs.shorts(n + 1, 427);
    short[] out = new short[n];
    call("to_a_barrier").block(96).run(in, out, n);
    for (int i = 0; i < n; i++) {
      assertEquals(in[n - i], out[i]);
    }
  }

  @Test
  void product() {
    int n = 64;
    float[] a = Inputs.floats(n * n, -1, 1, 428);
    float[] b = Inputs.floats(n * n, -1, 1, 429);
    float[] c = new float[n * n];
    call("product").grid(4, 4).block(16, 16).run(a, b, c, n);
    double[] expected = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      for (int k = 0; k < n; k++) {
        expected[i] += (double) a[i / n * n + k] * b[k * n + i % n];
      }
    }
    Close.to("product", expected, c, 1e-5);
  }

  @Test
  void barrierPrimitives() {
    int[] in = Inputs.ints(128, 430);
    int[] out = new int[128];
    call("barrier_primitives").block(128).run(in, out);
    assertArrayEquals(IntStream.range(0, 128).map(t -> in[127 - t]).toArray(), out);
  }
}
