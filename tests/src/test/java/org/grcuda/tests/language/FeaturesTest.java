package org.grcuda.tests.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.tests.language.CudaProgram.Mode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory, barriers, printing, time and failures. */
final class FeaturesTest extends LanguageTest {

  FeaturesTest() {
    super("features.cu");
  }

  private static CudaResult failure(
      CudaProgram p, String kernel, int threads, Object... arguments) {
    return assertThrows(DriverException.class, () -> p.launch(kernel, 1, threads, arguments))
        .result();
  }

  @ParameterizedTest
  @EnumSource
  void clocksAdvance(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.zeros(24);
    p.launch("clocks", 1, 1, x);
    long[] first = p.readLongs(x, 3);
    p.launch("clocks", 1, 1, x);
    assertTrue(first[0] > 0, "ticks " + first[0]);
    assertTrue(p.readLongs(x, 3)[1] > first[1]);
  }

  @ParameterizedTest
  @EnumSource
  void theHeap(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[64]);
    p.launch("heap", 1, 64, x, 100);
    int[] sums = IntStream.range(0, 64).map(t -> 4950 + 100 * t).toArray();
    assertArrayEquals(sums, p.readInts(x, 64));
    p.launch("too_much", 1, 1, x);
    assertEquals(1, p.readInts(x, 1)[0]);
    p.launch("allocate", 1, 1, 77);
    p.launch("release", 1, 1, x);
    assertEquals(77, p.readInts(x, 1)[0]);
    assertEquals(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, failure(p, "bad_free", 1, x));
  }

  @ParameterizedTest
  @EnumSource
  void staticsAndTemplates(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[8]);
    p.launch("statics", 1, 8, x);
    int[] numbers = p.readInts(x, 8);
    Arrays.sort(numbers);
    int base = numbers[0];
    assertArrayEquals(IntStream.range(0, 8).map(i -> base + i).toArray(), numbers);
    long f = p.floats(new float[4]);
    p.launch("templates", 1, 4, f, 0.5f);
    assertArrayEquals(new float[] {1.5f, 10.5f, 49.5f, 142.5f}, p.readFloats(f, 4));
  }

  @ParameterizedTest
  @EnumSource
  void launchBoundsAreKept(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[128]);
    p.launch("bounded", 1, 128, x, p.ints(IntStream.range(0, 128).toArray()));
    assertEquals(254, p.readInts(x, 128)[127]);
    assertEquals(CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, failure(p, "bounded", 129, x, x));
  }

  @ParameterizedTest
  @EnumSource
  void namedBarriers(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[64]);
    p.launch("named_barriers", 1, 64, x);
    int[] expected = IntStream.range(0, 64).map(i -> i < 32 ? i + 1 : i - 32).toArray();
    assertArrayEquals(expected, p.readInts(x, 64));
  }

  @ParameterizedTest
  @EnumSource
  void barriersInLoopsAndEarlyExits(Mode mode) {
    CudaProgram p = program(mode);
    int n = 100;
    int[] s = IntStream.range(0, n).toArray();
    long x = p.ints(s);
    p.launch("barriers_in_loops", 1, n, x, 5);
    for (int k = 0; k < 5; k++) {
      int[] before = s;
      int shift = k;
      s = IntStream.range(0, n).map(i -> before[i] + before[(i + shift) % n]).toArray();
    }
    assertArrayEquals(s, p.readInts(x, n));
    long y = p.ints(new int[64]);
    p.launch("early_exit", 1, 64, y, 40);
    int[] counts = p.readInts(y, 64);
    for (int i = 0; i < 64; i++) {
      assertEquals(i >= 40 ? 0 : 2000 + (i < 32 ? 32 : 8), counts[i], "thread " + i);
    }
  }

  @ParameterizedTest
  @EnumSource
  void assertsAndTraps(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(1, 2, 3);
    DriverException failure =
        assertThrows(DriverException.class, () -> p.launch("asserts", 1, 3, x));
    assertEquals(CudaResult.CUDA_ERROR_ASSERT, failure.result());
    assertTrue(failure.detail().contains("x[threadIdx.x] < 3 && \"too big\""), failure.detail());
    assertEquals(CudaResult.CUDA_ERROR_LAUNCH_FAILED, failure(p, "traps", 3, x));
    p.launch("asserts", 1, 2, x);
  }

  @ParameterizedTest
  @EnumSource
  void printf(Mode mode) {
    CudaProgram p = program(mode);
    p.launch("prints", 1, 1, 3.14159, -42);
    assertEquals(
        """
        -42  3.14 text c ff 1099511627776 % -42   | 3.142e+00 3.14159
        44 4464 4 -5 10 0x1.921f9f01b866ep+1 3.141590E+00 3.14159    ab|cd   |ef|+7| 7|0xff
        none
        """,
        p.output());
  }

  @ParameterizedTest
  @EnumSource
  void sharedMemoryBeyond48KilobytesAfterOptingIn(Mode mode) {
    CudaProgram p = program(mode);
    int n = 25_000;
    long x = p.ints(0);
    LaunchShape shape = new LaunchShape(2, 1, 1, 64, 1, 1, 4 * n);
    Function function = p.function("dynamic_shared");
    DriverException refused =
        assertThrows(DriverException.class, () -> p.launch(function, shape, x, n));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_VALUE, refused.result());
    assertEquals(0, function.maxDynamicSharedBytes());
    assertThrows(DriverException.class, () -> function.setMaxDynamicSharedBytes(228 << 10));
    function.setMaxDynamicSharedBytes(4 * n);
    p.launch(function, shape, x, n);
    assertEquals(n * (n - 1), p.readInts(x, 1)[0]);
    function.setMaxDynamicSharedBytes(0);
  }

  @ParameterizedTest
  @EnumSource
  void threeDimensionsAndLargeGrids(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[2 * 3 * 2 * 4 * 2 * 3]);
    p.launch("dimensions", new LaunchShape(2, 3, 2, 4, 2, 3, 0), x);
    int[] result = p.readInts(x, 288);
    int at = 0;
    for (int block = 0; block < 12; block++) {
      for (int thread = 0; thread < 24; thread++) {
        int expected = thread / 8 * 10_000 + block / 6 * 1000 + thread / 4 % 2 * 100;
        expected += block / 2 % 3 * 10 + block % 2 + 100_000 * (thread % 4);
        assertEquals(expected, result[at++]);
      }
    }
    p.launch("last_of_many", 1_000_003, 1, x);
    assertEquals(1_000_002, p.readInts(x, 1)[0]);
    assertThrows(DriverException.class, () -> p.launch("last_of_many", 0, 1, x));
    assertThrows(DriverException.class, () -> p.launch("last_of_many", 1, 0, x));
  }

  @ParameterizedTest
  @EnumSource
  void variablesOfTheModule(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.floats(new float[4]);
    p.launch("variables", 1, 4, x);
    assertArrayEquals(new float[] {4, 5, 6, 7}, p.readFloats(x, 4));
    assertEquals(4f, p.variable("sums").get(ValueLayout.JAVA_FLOAT, 0));
    p.variable("coefficients").set(ValueLayout.JAVA_FLOAT, 0, 10f);
    p.variable("managed").set(ValueLayout.JAVA_INT, 0, 5);
    p.launch("variables", 1, 4, x);
    assertArrayEquals(new float[] {15, 7, 8, 9}, p.readFloats(x, 4));
  }

  @ParameterizedTest
  @EnumSource
  void atomicsAndWideIntegersAndCopies(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(0, 0);
    p.launch("atomics", 3, 50, x);
    assertArrayEquals(new int[] {150, 50}, p.readInts(x, 2));
    long w = p.zeros(40);
    long a = 0x7123_4567_89ab_cdefL;
    p.launch("wide", 1, 1, w);
    assertArrayEquals(new long[5], p.readLongs(w, 5));
    long product = p.ints((int) a, (int) (a >> 32), 1_000_003, 0, 0, 0, 0, 0, 0, 0);
    p.launch("wide", 1, 1, product);
    BigInteger exact = BigInteger.valueOf(a).multiply(BigInteger.valueOf(1_000_003));
    long[] result = p.readLongs(product, 5);
    assertEquals(exact.shiftRight(64).longValue(), result[2]);
    assertEquals(exact.divide(BigInteger.valueOf(7)).longValue(), result[3]);
    assertEquals(exact.longValue(), result[4]);
    long b = p.zeros(80);
    p.launch("copies", 1, 2, b);
    assertEquals(1, p.readBytes(b, 80)[79]);
    assertEquals(0, p.readBytes(b, 80)[39]);
  }

  @ParameterizedTest
  @EnumSource
  void threadsMakeProgressIndependently(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(0);
    p.launch("lock", 4, 40, p.ints(0), x);
    assertEquals(160, p.readInts(x, 1)[0]);
    p.launch("spins", 1, 64, p.ints(0), x);
    assertEquals(42, p.readInts(x, 1)[0]);
    long y = p.ints(new int[11]);
    p.launch("last_block", 10, 32, y);
    assertEquals(45, p.readInts(y, 1)[0]);
  }
}
