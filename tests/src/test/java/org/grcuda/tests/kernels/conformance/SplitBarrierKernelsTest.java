package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class SplitBarrierKernelsTest extends ConformanceTest {

  SplitBarrierKernelsTest() {
    super("split_barriers.cu");
  }

  @Test
  void neighbours() {
    int rounds = 9;
    int[] x = new int[3 * 128];
    call("neighbours").grid(3).block(128).run(x, rounds);
    int[] expected = new int[3 * 128];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = (i + rounds) % 128 + rounds * (rounds - 1) / 2;
    }
    assertArrayEquals(expected, x);
  }

  @Test
  void copied() {
    int[] in = Inputs.ints(2 * 256, -1000, 1000, 91);
    int[] out = new int[2 * 256];
    call("copied").grid(2).block(64).run(in, out);
    int[] expected = new int[2 * 256];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = in[i / 256 * 256 + 255 - i % 256];
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void handedOver() {
    int[] sums = new int[32];
    call("handed_over").block(64).run(sums, 20);
    int[] expected = new int[32];
    Arrays.setAll(expected, lane -> (31 - lane) * 190);
    assertArrayEquals(expected, sums);
  }

  @Test
  void parities() {
    int[] out = new int[96];
    call("parities").block(96).run(out, 7);
    int[] expected = new int[96];
    Arrays.fill(expected, 7);
    assertArrayEquals(expected, out);
  }

  @Test
  void leaving() {
    int threads = 48;
    int[] in = Inputs.ints(threads, -1000, 1000, 92);
    int[] sums = new int[threads];
    call("leaving").block(threads).run(in, sums);
    int[] expected = new int[threads];
    for (int round = 0; round < threads; round++) {
      expected[round] = round == 0 ? 0 : expected[round - 1];
      for (int t = round; t < threads; t++) {
        expected[round] += in[t] + round;
      }
    }
    assertArrayEquals(expected, sums);
  }

  @Test
  void awaited() {
    int[] counts = new int[64];
    call("awaited").block(40).run(counts);
    int[] expected = new int[64];
    Arrays.fill(expected, 1, 41, 1);
    assertArrayEquals(expected, counts);
  }
}
