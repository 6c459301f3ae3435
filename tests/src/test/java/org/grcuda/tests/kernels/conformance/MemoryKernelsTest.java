package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.grcuda.IntArray;
import org.grcuda.LongArray;
import org.grcuda.types.ElementType;
import org.junit.jupiter.api.Test;

final class MemoryKernelsTest extends ConformanceTest {

  private static final int N = 530;

  MemoryKernelsTest() {
    super("memory.cu");
  }

  private Call covered(String name) {
    return call(name).cover(N, 96);
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void constants() {
    float[] x = Inputs.floats(N, -9, 9, 41);
    float[] y = new float[N];
    int[] z = new int[N];
    covered("constants").run(x, y, z, N);
    float[] c = {1, -2, 0.5f, 4, 0.25f, -8, 16, 0.125f};
    int[] offsets = {-1, 100, -300};
    for (int i = 0; i < N; i++) {
      assertEquals(Math.fma(x[i], c[i % 8], 4f), y[i]);
      assertEquals(7 * i - offsets[i % 3], z[i]);
    }
  }

  @Test
  void globals() {
    int[] out = new int[50];
    call("globals").block(50).run(out);
    int[] digits = "3141592653589793".chars().map(c -> c - '0').toArray();
    for (int t = 0; t < 50; t++) {
      assertEquals(digits[t % 16] + digits[5 + t % 4], out[t]);
    }
    var calls = (LongArray) kernel("globals").global("calls");
    assertEquals(150, calls.get(0));
    var table = (IntArray) kernel("globals").global("table", ElementType.INT);
    table.set(0, 1000);
    call("globals").block(50).run(out);
    assertEquals(1000 + digits[5], out[0]);
    assertEquals(300, calls.get(0));
    table.set(0, 3);
  }

  @Test
  void strings() {
    int[] lengths = new int[6];
    byte[] text = new byte[48];
    call("strings").block(6).run(lengths, text);
    assertArrayEquals(new int[] {4, 3, 6, 4, 3, 6}, lengths);
    assertEquals("twenty\0\0", new String(text, 40, 8));
  }

  @Test
  void staticLocal() {
    int[] out = new int[3];
    call("static_local").run(out);
    call("static_local").run(out);
    assertArrayEquals(new int[] {44, 45, 46}, out);
  }

  @Test
  void reverseStatic() {
    int[] x = Inputs.ints(97 * 5, 42);
    int[] expected = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      expected[i] = x[i / 97 * 97 + 96 - i % 97];
    }
    call("reverse_static").grid(5).block(97).run(x);
    assertArrayEquals(expected, x);
  }

  @Test
  void dynamicShared() {
    double[] x = Inputs.doubles(N, -5, 5, 43);
    int block = 70;
    int blocks = (N + block - 1) / block;
    double[] sums = new double[blocks];
    int[] counts = new int[blocks];
    call("dynamic_shared").grid(blocks).block(block).shared(block * 14).run(x, sums, counts, N);
    for (int b = 0; b < blocks; b++) {
      double sum = 0;
      int count = 0;
      for (int i = Math.min(N, (b + 1) * block) - 1; i >= b * block; i--) {
        sum += x[i];
        count += x[i] > 0 ? 1 : 0;
      }
      assertEquals(sum, sums[b]);
      assertEquals(count, counts[b]);
    }
  }

  @Test
  void sharedAliasing() {
    double[] x = Inputs.doubles(32, -1e9, 1e9, 44);
    int[] out = new int[32];
    call("shared_aliasing").block(32).run(x, out);
    for (int t = 0; t < 32; t++) {
      int low = (int) Double.doubleToLongBits(x[31 - t]) & 0xffff;
      int high = (byte) (Double.doubleToLongBits(x[(t + 1) % 32]) >>> 56);
      assertEquals(low + 65536 * high, out[t]);
    }
  }

