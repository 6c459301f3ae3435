package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GroupKernelsTest extends ConformanceTest {

  private static final int N = 96;

  private final int[] x = Inputs.ints(N, 0, 100, 371);

  GroupKernelsTest() {
    super("groups.cu");
  }

  private IntStream tile(int t, int size) {
    return Arrays.stream(x, t / size * size, t / size * size + size);
  }

  @Test
  void blockGroup() {
    int[] out = new int[2 * N];
    call("block_group").grid(2).block(16, 6).run(out);
    for (int i = 0; i < 2 * N; i++) {
      int other = N - 1 - i % N;
      assertEquals(other * other + i / N * 100000 + i % N / 16, out[i]);
    }
  }

  @Test
  void tiles() {
    int[] out = new int[5 * N];
    call("tiles").block(N).run(x, out);
    for (int t = 0; t < N; t++) {
      for (int k = 0; k < 5; k++) {
        assertEquals(tile(t, 32 >> k).sum() * 100 + t / (32 >> k), out[5 * t + k]);
      }
    }
  }

  @Test
  void tileVotes() {
    int[] out = new int[N];
    call("tile_votes").block(N).run(x, out);
    for (int t = 0; t < N; t++) {
      int[] tile = tile(t, 8).toArray();
      int ballot = IntStream.range(0, 8).map(k -> tile[k] % 2 << k).sum();
      int v = x[t];
      int same = (int) tile(t, 8).filter(w -> w % 3 == v % 3).count();
      int expected = tile(t, 8).anyMatch(w -> w > 90) ? 1 : 0;
      expected += (tile(t, 8).allMatch(w -> w > 10) ? 2 : 0) + ballot * 4;
      assertEquals(expected + (tile[t % 8 ^ 3] << 10) + (same << 20), out[t]);
    }
  }

  @Test
  void groupReduce() {
    float[] f = new float[N];
    for (int t = 0; t < N; t++) {
      f[t] = x[t] / 4f;
    }
    int[] out = new int[4 * N];
    float[] sums = new float[N];
    call("group_reduce").block(N).run(x, f, out, sums);
    for (int t = 0; t < N; t++) {
      int[] expected = {
        tile(t, 16).sum(),
        tile(t, 16).min().orElseThrow(),
        tile(t, 16).max().orElseThrow(),
        tile(t, 16).reduce(0, (a, b) -> a ^ b)
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 4 * t, 4 * t + 4));
      assertEquals(expected[0] / 4f, sums[t]);
    }
  }

  @Test
  void groupScan() {
    int[] out = new int[2 * N];
    call("group_scan").block(N).run(x, out);
    for (int t = 0; t < N; t++) {
      int before = Arrays.stream(x, t / 32 * 32, t).sum();
      assertEquals(before + x[t], out[2 * t]);
      assertEquals(before, out[2 * t + 1]);
    }
  }

  @Test
  void coalesced() {
    int[] out = new int[2 * N];
    int[] counter = new int[1];
    call("coalesced").block(N).run(x, out, counter);
    int[] kept = IntStream.range(0, N).filter(t -> x[t] % 3 == 0).toArray();
    assertEquals(kept.length, counter[0]);
    int[] places = Arrays.stream(kept).map(t -> out[2 * t]).sorted().toArray();
    assertArrayEquals(IntStream.range(0, kept.length).toArray(), places);
    for (int t = 0; t < N; t++) {
      int sum = tile(t, 32).filter(v -> v % 3 == 0).sum();
      assertEquals(x[t] % 3 == 0 ? sum : -1, out[2 * t + 1]);
    }
  }

  @Test
  void labeled() {
    int[] out = new int[N];
    call("labeled").block(N).run(x, out);
    for (int t = 0; t < N; t++) {
      int label = x[t] % 4;
      int[] same = tile(t, 32).filter(v -> v % 4 == label).toArray();
      assertEquals(Arrays.stream(same).sum() * 64 + same.length, out[t]);
    }
  }

  @Test
  void libraryTypes() {
    int n = 50;
    float[] in = new float[n];
    for (int i = 0; i < n; i++) {
      in[i] = i / 8f;
    }
    float[] out = new float[4 * n];
    int[] limits = new int[n];
    call("library_types").cover(n, 32).run(in, out, limits, n);
    for (int i = 0; i < n; i++) {
      float[] expected = {3 * in[i] + 9, in[i] * in[i] - 1, 2 * in[i] + 1, Float.MAX_VALUE};
      assertArrayEquals(expected, Arrays.copyOfRange(out, 4 * i, 4 * i + 4));
      assertEquals(Integer.MIN_VALUE, limits[i]);
    }
  }

  @Test
  void atomicRefs() {
    int[] counter = {1};
    int[] most = {5};
    call("atomic_refs").cover(500, 64).run(counter, most, 500);
    assertEquals(1001, counter[0]);
    assertEquals(IntStream.range(0, 500).map(i -> i * 7 % 1000).max().orElseThrow(), most[0]);
  }
}
