package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LibraryAtomicsKernelsTest extends ConformanceTest {

  LibraryAtomicsKernelsTest() {
    super("library_atomics.cu");
  }

  @Test
  void scopesAndOrders() {
    int[] i = {3};
    int[] u = {4};
    long[] l = {5};
    long[] w = {6};
    float[] f = {7};
    double[] d = {8};
    call("scopes_and_orders").grid(3).block(40).run(i, u, l, w, f, d);
    int sum = 119 * 120 / 2;
    assertEquals(3 + 4 * sum, i[0]);
    assertEquals(4 + 12 * sum, u[0]);
    assertEquals(5 + 40_000_000_000L * sum, l[0]);
    assertEquals(6 + 4 * (-120L - sum), w[0]);
    assertEquals(7 + 15 * 28, f[0]);
    assertEquals(8 + 0.25 * sum, d[0]);
  }

  @Test
  void narrowScopes() {
    int[] out = new int[4 * 70];
    short[] halves = new short[70];
    byte[] bytes = new byte[70];
    call("narrow_scopes").block(70).run(out, halves, bytes);
    int before = 0;
    for (int t = 0; t < 70; t++) {
      assertEquals(5 + 69 * 35, out[4 * t]);
      assertEquals((t | 0x100) & ~1 ^ 6, out[4 * t + 1]);
      before += out[4 * t + 2];
      assertEquals(2, out[4 * t + 3]);
      assertEquals(-7 + 3 * 69 * 35, halves[t]);
      assertEquals(-69, bytes[t]);
    }
    assertEquals(70, before);
  }

  @Test
  void readModifyWrite() {
    int n = 200;
    int[] x = Inputs.ints(n, -100000, 100000, 401);
    int[] r = {Integer.MIN_VALUE, Integer.MAX_VALUE, 1, -1};
    int[] bits = {0, -1, 12345};
    long[] least = {Long.MAX_VALUE};
    int[] won = new int[n];
    call("read_modify_write").cover(n, 48).run(x, r, bits, least, won, n);
    assertEquals(Arrays.stream(x).max().getAsInt(), r[0]);
    assertEquals(Arrays.stream(x).min().getAsInt(), r[1]);
    assertEquals(Arrays.stream(x).map(v -> 2 * (v & 7) + 1).reduce(1, (a, b) -> a * b), r[2]);
    assertEquals(r[1] * 4294967296L, least[0]);
    int[] expected = new int[n];
    Arrays.fill(expected, 2);
    expected[r[3]] = 1;
    assertArrayEquals(expected, won);
    int left = Arrays.stream(x).reduce(-1, (a, v) -> a & ~(1 << (v & 31)));
    int odd = Arrays.stream(x).reduce(12345, (a, v) -> a ^ v);
    assertArrayEquals(new int[] {-1, left, odd}, bits);
  }

  @Test
  void otherTypes() {
    int[] pair = {0, 100};
    byte[] colours = {1, 2, 3, 4, 1, 9, 9, 9};
    short[] halves = {50, 60};
    long[] offset = new long[1];
    int n = 130;
    try (var table = cuda().array(new int[n])) {
      call("set_pointer").run(offset, table);
      call("other_types").cover(n, 64).run(pair, table, offset, colours, halves, n);
      int[] marks = new int[n];
      table.copyTo(marks);
      assertEquals(n, Arrays.stream(marks).sum());
    }
    assertArrayEquals(new int[] {130, 100 + 129 * 65}, pair);
    assertArrayEquals(new byte[] {34, 35, 35, 36, 2, 9, 9, 9}, colours);
    assertArrayEquals(new short[] {128, 129}, halves);
  }

  @Test
  void handedOn() {
    int[] data = {1, 2};
    int[] out = new int[2 * 37];
    call("handed_on").grid(2).block(37).run(data, out, 3);
    for (int b = 0; b < 2; b++) {
      int expected = b + 1;
      for (int k = 0; k < 3 * 37; k++) {
        expected = expected * 3 + k % 37;
      }
      assertEquals(expected, data[b]);
      assertEquals(1, Arrays.stream(out, 37 * b, 37 * b + 37).sum());
    }
  }

  @Test
  void waits() {
    int[] x = new int[3];
    int[] out = new int[3 * 64];
    call("waits").grid(3).block(64).run(x, out);
    assertArrayEquals(IntStream.range(0, 192).map(i -> 77 + i / 64).toArray(), out);
  }

  @Test
  void latched() {
    int[] x = Inputs.ints(3 * 50, -1000, 1000, 402);
    int[] out = new int[3 * 50];
    call("latched").grid(3).block(50).run(x, out);
    for (int i = 0; i < 150; i++) {
      assertEquals(2 * Arrays.stream(x, i / 50 * 50, i / 50 * 50 + 50).sum() + 1, out[i]);
    }
  }

  @Test
  void semaphores() {
    int[] most = new int[2];
    int[] count = new int[2];
    call("semaphores").grid(2).block(45).run(most, count);
    assertArrayEquals(new int[] {1, 1}, most);
    assertArrayEquals(new int[] {90, 90}, count);
  }

  @Test
  void completed() {
    int[] phases = new int[2];
    int[] seen = new int[2 * 5 * 33];
    call("completed").grid(2).block(33).run(phases, seen);
    assertArrayEquals(new int[] {10, 10}, phases);
    assertArrayEquals(IntStream.range(0, 330).map(i -> i / 33 % 5 * 2 + 1).toArray(), seen);
  }

  @Test
  void barrierScopes() {
    int[] out = new int[64];
    call("barrier_scopes").block(64).run(out);
    for (int t = 0; t < 64; t++) {
      int other = 63 - (t ^ 1);
      assertEquals(other * other, out[t]);
    }
  }
}