  @Test
  void localArray() {
    int[] x = Inputs.ints(N, 45);
    int[] out = new int[N];
    covered("local_array").run(x, out, N);
    int[] expected = new int[N];
    for (int i = 0; i < N; i++) {
      int from = i * 17;
      expected[i] = IntStream.range(0, 17).map(k -> x[(from + k) % N]).sorted().toArray()[8];
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void arrayOfStructs() {
    int size = 32;
    var random = new SplittableRandom(46);
    ByteBuffer particles = little(N * size);
    ByteBuffer expected = little(N * size);
    float[] moments = new float[N];
    for (int i = 0; i < N; i++) {
      double mass = random.nextInt(100);
      float[] position = {random.nextInt(50), random.nextInt(50), random.nextInt(50)};
      int id = random.nextInt(-1000, 1000);
      int flags = random.nextInt(256);
      float tag = random.nextInt(-100, 100);
      moments[i] = (float) (mass * (position[0] + 2 * position[1] + 4 * position[2]));
      put(particles, mass, position, id, flags, Float.floatToIntBits(tag));
      position[i % 3] = 0;
      int after = Float.floatToIntBits(tag);
      after = flags % 2 == 0 ? Float.floatToIntBits(2 * tag) : after + 1;
      put(expected, mass, position, -id, flags ^ 0x81, after);
    }
    float[] actual = new float[N];
    covered("array_of_structs").run(particles.array(), actual, N);
    assertArrayEquals(moments, actual);
    byte[] mask = particles.array();
    for (int i = 0; i < N; i++) {
      mask[size * i + 23] = 0;
    }
    assertArrayEquals(expected.array(), mask);
  }

  private static void put(
      ByteBuffer to, double mass, float[] position, int id, int flags, int tag) {
    to.putDouble(mass);
    for (float p : position) {
      to.putFloat(p);
    }
    to.putShort((short) id).put((byte) flags).put((byte) 0).putInt(tag).putInt(0);
  }

  @Test
  void bitfields() {
    int[] words = Inputs.ints(2 * N, 47);
    int[] before = words.clone();
    int[] out = new int[N];
    covered("bitfields").run(words, out, N);
    for (int i = 0; i < N; i++) {
      int w = before[2 * i];
      int last = before[2 * i + 1];
      int low = w & 31;
      int middle = w << 14 >> 19;
      int high = w >>> 18;
      int tail = last << 29 >> 29;
      int flag = last >> 3 & 1;
      assertEquals(low * 1000 + middle * 7 + high + tail * 100000 + flag * 1000000, out[i]);
      int next = (low + 3 & 31) | (-middle & 0x1fff) << 5 | (high ^ 0x2aaa) << 18;
      assertEquals(next, words[2 * i]);
      assertEquals((tail - 1 & 7) | (1 - flag) << 3, words[2 * i + 1] & 15);
    }
  }

  @Test
  void followPointers() {
    int rows = 40;
    int[] lengths = Inputs.ints(rows, 1, 20, 48);
    IntArray[] arrays = new IntArray[rows];
    LongArray pointers = cuda().longArray(rows);
    int[] expected = new int[rows];
    for (int i = 0; i < rows; i++) {
      int[] values = Inputs.ints(lengths[i], -1000, 1000, 480 + i);
      arrays[i] = cuda().array(values);
      pointers.set(i, arrays[i].pointer());
      expected[i] = Arrays.stream(values).sum();
    }
    int[] sums = new int[rows];
    call("follow_pointers").cover(rows, 32).run(pointers, lengths, sums, rows);
    assertArrayEquals(expected, sums);
    for (int i = 0; i < rows; i++) {
      assertEquals(-expected[i], Arrays.stream(arrays[i].toArray()).sum());
    }
  }

  @Test
  void linkedList() {
    int n = 60;
    int[] order = IntStream.range(0, n).map(i -> i * 37 % n).toArray();
    int[] out = new int[n + 1];
    call("linked_list").run(new long[2 * n], order, out, n);
    assertArrayEquals(order, Arrays.copyOf(out, n));
    int sum = 0;
    for (int k = 0; k < n; k++) {
      sum = sum * 31 + k * k;
    }
    assertEquals(sum, out[n]);
  }

  @Test
  void genericAddresses() {
    int[] x = {5, -6, 7, 8};
    int[] out = new int[20];
    call("generic_addresses").block(20).run(x, out);
    for (int t = 0; t < 20; t++) {
      int weighted = 5 - 12 + 21 + 32 + 1 + 4 + 9 + 16 + 10 + 40 + 90 + 160;
      int local = -t + 2 * t * t + 21 + 4 * t;
      int either = t % 2 == 1 ? t % 4 + 1 : x[t % 4];
      assertEquals(weighted + local + 7000000 - either, out[t]);
    }
  }

  @Test
  void copyBytes() {
    int n = 100;
    byte[] from = Inputs.bytes(n * 24, 49);
    byte[] to = new byte[n * 40];
    call("copy_bytes").cover(n, 48).run(from, to, n);
    byte[] expected = new byte[n * 40];
    for (int i = 0; i < n; i++) {
      Arrays.fill(expected, i * 40, i * 40 + 40, (byte) i);
      System.arraycopy(from, i * 24, expected, i * 40 + i % 7, 24);
    }
    assertArrayEquals(expected, to);
  }

  @Test
  void structByReference() {
    int n = 50;
    float[] x = Inputs.floats(n * 10, -1, 1, 50);
    float[] out = new float[n];
    call("struct_by_reference").cover(n, 32).run(x, out, n);
    double[] expected = new double[n];
    for (int i = 0; i < n; i++) {
      double sum = 0;
      double low = 9;
      double high = -9;
      for (int k = 0; k < 10; k++) {
        sum += x[i * 10 + k];
        low = Math.min(low, x[i * 10 + k]);
        high = Math.max(high, x[i * 10 + k]);
      }
      expected[i] = (i % 2 == 1 ? sum / 10 : sum) + low * high;
    }
    Close.to("struct_by_reference", expected, out, 1e-6);
  }

  @Test
  void threeDimensions() {
    int nx = 13;
    int ny = 7;
    int nz = 5;
    int[] out = new int[nx * ny * nz];
    call("three_dimensions").grid(3, 2, 3).block(5, 4, 2).run(out, nx, ny, nz);
    for (int i = 0; i < out.length; i++) {
      int x = i % nx;
      int y = i / nx % ny;
      int z = i / nx / ny;
      int block = x / 5 + 3 * (y / 4) + 6 * (z / 2);
      assertEquals(1000 * block + x % 5 + 5 * (y % 4) + 20 * (z % 2), out[i]);
    }
  }

  @Test
  void gridStride() {
    float[] x = Inputs.floats(10007, -100, 100, 51);
    float[] y = new float[x.length];
    call("grid_stride").grid(3).block(50).run(x, y, x.length);
    for (int i = 0; i < x.length; i++) {
      assertEquals((float) (2.0 * x[i] + 1), y[i]);
    }
  }

  @Test
  void cachedLoads() {
    int[] x = Inputs.ints(N, 52);
    int[] y = new int[3 * N];
    covered("cached_loads").run(x, y, N);
    for (int i = 0; i < N; i++) {
      int sum = x[i] + x[N - 1 - i] + x[i / 2];
      assertEquals(sum, y[i]);
      assertEquals(2 * sum, y[N + i]);
      assertEquals(5, y[2 * N + i]);
    }
  }
}
