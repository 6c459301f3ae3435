package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PartitionKernelsTest extends ConformanceTest {

  PartitionKernelsTest() {
    super("partitions.cu");
  }

  /**
   * The threads of {@code t}'s group of {@code size} neighbours that are as {@code member} says.
   */
  private static int[] members(int t, int size, IntPredicate member) {
    return IntStream.range(t / size * size, t / size * size + size).filter(member).toArray();
  }

  private static int rank(int[] members, int t) {
    return (int) Arrays.stream(members).filter(m -> m < t).count();
  }

  @Test
  void byLabel() {
    int[] x = Inputs.ints(96, -2, 4, 441);
    int[] out = new int[8 * 96];
    call("by_label").block(96).run(x, out);
    for (int t = 0; t < 96; t++) {
      int label = x[t];
      int[] same = members(t, 32, m -> x[m] == label);
      int rank = rank(same, t);
      int or = Arrays.stream(same, 0, rank).reduce(0, (a, b) -> a | b);
      int ballot = IntStream.range(0, same.length).map(r -> (same[r] & 1) << r).sum();
      int groups = (int) Arrays.stream(x, t / 32 * 32, t / 32 * 32 + 32).distinct().count();
      int[] expected = {
        same.length,
        rank,
        same[same.length - 1],
        Arrays.stream(same).sum(),
        Arrays.stream(same, 0, rank + 1).sum() + rank + 1,
        or,
        ballot
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 8 * t, 8 * t + 7), "thread " + t);
      assertEquals(groups, out[8 * t + 7] / 100);
      assertTrue(out[8 * t + 7] % 100 < groups);
    }
  }

  @Test
  void byPredicate() {
    int[] x = Inputs.ints(64, -10, 11, 442);
    int[] out = new int[3 * 64];
    call("by_predicate").block(64).run(x, out);
    for (int t = 0; t < 64; t++) {
      int v = x[t];
      int[] half = members(t, 16, m -> x[m] > 0 == v > 0);
      assertEquals(half.length * 100 + rank(half, t), out[3 * t]);
      assertEquals(Arrays.stream(half).map(m -> x[m]).max().getAsInt(), out[3 * t + 1]);
      int expected = 0;
      if (v % 3 != 0) {
        int[] part = members(t, 32, m -> x[m] % 3 != 0 && (x[m] & 1) == (v & 1));
        int[] labels = members(t, 32, m -> x[m] % 3 != 0 && (x[m] & 3) == (v & 3));
        expected = Arrays.stream(part).map(m -> x[m]).sum() + 1000 * labels.length + 100000;
      }
      assertEquals(expected, out[3 * t + 2], "thread " + t);
    }
  }

  @Test
  void oneOf() {
    int[] counters = new int[3];
    int[] out = new int[2 * 64];
    call("one_of").block(64).run(counters, out);
    assertArrayEquals(new int[] {1, 8, 10}, counters);
    int[] tickets = IntStream.range(0, 8).map(tile -> out[16 * tile]).sorted().toArray();
    assertArrayEquals(IntStream.range(0, 8).toArray(), tickets);
    for (int t = 0; t < 64; t++) {
      assertEquals(out[t / 8 * 16], out[2 * t]);
      int active = members(t, 32, m -> m % 3 == 1).length;
      assertEquals(t % 3 == 1 ? 100 + active : -1, out[2 * t + 1]);
    }
  }

  @Test
  void nested() {
    int[] out = new int[6 * 64];
    call("nested").block(64).run(out);
    for (int t = 0; t < 64; t++) {
      int up = t % 4 == 0 ? t : t - 1;
      int[] expected = {
        t % 8 + 100 * (t % 32 / 8) + 40000,
        t % 2 + 100 * (t % 8 / 2) + 40000,
        t % 4 + 400 + 10000 * (t % 16),
        up + (t ^ 5) * 1000,
        3 + (t / 4 * 4 > 7 ? 100 : 0) + (t / 8 == 1 ? 1000 : 0),
        255 + 1000
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 6 * t, 6 * t + 6), "thread " + t);
    }
  }

  @Test
  void ownReductions() {
    float[] x = Inputs.floats(64, -2, 2, 443);
    x[40] = x[50];
    int[] where = new int[64];
    double[] d = new double[64];
    long[] l = new long[64];
    float[] scans = new float[128];
    call("own_reductions").block(64).run(x, where, d, l, scans);
    for (int t = 0; t < 64; t++) {
      int first = t / 32 * 32;
      int most = first;
      double sum = 0;
      float least = Float.POSITIVE_INFINITY;
      float largest = Float.NEGATIVE_INFINITY;
      for (int m = first; m < first + 32; m++) {
        most = x[m] > x[most] ? m : most;
        sum += x[m];
        if (m <= t) {
          largest = Math.max(largest, x[m]);
        }
        if (m < t) {
          least = Math.min(least, x[m]);
        }
      }
      assertEquals(most, where[t]);
      assertEquals(sum, d[t], 1e-13);
      long[] all = new long[32];
      Arrays.setAll(all, m -> (long) (x[first + m] * 1e9f));
      assertEquals(Arrays.stream(all).min().getAsLong(), l[t]);
      assertEquals(largest, scans[2 * t]);
      if (t > first) {
        assertEquals(least, scans[2 * t + 1]);
      }
    }
  }

  @Test
  void intoMemory() {
    int[] x = Inputs.ints(128, -1000, 1000, 444);
    int[] sum = {7};
    int[] most = {-5000};
    int[] stored = new int[8];
    int[] drawn = new int[128];
    int[] next = {50};
    call("into_memory").grid(2).block(64).run(x, sum, most, stored, drawn, next);
    assertEquals(7 + Arrays.stream(x).sum(), sum[0]);
    assertEquals(Arrays.stream(x).max().getAsInt(), most[0]);
    assertEquals(50 + Arrays.stream(x).map(v -> v & 7).sum(), next[0]);
    boolean[] taken = new boolean[next[0]];
    for (int t = 0; t < 128; t++) {
      int xor = Arrays.stream(x, t / 16 * 16, t / 16 * 16 + 16).reduce(0, (a, b) -> a ^ b);
      assertEquals(xor, stored[t / 16]);
      if (t % 16 > 0) {
        assertEquals(drawn[t - 1] + (x[t - 1] & 7), drawn[t]);
      }
      for (int k = 0; k < (x[t] & 7); k++) {
        assertTrue(!taken[drawn[t] + k] && drawn[t] >= 50);
        taken[drawn[t] + k] = true;
      }
    }
  }

  @Test
  void ofBlocks() {
    int[] out = new int[2 * 90];
    call("of_blocks").grid(2).block(9, 5, 2).run(out);
    for (int i = 0; i < 180; i++) {
      int rank = i % 90;
      int warp = rank < 64 ? 32 : 26;
      int any = rank < 64 ? 0 : 1;
      int expected = 89 - rank + 100 * (90 + rank / 45) + 100000 * warp + 10000000 * any;
      assertEquals(expected + rank + 1, out[i]);
    }
  }
}
