package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ParallelKernelsTest extends ConformanceTest {

  private final int[] x = Inputs.ints(1000, -1000, 1000, 161);

  ParallelKernelsTest() {
    super("parallel.cu");
  }

  private static int sum(int[] values, int from, int to) {
    return IntStream.range(from, Math.min(to, values.length)).map(i -> values[i]).sum();
  }

  @Test
  void reduceInterleaved() {
    int[] sums = new int[14];
    call("reduce_interleaved").grid(14).block(75).shared(300).run(x, sums, 1000);
    for (int b = 0; b < 14; b++) {
      assertEquals(sum(x, b * 75, b * 75 + 75), sums[b]);
    }
  }

  @Test
  void reduceUnrolled() {
    int[] sums = new int[3];
    call("reduce_unrolled_64").grid(3).block(64).run(x, sums, 1000);
    assertEquals(Arrays.stream(x).sum(), Arrays.stream(sums).sum());
    assertEquals(sum(x, 0, 128) + sum(x, 384, 512) + sum(x, 768, 896), sums[0]);
    call("reduce_unrolled_256").grid(1).block(256).run(x, sums, 999);
    assertEquals(sum(x, 0, 999), sums[0]);
  }

  @Test
  void argMax() {
    float[] values = Inputs.floats(777, -1, 1, 162);
    values[300] = 5;
    values[301] = 5;
    int[] index = new int[1];
    call("arg_max").block(128).run(values, index, 777);
    assertEquals(300, index[0]);
  }

  @Test
  void dotProduct() {
    double[] a = Inputs.doubles(2000, -1, 1, 163);
    double[] b = Inputs.doubles(2000, -1, 1, 164);
    double[] result = {0.5};
    call("dot_product").grid(5).block(96).run(a, b, result, 2000);
    double expected = 0.5;
    for (int i = 0; i < 2000; i++) {
      expected += a[i] * b[i];
    }
    Close.to("dot_product", new double[] {expected}, result, 1e-12);
  }

  @Test
  void welford() {
    float[] values = Inputs.floats(1234, 100, 101, 165);
    float[] moments = new float[2];
    call("welford").block(64).run(values, moments, 1234);
    double mean = IntStream.range(0, 1234).mapToDouble(i -> values[i]).average().orElseThrow();
    double squares = IntStream.range(0, 1234).mapToDouble(i -> Math.pow(values[i] - mean, 2)).sum();
    Close.to("welford", new double[] {mean, squares / 1234}, moments, 2e-6);
  }

  @Test
  void scanHillisSteele() {
    int n = 100;
    int[] y = new int[1000];
    call("scan_hillis_steele").grid(10).block(128).shared(8 * n).run(x, y, n);
    for (int i = 0; i < 1000; i++) {
      assertEquals(sum(x, i / n * n, i + 1), y[i]);
    }
  }

  @Test
  void scanBlellochOverBlocks() {
    int[] in = Inputs.ints(1024, -1000, 1000, 166);
    int[] y = new int[1024];
    int[] sums = new int[4];
    call("scan_blelloch").grid(4).block(128).run(in, y, sums);
    call("add_offsets").grid(4).block(256).run(y, sums);
    for (int i = 0; i < 1024; i++) {
      assertEquals(sum(in, 0, i), y[i]);
    }
  }

  @Test
  void segmentedScan() {
    int[] flags = Arrays.stream(x).map(v -> v % 5 == 0 ? 1 : 0).toArray();
    int[] y = new int[960];
    call("segmented_scan").grid(10).block(96).run(x, flags, y);
    int running = 0;
    for (int i = 0; i < 960; i++) {
      running = i % 32 == 0 || flags[i] == 1 ? x[i] : running + x[i];
      assertEquals(running, y[i]);
    }
  }

  @Test
  void scanLookBack() {
    int[] in = Inputs.ints(3000, -1000, 1000, 167);
    int[] y = new int[3000];
    call("scan_look_back").cover(3000, 128).run(in, y, new int[1], new int[48], 3000);
    Arrays.parallelPrefix(in, Integer::sum);
    assertArrayEquals(in, y);
  }

  @Test
  void compact() {
    int[] y = new int[256];
    int[] count = new int[1];
    call("compact").block(256).run(x, y, count);
    int[] expected = Arrays.stream(x, 0, 256).filter(v -> v > 0).toArray();
    assertArrayEquals(expected, Arrays.copyOf(y, count[0]));
  }

  @Test
  void bitonicSort() {
    float[] values = Inputs.floats(201, -1, 1, 168);
    float[] expected = values.clone();
    Arrays.sort(expected);
    call("bitonic_sort").block(256).run(values, 201);
    assertArrayEquals(expected, values);
  }

  @Test
  void bitonicStep() {
    int n = 512;
    int[] keys = Arrays.copyOf(x, n);
    int[] values = IntStream.range(0, n).toArray();
    for (int k = 2; k <= n; k *= 2) {
      for (int j = k / 2; j > 0; j /= 2) {
        call("bitonic_step").grid(4).block(128).run(keys, values, j, k);
      }
    }
    assertArrayEquals(Arrays.stream(x, 0, n).sorted().toArray(), keys);
    assertArrayEquals(keys, Arrays.stream(values).map(i -> x[i]).toArray());
    assertEquals(n, Arrays.stream(values).distinct().count());
  }

  @Test
  void oddEvenSort() {
    short[] values = Inputs.shorts(101, 169);
    short[] expected = values.clone();
    Arrays.sort(expected);
    call("odd_even_sort").block(51).run(values, 101);
    assertArrayEquals(expected, values);
  }

  @Test
  void radixSort() {
    int[] keys = Inputs.ints(777, 170);
    int[] expected =
        Arrays.stream(keys).boxed().sorted(Integer::compareUnsigned).mapToInt(v -> v).toArray();
    call("radix_sort").block(64).run(keys, new int[777], 777);
    assertArrayEquals(expected, keys);
  }

  @Test
  void mergePass() {
    int[] from = x.clone();
    int[] to = new int[1000];
    for (int width = 1; width < 1000; width *= 2) {
      call("merge_pass").cover((1000 + 2 * width - 1) / (2 * width), 32).run(from, to, width, 1000);
      int[] swap = from;
      from = to;
      to = swap;
    }
    assertArrayEquals(Arrays.stream(x).sorted().toArray(), from);
  }

  @Test
  void rankSort() {
    float[] values = new float[300];
    float[] y = new float[300];
    for (int i = 0; i < 300; i++) {
      values[i] = x[i] / 100;
    }
    call("rank_sort").cover(300, 64).run(values, y, 300);
    Arrays.sort(values);
    assertArrayEquals(values, y);
  }

  @Test
  void lowerBound() {
    int[] sorted = Arrays.stream(x, 0, 500).sorted().toArray();
    int[] queries = Inputs.ints(200, -1100, 1100, 171);
    int[] places = new int[200];
    call("lower_bound").cover(200, 64).run(sorted, queries, places, 500, 200);
    for (int i = 0; i < 200; i++) {
      int query = queries[i];
      assertEquals(Arrays.stream(sorted).filter(v -> v < query).count(), places[i]);
    }
  }

  @Test
  void mergePath() {
    int[] a = Arrays.stream(x, 0, 333).sorted().toArray();
    int[] b = Arrays.stream(x, 333, 1000).sorted().toArray();
    int[] out = new int[1000];
    call("merge_path").grid(5).block(32).run(a, 333, b, 667, out, 7);
    assertArrayEquals(Arrays.stream(x).sorted().toArray(), out);
  }

  @Test
  void histogram() {
    byte[] bytes = Inputs.bytes(5000, 172);
    int[] bins = new int[256];
    call("histogram").grid(3).block(100).run(bytes, bins, 5000);
    int[] expected = new int[256];
    for (byte b : bytes) {
      expected[b & 255]++;
    }
    assertArrayEquals(expected, bins);
  }

  @Test
  void histogramPrivate() {
    byte[] bytes = Inputs.bytes(3000, 173);
    int[] bins = new int[16];
    call("histogram_private").block(32).run(bytes, bins, 3000);
    int[] expected = new int[16];
    for (byte b : bytes) {
      expected[(b & 255) / 16]++;
    }
    assertArrayEquals(expected, bins);
  }

  @Test
  void partitionByPivot() {
    int[] y = new int[1000];
    int[] ends = {0, 1000};
    call("partition_by_pivot").cover(1000, 128).run(x, y, ends, 100, 1000);
    int below = (int) Arrays.stream(x).filter(v -> v < 100).count();
    assertArrayEquals(new int[] {below, below}, ends);
    assertTrue(Arrays.stream(y, 0, below).allMatch(v -> v < 100));
    assertArrayEquals(Arrays.stream(x).sorted().toArray(), Arrays.stream(y).sorted().toArray());
  }
}
