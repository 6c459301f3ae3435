package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grcuda.tests.TestBackend;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LockstepKernelsTest extends ConformanceTest {

  LockstepKernelsTest() {
    super("lockstep.cu");
  }

  @BeforeEach
  void notOnGpus() {
    assumeFalse(TestBackend.isGpu(), "GPUs from sm_70 on need not run warps in lockstep");
  }

  @Test
  void sums() {
    int[] x = Inputs.ints(3 * 256, 81);
    int[] out = new int[3];
    call("sums").grid(3).block(256).run(x, out);
    for (int b = 0; b < 3; b++) {
      assertEquals(Arrays.stream(x, 256 * b, 256 * b + 256).sum(), out[b]);
    }
  }

  @Test
  void called() {
    int n = 100;
    double[] x = IntStream.range(0, n).mapToDouble(i -> i * i).toArray();
    for (int[] block : new int[][] {{128, 1, 1}, {8, 4, 4}, {16, 8, 1}}) {
      double[] out = new double[4];
      call("called").block(block[0], block[1], block[2]).shared(8 * 128).run(x, out, n);
      for (int w = 0; w < 4; w++) {
        double sum = Arrays.stream(x, Math.min(n, 32 * w), Math.min(n, 32 * w + 32)).sum();
        assertEquals(sum, out[w], Arrays.toString(block) + ", warp " + w);
      }
    }
  }

  @Test
  void scan() {
    int[] x = Inputs.ints(128, 82);
    int[] expected = x.clone();
    for (int t = 0; t < 128; t++) {
      expected[t] += t % 32 == 0 ? 0 : expected[t - 1];
    }
    call("scan").block(128).run(x);
    assertArrayEquals(expected, x);
  }

  @Test
  void queue() {
    int n = 1000;
    int[] done = new int[1024];
    call("queue").grid(3).block(128).run(new int[1], done, n);
    assertArrayEquals(IntStream.range(0, 1024).map(i -> i < n ? i + 1 : 0).toArray(), done);
  }

  @Test
  void relay() {
    int[] out = new int[1];
    call("relay").block(96).run(out, 40);
    int value = 0;
    for (int k = 0; k < 120; k++) {
      value = value * 3 + k % 3;
    }
    assertEquals(value, out[0]);
  }

  @Test
  void locked() {
    int[] out = new int[1];
    call("locked").grid(2).block(70).run(out);
    assertEquals(70, out[0]);
  }
}
