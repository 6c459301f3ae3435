package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.KernelFault.Kind;
import org.grcuda.cpu.exec.Launch.Shape;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Kernels of kernels.cu against plain Java. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KernelTest {

  /** All invocations of a parameterized class share an instance. */
  private final Map<TranslationOptions, TestDevice> devices = new HashMap<>();

  private TestDevice device;

  /** How the kernels are translated. */
  TranslationOptions options() {
    return TranslationOptions.defaults().withEngine(TranslationOptions.Engine.BYTECODE);
  }

  @BeforeEach
  void translate() {
    device =
        devices.computeIfAbsent(options(), o -> new TestDevice(TestDevice.text("kernels.ptx"), o));
  }

  @AfterAll
  void close() {
    devices.values().forEach(TestDevice::close);
  }

  private static float[] randomFloats(int n, long seed) {
    Random random = new Random(seed);
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    return values;
  }

  @Test
  void vectorAdditionStopsAtTheBound() {
    float[] x = randomFloats(1000, 1);
    float[] y = randomFloats(1000, 2);
    long z = device.allocate(4096);
    device.launch("vadd", 4, 256, device.put(x), device.put(y), z, 1000);
    float[] result = device.floats(z, 1024);
    for (int i = 0; i < 1024; i++) {
      assertEquals(i < 1000 ? x[i] + y[i] : 0f, result[i]);
    }
  }

  @Test
  void saxpyWithGridStride() {
    float[] x = randomFloats(5000, 3);
    float[] y = randomFloats(5000, 4);
    long dy = device.put(y);
    device.launch("saxpy", 3, 64, 2.5f, device.put(x), dy, 5000);
    float[] result = device.floats(dy, 5000);
    for (int i = 0; i < 5000; i++) {
      assertEquals(Math.fma(2.5f, x[i], y[i]), result[i]);
    }
  }

  @Test
  void mandelbrotInTwoDimensions() {
    int width = 70;
    int height = 50;
    long out = device.allocate(4L * width * height);
    device.launch(
        "mandelbrot", new Shape(5, 7, 1), new Shape(16, 8, 1), 0, out, width, height, 100);
    int[] result = device.ints(out, width * height);
    int differences = 0;
    for (int p = 0; p < result.length; p++) {
      differences += result[p] == mandelbrot(p % width, p / width, width, height) ? 0 : 1;
    }
    assertTrue(differences < 20, differences + " pixels differ by more than contraction explains");
  }

  @Test
  void mandelbrotInOddBlocks() {
    int width = 70;
    int height = 50;
    long regular = device.allocate(4L * width * height);
    device.launch(
        "mandelbrot", new Shape(5, 7, 1), new Shape(16, 8, 1), 0, regular, width, height, 100);
    for (Shape block : new Shape[] {new Shape(7, 5, 1), new Shape(10, 3, 1), new Shape(1, 25, 1)}) {
      long out = device.allocate(4L * width * height);
      Shape grid = new Shape((width - 1) / block.x() + 1, (height - 1) / block.y() + 1, 1);
      device.launch("mandelbrot", grid, block, 0, out, width, height, 100);
      assertArrayEquals(
          device.ints(regular, width * height), device.ints(out, width * height), block.toString());
    }
  }

  private static int mandelbrot(int px, int py, int width, int height) {
    float cx = -2.5f + 3.5f * px / width;
    float cy = -1.25f + 2.5f * py / height;
    float x = 0;
    float y = 0;
    int k = 0;
    while (k < 100 && x * x + y * y < 4) {
      float t = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = t;
      k++;
    }
    return k;
  }

  @Test
  void reductionInSharedMemory() {
    float[] x = new float[10_000];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 17;
    }
    long out = device.put(0f);
    device.launch("reduce", 5, 256, device.put(x), out, x.length);
    float expected = 0;
    for (float v : x) {
      expected += v;
    }
    assertEquals(expected, device.floats(out, 1)[0]);
  }

  @Test
  void tiledMatrixProduct() {
    int n = 50;
    float[] a = randomFloats(n * n, 5);
    float[] b = randomFloats(n * n, 6);
    long c = device.allocate(4L * n * n);
    device.launch(
        "matmul", new Shape(4, 4, 1), new Shape(16, 16, 1), 0, device.put(a), device.put(b), c, n);
    float[] result = device.floats(c, n * n);
    for (int row = 0; row < n; row++) {
      for (int col = 0; col < n; col++) {
        float sum = 0;
        for (int k = 0; k < n; k++) {
          sum = Math.fma(a[row * n + k], b[k * n + col], sum);
        }
        assertEquals(sum, result[row * n + col]);
      }
    }
  }

  @Test
  void histogramWithSharedAtomics() {
    int n = 20_000;
    int[] expected = new int[256];
    int[] packed = new int[n / 4];
    Random random = new Random(7);
    for (int i = 0; i < n; i++) {
      int v = (int) Math.abs(random.nextGaussian() * 50) & 255;
      expected[v]++;
      packed[i / 4] |= v << 8 * (i % 4);
    }
    long bins = device.allocate(1024);
    device.launch("histogram", 3, 128, device.put(packed), bins, n);
    assertArrayEquals(expected, device.ints(bins, 256));
  }

  @Test
  void threadsThatExitDoNotHoldABarrier() {
    long out = device.allocate(512);
    device.launch("earlyExit", 1, 128, out, 100);
    int[] result = device.ints(out, 128);
    for (int t = 0; t < 128; t++) {
      assertEquals(t < 100 ? 100 - t : 0, result[t]);
    }
  }

  @Test
  void barriersInADivergentLoop() {
    long out = device.allocate(256);
    device.launch("divergentBarriers", 1, 64, out);
    int[] sum = new int[64];
    for (int round = 0; round < 5; round++) {
      for (int t = 0; t < 64; t++) {
        for (int k = t % 7; k > 0; k -= 2) {
          sum[t] += k;
        }
      }
      int[] s = sum.clone();
      for (int t = 0; t < 64; t++) {
        sum[t] += round % 2 == 0 ? s[(t + 1) % 64] : -s[(t + 63) % 64];
      }
    }
    assertArrayEquals(sum, device.ints(out, 64));
  }

  @Test
  void barrierThatNobodyElseReachesIsADeadlock() {
    long out = device.allocate(256);
    KernelFault fault = assertThrows(KernelFault.class, () -> device.launch("hang", 1, 64, out));
    assertEquals(Kind.DEADLOCK, fault.kind());
    assertTrue(fault.getMessage().contains("kernel 'hang', block (0, 0, 0), thread (0, 0, 0)"));
  }

  @Test
  void constantMemoryAndRelocatedPointers() {
    long out = device.allocate(64);
    long counter = device.allocate(4);
    device.launch("readCounter", 1, 1, counter);
    int before = device.ints(counter, 1)[0];
    device.launch("constants", 1, 16, out);
    assertArrayEquals(
        new float[] {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8}, device.floats(out, 16));
    device.launch("readCounter", 1, 1, counter);
    assertEquals(before + 16, device.ints(counter, 1)[0]);
  }

  @Test
  void localArrays() {
    int[] index = {3, 1, 4, 1, 5, 9, 2, 6};
    long out = device.allocate(16);
    device.launch("localArray", 1, 4, out, device.put(index), index.length);
    int[] result = device.ints(out, 4);
    for (int t = 0; t < 4; t++) {
      int[] local = new int[32];
      for (int i = 0; i < 32; i++) {
        local[i] = i * i + t;
      }
      for (int i = 0; i < index.length; i++) {
        local[index[i]] += local[index[(i + 1) % index.length]];
      }
      assertEquals(Arrays.stream(local).reduce(0, (sum, v) -> sum * 3 + v), result[t]);
    }
  }

  @Test
  void printfFormats() {
    try (TestDevice own = TestDevice.of("kernels.ptx")) {
      own.launch("print", 1, 4, 2);
      assertEquals(
          "thread 0 of 4:  0.00|ab    |x|-5000000000|ff %\n"
              + "thread 1 of 4:  1.50|ab    |x|-5000000000|ff %\n",
          own.output());
    }
  }

  @Test
  void accessOutOfBoundsNamesKernelThreadAndLine() {
    long out = device.allocate(256);
    KernelFault fault =
        assertThrows(KernelFault.class, () -> device.launch("outOfBounds", 1, 1, out, 1L << 40));
    assertEquals(Kind.ILLEGAL_ADDRESS, fault.kind());
    assertEquals(out + (1L << 42), fault.address());
    String line = TestDevice.text("kernels.ptx").lines().toList().get(fault.line() - 1);
    assertTrue(line.contains("st.global"), line);
    assertTrue(fault.getMessage().startsWith("kernel 'outOfBounds', block (0, 0, 0)"));
  }

  @Test
  void nullIsOutOfBounds() {
    KernelFault fault =
        assertThrows(KernelFault.class, () -> device.launch("outOfBounds", 1, 1, 0L, 0L));
    assertEquals(Kind.ILLEGAL_ADDRESS, fault.kind());
  }

  @Test
  void misalignedAccess() {
    long out = device.allocate(256);
    KernelFault fault =
        assertThrows(KernelFault.class, () -> device.launch("misaligned", 1, 1, out));
    assertEquals(Kind.MISALIGNED_ADDRESS, fault.kind());
  }

  @Test
  void trapNamesTheThread() {
    KernelFault fault = assertThrows(KernelFault.class, () -> device.launch("trapped", 2, 32, 5));
    assertEquals(Kind.TRAP, fault.kind());
    assertTrue(fault.place().endsWith("thread (5, 0, 0)"), fault.place());
  }

  @Test
  void deviceFunctionsWithStructsAndRecursion() {
    long out = device.allocate(64);
    long f = device.put(1f, 2f, 3f, 4f, 5f, 6f, 7f, 8f);
    device.launch("calls", 1, 8, out, f, new int[] {10, 20, 30, 40, 50});
    int[] fibonacci = {0, 1, 1, 2, 3, 5, 8, 13};
    int[] result = device.ints(out, 8);
    float[] scaled = device.floats(f, 8);
    for (int t = 0; t < 8; t++) {
      assertEquals((10 + 10 * ((1 + t) % 5)) * 1000 + fibonacci[t], result[t]);
      assertEquals((t + 1) * 0.5f, scaled[t]);
    }
  }

  @Test
  void recursionUsesLocalMemoryUntilItIsExhausted() {
    long out = device.allocate(4);
    device.launch("recurse", 1, 1, out, 20);
    assertEquals(210, device.ints(out, 1)[0]);
    KernelFault fault =
        assertThrows(KernelFault.class, () -> device.launch("recurse", 1, 1, out, 1_000_000));
    assertEquals(Kind.STACK_OVERFLOW, fault.kind());
  }

  @Test
  void warpReductionWithPartialData() {
    float[] x = new float[80];
    Arrays.fill(x, 1f);
    long out = device.allocate(16);
    device.launch("warpReduce", 1, 96, device.put(x), out, 80);
    assertArrayEquals(new float[] {32, 32, 16}, device.floats(out, 3));
  }

  @Test
  void warpOperationsUnderDivergence() {
    long out = device.allocate(64 * 24);
    device.launch("warpMix", 1, 64, out);
    int[] result = device.ints(out, 64 * 6);
    for (int t = 0; t < 64; t++) {
      int lane = t & 31;
      int warp = t & ~31;
      int up = lane < 2 ? t : t - 2;
      assertEquals((warp + 5) * 3 + up * 100 + (t ^ 1) * 10_000, result[t * 6]);
      int ballot = 0;
      for (int l = 0; l < 32; l++) {
        ballot |= (warp + l) % 3 == 0 ? 1 << l : 0;
      }
      assertEquals(ballot, result[t * 6 + 1]);
      assertEquals(warp == 32 ? 3 : 2, result[t * 6 + 2]);
      assertEquals(lane < 10 ? 21 : 22, result[t * 6 + 3]);
      assertEquals(0xf << lane / 4 * 4, result[t * 6 + 4]);
      assertEquals(496, result[t * 6 + 5]);
    }
  }

  @Test
  void spinLockMakesProgress() {
    long lock = device.put(0);
    long count = device.put(0);
    device.launch("spin", 2, 96, lock, count);
    assertEquals(192, device.ints(count, 1)[0]);
  }

  @Test
  void waitingForAFlagOfAnotherWarp() {
    long flag = device.put(0, 0);
    long out = device.put(0);
    device.launch("flag", 1, 64, flag, out);
    assertEquals(17, device.ints(out, 1)[0]);
  }

  @Test
  void barrierReductions() {
    long out = device.allocate(400);
    device.launch("counted", 1, 100, out);
    int[] expected = new int[100];
    Arrays.fill(expected, 34 * 100 + 1);
    assertArrayEquals(expected, device.ints(out, 100));
  }

  @Test
  void dynamicSharedMemory() {
    long x = device.put(1, 2, 3, 4, 5);
    device.launch("dynamicShared", new Shape(1, 1, 1), new Shape(5, 1, 1), 20, x);
    assertArrayEquals(new int[] {5, 4, 3, 2, 1}, device.ints(x, 5));
  }

  @Test
  void dynamicSharedMemoryIsBounded() {
    long x = device.put(1, 2, 3, 4, 5);
    KernelFault fault =
        assertThrows(
            KernelFault.class,
            () -> device.launch("dynamicShared", new Shape(1, 1, 1), new Shape(5, 1, 1), 16, x));
    assertEquals(Kind.ILLEGAL_ADDRESS, fault.kind());
  }

  @Test
  void atomicOperations() {
    long i = device.put(0, 0, 100, -100, -1, 0, 0, 0, 0);
    long u = device.put(0, 0, -1, 0);
    long l = device.put(0L, 0L, 0L);
    long f = device.put(0f);
    long d = device.put(0.0);
    device.launch("atomics", 1, 64, i, u, l, f, d);
    int xor = 0;
    int decremented = 0;
    for (int t = 0; t < 64; t++) {
      xor ^= t;
      decremented = decremented == 0 ? 9 : decremented - 1;
    }
    assertArrayEquals(new int[] {2016, -2016, -13, 13, ~63, 63, xor, 9, 64}, device.ints(i, 9));
    assertArrayEquals(new int[] {4, decremented, 0, -1}, device.ints(u, 4));
    assertArrayEquals(new long[] {2016L << 33, 63L << 40, 64}, device.longs(l, 3));
    assertEquals(32f, device.floats(f, 1)[0]);
    assertEquals(16.0, device.doubles(d, 1)[0]);
  }

  @Test
  void indicesInThreeDimensions() {
    Shape grid = new Shape(3, 2, 2);
    Shape block = new Shape(4, 3, 2);
    long out = device.allocate(4 * 12 * 24);
    device.launch("indices", grid, block, 0, out);
    int[] result = device.ints(out, 12 * 24);
    for (int b = 0; b < 12; b++) {
      for (int t = 0; t < 24; t++) {
        int thread = t % 4 + 10 * (t / 4 % 3) + 100 * (t / 12);
        int index = 1000 * (b % 3) + 10_000 * (b / 3 % 2) + 100_000 * (b / 6);
        assertEquals(thread + index, result[b * 24 + t]);
      }
    }
  }
}
