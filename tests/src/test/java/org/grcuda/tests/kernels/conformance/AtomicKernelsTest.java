package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.grcuda.IntArray;
import org.grcuda.types.ElementType;
import org.junit.jupiter.api.Test;

final class AtomicKernelsTest extends ConformanceTest {

  private static final int N = 2001;

  AtomicKernelsTest() {
    super("atomics.cu");
  }

  private Call covered(String name) {
    return call(name).cover(N, 130);
  }

  @Test
  void atomicInts() {
    int[] x = IntStream.of(Inputs.ints(N, 91)).map(v -> v | 64).toArray();
    int[] r = {0, 0, 5, 5, -1, 0, 0, -1, 0, 0, 0};
    covered("atomic_ints").run(x, r, N);
    int[] expected = {
      Arrays.stream(x).sum(),
      -Arrays.stream(x).sum(),
      Math.min(5, Arrays.stream(x).min().orElseThrow()),
      Math.max(5, Arrays.stream(x).max().orElseThrow()),
      Arrays.stream(x).reduce(-1, (p, q) -> p & (q | 0xff00)),
      Arrays.stream(x).reduce(0, (p, q) -> p | q) & 0xf00f,
      Arrays.stream(x).reduce(0, (p, q) -> p ^ q),
      (int) Arrays.stream(x).mapToLong(v -> v & 0xffffffffL).min().orElseThrow(),
      (int) Arrays.stream(x).mapToLong(v -> v & 0xffffffffL).max().orElseThrow(),
      N % 11,
      (7 - N % 7) % 7
    };
    assertArrayEquals(expected, r);
  }

  @Test
  void atomicLongs() {
    long[] x = Inputs.longs(N, 92);
    long[] r = {0, 0, 0, -1, 0, -1, 0, 0};
    covered("atomic_longs").run(x, r, N);
    long[] unsigned =
        Arrays.stream(x).boxed().sorted(Long::compareUnsigned).mapToLong(v -> v).toArray();
    long[] expected = {
      Arrays.stream(x).sum(),
      Math.min(0, Arrays.stream(x).min().orElseThrow()),
      Math.max(0, Arrays.stream(x).max().orElseThrow()),
      unsigned[0],
      unsigned[N - 1],
      Arrays.stream(x).reduce(-1, (p, q) -> p & q),
      Arrays.stream(x).reduce(0, (p, q) -> p | q),
      Arrays.stream(x).reduce(0, (p, q) -> p ^ q)
    };
    assertArrayEquals(expected, r);
  }

  /** Multiples of 1/8, so that sums are exact in every order. */
  @Test
  void atomicFloats() {
    float[] x = new float[N];
    double[] y = new double[N];
    float[] f = new float[3];
    double[] d = new double[5];
    float[] ef = new float[3];
    double[] ed = new double[5];
    for (int i = 0; i < N; i++) {
      x[i] = i * 37 % 101 / 8f - 6;
      y[i] = i * 41 % 103 / 8.0 - 1e6;
      ef[i % 3] += x[i];
      ed[i % 5] += y[i];
    }
    covered("atomic_floats").run(x, f, y, d, N);
    assertArrayEquals(ef, f);
    assertArrayEquals(ed, d);
  }

  @Test
  void atomicResults() {
    int[] tickets = new int[1];
    int[] seen = new int[N];
    int[] exchanged = new int[N];
    int[] slot = new int[1];
    covered("atomic_results").run(tickets, seen, exchanged, slot, N);
    assertEquals(N, tickets[0]);
    assertTrue(Arrays.stream(seen).allMatch(count -> count == 1));
    int[] all = Arrays.copyOf(exchanged, N + 1);
    all[N] = slot[0];
    assertArrayEquals(IntStream.rangeClosed(0, N).toArray(), IntStream.of(all).sorted().toArray());
  }

  @Test
  void compareAndSwap() {
    float[] x = Inputs.floats(N, -100, 100, 93);
    float[] largest = {-1e30f};
    double[] product = {3};
    covered("compare_and_swap").run(x, largest, product, N);
    float max = -200;
    for (float v : x) {
      max = Math.max(max, v);
    }
    assertEquals(max, largest[0]);
    assertEquals(1.5, product[0]);
  }

  @Test
  void sharedAtomics() {
    int[] x = Inputs.ints(N, 1, 100000, 94);
    int blocks = (N + 95) / 96;
    int[] out = new int[blocks * 17];
    float[] sums = new float[blocks];
    call("shared_atomics").grid(blocks).block(96).run(x, out, sums, N);
    for (int b = 0; b < blocks; b++) {
      int[] part = Arrays.copyOfRange(x, b * 96, Math.min(N, b * 96 + 96));
      int[] expected = new int[17];
      for (int v : part) {
        expected[v % 8]++;
        expected[11] |= 1 << v % 32;
      }
      expected[8] = Arrays.stream(part).max().orElseThrow();
      expected[9] = 77;
      expected[10] = 5;
      expected[15] = Arrays.stream(part).min().orElseThrow();
      expected[16] = Arrays.stream(part).sum();
      assertArrayEquals(expected, Arrays.copyOfRange(out, b * 17, b * 17 + 17));
      assertEquals(part.length / 2f, sums[b]);
    }
  }

  @Test
  void hashTable() {
    int size = 509;
    int[] keys = Inputs.ints(N, 0, 400, 95);
    int[] table = new int[size];
    Arrays.fill(table, -1);
    int[] counts = new int[size];
    covered("hash_table").run(keys, table, counts, size, N);
    Map<Integer, Integer> expected = new HashMap<>();
    Arrays.stream(keys).forEach(key -> expected.merge(key, 1, Integer::sum));
    Map<Integer, Integer> actual = new HashMap<>();
    for (int slot = 0; slot < size; slot++) {
      if (table[slot] >= 0) {
        actual.merge(table[slot], counts[slot], Integer::sum);
      }
    }
    assertEquals(expected, actual);
  }

  @Test
  void lockFreePush() {
    int[] x = Inputs.ints(N, 0, 1000, 96);
    int[] next = new int[N];
    covered("lock_free_push").run(x, next, N);
    var heads = (IntArray) kernel("lock_free_push").global("heads", ElementType.INT);
    int reached = 0;
    for (int list = 0; list < 32; list++) {
      for (int i = heads.get(list); i != 0; i = next[i - 1]) {
        assertEquals(list, x[i - 1] % 32);
        reached++;
      }
    }
    assertEquals(N, reached);
  }

  @Test
  void scopedAtomics() {
    int[] r = new int[3];
    covered("scoped_atomics").run(r, N);
    assertArrayEquals(new int[] {2 * N, N - 1, N}, r);
  }

  @Test
  void inlineAtomics() {
    int[] r = new int[4 + 40];
    call("inline_atomics").block(40).run(r);
    int[] expected = new int[44];
    Arrays.fill(expected, 4, 44, 1);
    expected[0] = 120;
    expected[1] = 255;
    expected[2] = 39;
    expected[3] = 40;
    assertArrayEquals(expected, r);
  }
}
