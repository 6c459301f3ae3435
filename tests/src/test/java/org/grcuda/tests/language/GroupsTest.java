package org.grcuda.tests.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.LaunchShape;
import org.grcuda.tests.language.CudaProgram.Mode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cooperative groups. */
final class GroupsTest extends LanguageTest {

  GroupsTest() {
    super("groups.cu");
  }

  private static int[] values(int n, int bound) {
    return new Random(7).ints(n, 0, bound).toArray();
  }

  @ParameterizedTest
  @EnumSource
  void tiles(Mode mode) {
    CudaProgram p = program(mode);
    int[] v = values(64, 64);
    long x = p.ints(v);
    p.launch("tiles", 1, 64, x);
    int[] result = p.readInts(x, 64);
    for (int i = 0; i < 64; i++) {
      int[] tile = Arrays.copyOfRange(v, i / 8 * 8, i / 8 * 8 + 8);
      int expected =
          Arrays.stream(tile).sum() * 1000 + Arrays.stream(tile).max().orElseThrow() * 10 + i / 8;
      expected += Arrays.stream(tile).anyMatch(k -> k > 60) ? 100_000_000 : 0;
      expected += v[i ^ 1] > v[i] ? 200_000_000 : 0;
      assertEquals(expected, result[i], "thread " + i);
    }
  }

  @ParameterizedTest
  @EnumSource
  void coalescedThreadsNumberThemselves(Mode mode) {
    CudaProgram p = program(mode);
    int[] v = values(96, 30);
    long x = p.ints(v);
    long count = p.ints(0);
    p.launch("coalesced", 1, 96, x, count);
    int[] result = p.readInts(x, 96);
    Set<Integer> numbers = new HashSet<>();
    for (int i = 0; i < 96; i++) {
      if (v[i] % 3 == 0) {
        assertTrue(numbers.add(result[i] - 1000), "number " + result[i] + " was given twice");
      } else {
        assertEquals(v[i], result[i]);
      }
    }
    assertEquals(numbers.size(), p.readInts(count, 1)[0]);
    for (int number : numbers) {
      assertTrue(number >= 0 && number < numbers.size(), "number " + number);
    }
  }

  @ParameterizedTest
  @EnumSource
  void scansOfTiles(Mode mode) {
    CudaProgram p = program(mode);
    int[] v = values(64, 100);
    long x = p.ints(v);
    p.launch("scans", 1, 64, x);
    int[] result = p.readInts(x, 64);
    int sum = 0;
    for (int i = 0; i < 64; i++) {
      sum = i % 32 == 0 ? 0 : sum;
      assertEquals(sum + v[i] + 10_000 * sum, result[i]);
      sum += v[i];
    }
  }

  @ParameterizedTest
  @EnumSource
  void partitionsOfTiles(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[32]);
    p.launch("partitions", 1, 32, x);
    int[] expected =
        IntStream.range(0, 32)
            .map(i -> i % 4 + 40 + 100 * (i % 3 == 2 ? 10 : 11) + 10_000 * (i % 5 == 0 ? 7 : 25))
            .toArray();
    assertArrayEquals(expected, p.readInts(x, 32));
  }

  @ParameterizedTest
  @EnumSource
  void reductionsOfFloats(Mode mode) {
    CudaProgram p = program(mode);
    float[] v = new float[32];
    for (int i = 0; i < 32; i++) {
      v[i] = (i * 5 % 32) * 0.25f;
    }
    long x = p.floats(v);
    p.launch("floats", 1, 32, x);
    float[] result = p.readFloats(x, 32);
    for (int i = 0; i < 32; i++) {
      float sum = 0;
      float least = Float.MAX_VALUE;
      for (int k = i / 16 * 16; k < i / 16 * 16 + 16; k++) {
        sum += v[k];
        least = Math.min(least, v[k]);
      }
      assertEquals(sum + least, result[i]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tilesOfSeveralWarps(Mode mode) {
    CudaProgram p = program(mode);
    int[] v = values(128, 1000);
    long x = p.ints(v);
    p.launch("large_tiles", 1, 128, x);
    int[] result = p.readInts(x, 128);
    for (int i = 0; i < 128; i++) {
      int from = i / 64 * 64;
      assertEquals(Arrays.stream(v, from, from + 64).sum(), result[i]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void blocksOfAGridMeet(Mode mode) {
    CudaProgram p = program(mode);
    assertTrue(p.function("grid").isCooperative());
    assertFalse(p.function("tiles").isCooperative());
    for (LaunchShape shape :
        new LaunchShape[] {
          CudaProgram.shape(1, 64),
          CudaProgram.shape(2, 1),
          CudaProgram.shape(9, 32),
          CudaProgram.shape(64, 48),
          new LaunchShape(2, 3, 2, 8, 2, 2, 0)
        }) {
      int n = (int) (shape.blocks() * shape.threadsPerBlock());
      int rounds = 4;
      long x = p.ints(new int[n]);
      p.launch("grid", shape, x, rounds);
      int[] values = IntStream.range(0, n).toArray();
      for (int k = 0; k < rounds; k++) {
        int[] before = values;
        int shift = n / 2 + k;
        values = IntStream.range(0, n).map(i -> before[(i + shift) % n] + 1).toArray();
      }
      assertArrayEquals(values, p.readInts(x, n), shape.toString());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aGridAddsUpInOneLaunch(Mode mode) {
    CudaProgram p = program(mode);
    float[] v = new float[5000];
    float expected = 0;
    for (int i = 0; i < v.length; i++) {
      v[i] = i % 17;
      expected += v[i];
    }
    long sum = p.floats(0);
    LaunchShape shape = new LaunchShape(7, 1, 1, 64, 1, 1, 256);
    p.launch("grid_sum", shape, p.floats(v), v.length, p.floats(new float[7]), sum);
    assertEquals(expected, p.readFloats(sum, 1)[0]);
  }

  @ParameterizedTest
  @EnumSource
  void tooManyBlocksAreRefused(Mode mode) {
    CudaProgram p = program(mode);
    assertEquals(1, p.device().attribute(DeviceAttribute.COOPERATIVE_LAUNCH));
    long most = p.function("grid").maxResidentBlocks(32, 0);
    assertEquals(64, most);
    long x = p.ints(new int[65 * 32]);
    DriverException failure =
        assertThrows(DriverException.class, () -> p.launch("grid", 65, 32, x, 1));
    assertEquals(CudaResult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, failure.result());
    assertEquals(
        "a grid of 65 blocks that wait for each other (kernel grid), at most 64 of 32 threads fit",
        failure.detail());
    p.launch("grid", 64, 32, x, 1);
  }

  @ParameterizedTest
  @EnumSource
  void aFaultEndsTheWholeGrid(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(1);
    DriverException failure =
        assertThrows(DriverException.class, () -> p.launch("grid_faults", 6, 32, x));
    assertEquals(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, failure.result(), failure.getMessage());
    p.launch("grid", 1, 1, x, 1);
  }
}
