package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ShapeKernelsTest extends ConformanceTest {

  ShapeKernelsTest() {
    super("shapes.cu");
  }

  private static ByteBuffer bytes(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
  }

  private static byte[] bytes(int[] values) {
    ByteBuffer buffer = bytes(4 * values.length);
    buffer.asIntBuffer().put(values);
    return buffer.array();
  }

  /** 32,408 bytes of parameters: CUDA allows 32,764. */
  @Test
  void wideParameters() {
    int[] v = Inputs.ints(8100, 501);
    int[] out = new int[64];
    call("wide_parameters").block(64).run(out, ByteBuffer.wrap(bytes(v)));
    for (int t = 0; t < 64; t++) {
      int first = t;
      int sum = IntStream.range(0, 8100).filter(i -> i % 64 == first).map(i -> v[i]).sum();
      assertEquals(sum + v[t * t % 8100], out[t]);
    }
  }

  @Test
  void changedParameters() {
    int[] v = Inputs.ints(1000, 0, 100000, 502);
    int[] out = new int[64];
    call("changed_parameters").block(64).run(out, ByteBuffer.wrap(bytes(v)));
    for (int t = 0; t < 64; t++) {
      int[] own = v.clone();
      own[t] += 5;
      int s = 0;
      for (int i = t; i < 1000; i += 64) {
        s = s * 3 + own[i];
      }
      assertEquals(s + own[(t * 37 + s % 2 + 1000) % 1000], out[t]);
    }
  }

  @Test
  void enteredTwice() {
    int[] x = IntStream.range(0, 100).map(i -> 3 * i).toArray();
    int[] expected = new int[100];
    for (int i = 0; i < 100; i++) {
      int a = x[i];
      int s = 0;
      boolean atSecond = (a & 1) != 0;
      while (true) {
        if (!atSecond) {
          s += a;
          a -= 3;
          if (a < 0) {
            break;
          }
        }
        s = s * 3 + 1;
        a -= 1;
        atSecond = (s & 4) == 0;
        if (atSecond && a <= 0) {
          break;
        }
      }
      expected[i] = s;
    }
    call("entered_twice").block(100).run(x);
    assertArrayEquals(expected, x);
  }

  @Test
  void largeSwitch() {
    int n = 200;
    int[] x = Inputs.ints(n, 503);
    int[] out = new int[n];
    call("large_switch").cover(n, 64).run(x, out, n);
    for (int i = 0; i < n; i++) {
      int a = x[i];
      for (int r = 0; r < 5; r++) {
        int k = (a + r) % 256;
        boolean left = false;
        while (k >= 0 && k < 256 && !left) {
          a = a * (k % 13 + 2) + x[(i + k) % n] % (k + 3);
          left = k % 3 != 0;
          k++;
        }
        a -= left ? 0 : 7;
      }
      assertEquals(a, out[i], "thread " + i);
    }
  }

  @Test
  void deepCalls() {
    int[] x = new int[64];
    call("deep_calls").block(64).run(x);
    for (int t = 0; t < 64; t++) {
      int a = t;
      for (int k = 100; k > 0; k--) {
        a = a * 3 + k;
      }
      a++;
      for (int k = 1; k <= 100; k++) {
        a ^= k;
      }
      assertEquals(a, x[t]);
    }
  }

  private static int ancestors(int n, int[] up) {
    int[] own = new int[8];
    Arrays.setAll(own, k -> up[(k + 1) & 7] * n + k);
    if (n == 0) {
      return own[3];
    }
    int more = n % 3 == 0 ? ancestors(Math.max(0, n - 2), own) : 0;
    return ancestors(n - 1, own) + more + own[n & 7];
  }

  @Test
  void recursionWithArrays() {
    int[] x = new int[64];
    call("recursion_with_arrays").block(64).run(x);
    for (int t = 0; t < 64; t++) {
      int first = t;
      int[] a = IntStream.range(0, 8).map(k -> k + first).toArray();
      assertEquals(ancestors(t % 12, a), x[t]);
    }
  }

  @Test
  void typedShared() {
    double[] out = new double[128];
    call("typed_shared").block(64).shared(16 * 4064).run(out);
    for (int t = 0; t < 64; t++) {
      assertEquals(Double.doubleToLongBits(t * 0.5) >>> 48 & 255, out[2 * t]);
      assertEquals((t ^ 1) + t * 0.5, out[2 * t + 1]);
    }
  }

  @Test
  void scopedShared() {
    int[] out = new int[32];
    call("scoped_shared").block(32).run(out);
    for (int t = 0; t < 32; t++) {
      assertEquals(3 * (31 - t) + 3 * ((t + 1) % 32) + 3, out[t]);
    }
  }

  @Test
  void initialised() {
    int[] out = new int[7];
    call("initialised").block(3).run(out);
    assertArrayEquals(new int[] {8, 6, 'e', 2, 21, 32, 21}, out);
  }

  @Test
  void mixedStruct() {
    try (var a = cuda().array(new float[] {1, 2, 3, 4});
        var b = cuda().array(new int[] {5, 6, 7, 8});
        var c = cuda().array(new int[4])) {
      ByteBuffer m = bytes(40);
      m.putLong(a.pointer()).putLong(b.pointer()).putLong(c.pointer());
      m.putShort(24, (short) 3).putFloat(32, 0.5f).put(36, (byte) -2);
      int[] size = new int[1];
      call("mixed_struct").block(4).run(m.rewind(), size);
      float[] sums = new float[4];
      int[] differences = new int[4];
      a.copyTo(sums);
      c.copyTo(differences);
      assertEquals(40, size[0]);
      assertArrayEquals(new float[] {3.5f, 5, 6.5f, 4}, sums);
      assertArrayEquals(new int[] {7, 8, 9, 0}, differences);
    }
  }

  @Test
  void oddBlocks() {
    int[][] blocks = {{3, 5, 7}, {33, 1, 3}, {1, 1, 64}, {7, 11, 13}, {1, 1024, 1}, {16, 4, 16}};
    for (int[] d : blocks) {
      int n = d[0] * d[1] * d[2];
      int[] out = new int[12 * n];
      call("odd_blocks").grid(2, 3, 2).block(d[0], d[1], d[2]).run(out);
      for (int i = 0; i < out.length; i++) {
        int t = i % n;
        int place = t % d[0] + 100 * (t / d[0] % d[1]) + 10000 * (t / d[0] / d[1]);
        assertEquals(place + 1000000 * (t % 32) + 100000000, out[i], Arrays.toString(d));
      }
    }
  }
}
