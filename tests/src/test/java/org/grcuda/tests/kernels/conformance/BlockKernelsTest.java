package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BlockKernelsTest extends ConformanceTest {

  BlockKernelsTest() {
    super("blocks.cu");
  }

  @Test
  void blockReduces() {
    int[] x = Inputs.ints(2 * 96, -1000, 1000, 461);
    int[] out = new int[8];
    double[] d = new double[2];
    call("block_reduces").grid(2).block(96).run(x, out, d);
    for (int b = 0; b < 2; b++) {
      int sum = Arrays.stream(x, 96 * b, 96 * b + 96).sum();
      int most = Arrays.stream(x, 96 * b, 96 * b + 50).max().getAsInt();
      int[] expected = {sum, sum, sum, most};
      assertArrayEquals(expected, Arrays.copyOfRange(out, 4 * b, 4 * b + 4));
      assertEquals(2.5 * sum + 96, d[b]);
    }
  }

  @Test
  void blockScans() {
    int[] x = Inputs.ints(256, -1000, 1000, 462);
    int[] sums = new int[3 * 256];
    int[] most = new int[3 * 256];
    int[] total = new int[3];
    call("block_scans").block(64).run(x, sums, most, total);
    int sum = 0;
    int largest = Integer.MIN_VALUE;
    for (int i = 0; i < 256; i++) {
      largest = Math.max(largest, x[i]);
      for (int a = 0; a < 3; a++) {
        assertEquals(sum, sums[256 * a + i]);
        assertEquals(largest, most[256 * a + i]);
      }
      sum += x[i];
    }
    assertArrayEquals(new int[] {sum, sum, sum}, total);
  }

  @Test
  void runningScan() {
    int n = 701;
    int[] x = Inputs.ints(n, -1000, 1000, 463);
    int[] sums = new int[n];
    call("running_scan").block(64).run(x, sums, n);
    int[] expected = x.clone();
    expected[0] += 100;
    Arrays.parallelPrefix(expected, Integer::sum);
    assertArrayEquals(expected, sums);
  }

  @Test
  void loadsAndStores() {
    short[] x = Inputs.shorts(192, 464);
    for (int n : new int[] {192, 131}) {
      short[] y = new short[4 * 192];
      call("loads_and_stores").block(64).run(x, y, n);
      for (int i = 0; i < y.length; i++) {
        assertEquals(i % 192 < n ? (short) (x[i % 192] * 5 + i % 192) : 0, y[i], "element " + i);
      }
    }
  }

  @Test
  void radixSorts() {
    int[] x = Inputs.ints(256, 465);
    float[] f = Inputs.floats(256, -10, 10, 466);
    f[7] = Float.NEGATIVE_INFINITY;
    f[99] = Float.POSITIVE_INFINITY;
    f[100] = 0;
    short[] keys = Inputs.shorts(256, 467);
    short[] before = keys.clone();
    int[] sorted = new int[256];
    float[] down = new float[256];
    int[] values = new int[256];
    call("radix_sorts").block(64).run(x, sorted, f, down, keys, values);
    assertArrayEquals(Arrays.stream(x).sorted().toArray(), sorted);
    float[] up = f.clone();
    Arrays.sort(up);
    for (int i = 0; i < 256; i++) {
      assertEquals(up[255 - i], down[i]);
    }
    int[] order =
        IntStream.range(0, 256)
            .boxed()
            .sorted(Comparator.comparing(i -> before[i] >> 4 & 255))
            .mapToInt(i -> i)
            .toArray();
    assertArrayEquals(order, values);
    for (int i = 0; i < 256; i++) {
      assertEquals(before[order[i]], keys[i]);
    }
  }

  @Test
  void mergeSorts() {
    int n = 150;
    long[] keys = Inputs.longs(192, 468);
    long[] sorted = new long[192];
    int[] from = new int[192];
    int[] low = new int[n];
    call("merge_sorts").block(64).run(keys, sorted, from, low, n);
    int[] order =
        IntStream.range(0, 192)
            .boxed()
            .sorted(Comparator.comparing(i -> keys[i] % 7))
            .mapToInt(i -> i)
            .toArray();
    assertArrayEquals(order, from);
    assertArrayEquals(Arrays.stream(order).mapToLong(i -> keys[i]).toArray(), sorted);
    int[] expected = Arrays.stream(keys, 0, n).mapToInt(k -> -(int) (k % 1000)).sorted().toArray();
    assertArrayEquals(Arrays.stream(expected).map(v -> -v).toArray(), low);
  }

  @Test
  void histograms() {
    byte[] x = Inputs.bytes(512, 469);
    int[] bins = new int[512];
    call("histograms").block(64).run(x, bins);
    int[] expected = new int[512];
    for (byte v : x) {
      expected[v & 255]++;
      expected[256 + (v & 255)]++;
    }
    assertArrayEquals(expected, bins);
  }

  @Test
  void exchanges() {
    int[] x = Inputs.ints(256, 470);
    int[] striped = new int[256];
    int[] scattered = new int[256];
    int[] neighbours = new int[128];
    call("exchanges").block(64).run(x, striped, scattered, neighbours);
    int[] expected = new int[256];
    for (int i = 0; i < 256; i++) {
      assertEquals(x[i % 4 * 64 + i / 4], striped[i]);
      expected[i * 37 % 256] = x[i];
    }
    assertArrayEquals(expected, scattered);
    for (int t = 0; t < 64; t++) {
      assertEquals(t + 3 < 64 ? expected[4 * (t + 3)] : -1, neighbours[2 * t]);
      assertEquals(expected[4 * ((t + 5) % 64) + 1], neighbours[2 * t + 1]);
    }
  }

  @Test
  void differences() {
    int[] x = Inputs.ints(192, 0, 8, 471);
    int[] left = new int[192];
    int[] heads = new int[192];
    int[] tails = new int[192];
    call("differences").block(64).run(x, left, heads, tails);
    for (int i = 0; i < 192; i++) {
      assertEquals(x[i] - (i == 0 ? 1000 : x[i - 1]), left[i]);
      assertEquals(i == 0 || x[i] / 4 != x[i - 1] / 4 ? 1 : 0, heads[i]);
      assertEquals(i == 191 || x[i] / 4 != x[i + 1] / 4 ? 1 : 0, tails[i]);
    }
  }

  @Test
  void runLengths() {
    int[] values = Inputs.ints(128, 472);
    int[] lengths = Inputs.ints(128, 1, 20, 473);
    int[] total = new int[1];
    int size = Arrays.stream(lengths).sum();
    int[] out = new int[size];
    call("run_lengths").block(64).run(values, lengths, out, total);
    assertEquals(size, total[0]);
    int at = 0;
    for (int i = 0; i < 128; i++) {
      for (int k = 0; k < lengths[i]; k++) {
        assertEquals(values[i], out[at++]);
      }
    }
  }
}
