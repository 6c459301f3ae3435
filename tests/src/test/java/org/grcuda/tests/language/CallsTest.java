package org.grcuda.tests.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.tests.language.CudaProgram.Mode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls through pointers, virtual, recursive; with barriers and exit inside; structs by value. */
final class CallsTest extends LanguageTest {

  CallsTest() {
    super("calls.cu");
  }

  private static float applied(int which, float a, float b) {
    return which == 0 ? a + b : which == 1 ? a * b : a - b;
  }

  @ParameterizedTest
  @EnumSource
  void functionPointersInTables(Mode mode) {
    CudaProgram p = program(mode);
    int n = 100;
    float[] x = new float[n];
    int[] which = new int[n];
    for (int i = 0; i < n; i++) {
      x[i] = 0.5f * i;
      which[i] = i * 7 % 3;
    }
    long dx = p.floats(x);
    p.launch("pointers", 2, 64, dx, p.ints(which), n);
    float[] result = p.readFloats(dx, n);
    for (int i = 0; i < n; i++) {
      assertEquals(applied(which[i], x[i], 2) + applied(which[i], 1, 2), result[i]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void functionPointersAsArguments(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.floats(4, 5, 6);
    p.launch("arguments", 1, 3, x, p.ints(0, 1, 2));
    assertArrayEquals(new float[] {7, 15, 3}, p.readFloats(x, 3));
  }

  @ParameterizedTest
  @EnumSource
  void functionPointersOutliveALaunch(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.floats(1, 2);
    p.launch("keep", 1, 1, 1);
    p.launch("call_kept", 1, 2, x);
    p.launch("keep", 1, 1, 0);
    p.launch("call_kept", 1, 2, x);
    assertArrayEquals(new float[] {10, 15}, p.readFloats(x, 2));
  }

  @ParameterizedTest
  @EnumSource
  void aPointerToNoFunctionIsAnError(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.floats(1);
    for (long address : new long[] {0, x, 0x1234}) {
      DriverException failure =
          assertThrows(DriverException.class, () -> p.launch("call_address", 1, 1, x, address));
      assertEquals(CudaResult.CUDA_ERROR_INVALID_PC, failure.result(), failure.getMessage());
      assertTrue(
          failure.detail().contains("call through a pointer to no function of that type: 0x"),
          failure.detail());
    }
  }

  @ParameterizedTest
  @EnumSource
  void barriersInFunctionsCalledThroughPointers(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[64]);
    p.launch("barriers_behind_pointers", 1, 64, x, 0);
    assertArrayEquals(IntStream.range(0, 64).map(i -> (i + 3) % 64).toArray(), p.readInts(x, 64));
    p.launch("barriers_behind_pointers", 1, 64, x, 1);
    int[] sums = IntStream.range(0, 64).map(i -> (i < 32 ? 496 : 496 + 1024) + 3).toArray();
    assertArrayEquals(sums, p.readInts(x, 64));
  }

  private static float area(int kind, int i) {
    return kind == 0 ? i * i : kind == 1 ? 3 * (i + 1) * (i + 1) : 2 * i;
  }

  @ParameterizedTest
  @EnumSource
  void virtualFunctions(Mode mode) {
    CudaProgram p = program(mode);
    long out = p.floats(new float[10]);
    p.launch("virtuals", 1, 10, out);
    float[] result = p.readFloats(out, 10);
    for (int i = 0; i < 10; i++) {
      float total = area(0, i) + area(1, i) + area(2, i);
      assertEquals(area(i % 3, i) + 1000 * total, result[i]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void virtualFunctionsOfObjectsOnTheHeap(Mode mode) {
    CudaProgram p = program(mode);
    long out = p.floats(new float[40]);
    p.launch("virtuals_on_the_heap", 1, 40, out);
    float[] result = p.readFloats(out, 40);
    for (int i = 0; i < 40; i++) {
      assertEquals(i % 2 == 1 ? i * i : 3 * i * i, result[i]);
    }
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  @ParameterizedTest
  @EnumSource
  void recursion(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[20]);
    p.launch("recursion", 1, 20, x);
    int[] result = p.readInts(x, 20);
    for (int i = 0; i < 20; i++) {
      assertEquals(fibonacci(i % 16) + 1000 * (2 * (i % 4) + 3), result[i]);
    }
  }

  /** All threads of a block walk the tree in step. */
  private static int[] tree(int[] s, int depth) {
    int n = s.length;
    if (depth == 0) {
      return s.clone();
    }
    int[] left = tree(s, depth - 1);
    Arrays.setAll(s, i -> s[i] + 1);
    int[] next = IntStream.range(0, n).map(i -> s[(i + 1) % n]).toArray();
    int[] right = tree(s, depth - 1);
    return IntStream.range(0, n).map(i -> left[i] + right[i] + next[i]).toArray();
  }

  @ParameterizedTest
  @EnumSource
  void recursionWithBarriers(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[48]);
    p.launch("recursion_with_barriers", 1, 48, x);
    int[] expected = tree(IntStream.range(0, 48).toArray(), 3);
    assertArrayEquals(expected, p.readInts(x, 48));
  }

  @ParameterizedTest
  @EnumSource
  void recursionWithShuffles(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[32]);
    p.launch("recursion_with_shuffles", 1, 32, x);
    int[][] b = new int[32][8];
    for (int t = 0; t < 32; t++) {
      for (int i = 0; i < 8; i++) {
        b[t][i] = t + i;
      }
    }
    for (int depth = 0; depth < 3; depth++) {
      for (int i = 0; i < 8; i++) {
        int[] column = new int[32];
        for (int t = 0; t < 32; t++) {
          column[t] = b[t][(i + 1) % 8];
        }
        for (int t = 0; t < 32; t++) {
          b[t][i] += column[t ^ 1];
        }
      }
    }
    int[] expected = new int[32];
    for (int t = 0; t < 32; t++) {
      for (int i = 0; i < 8; i++) {
        expected[t] += b[t][i] * (i + 1);
      }
    }
    assertArrayEquals(expected, p.readInts(x, 32));
  }

  @ParameterizedTest
  @EnumSource
  void exitInFunctions(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(new int[40]);
    p.launch("exit_in_function", 1, 40, x);
    int[] expected = IntStream.range(0, 40).map(i -> i % 3 == 0 ? 1 : 12).toArray();
    assertArrayEquals(expected, p.readInts(x, 40));
    p.launch("exit_before_barrier", 1, 40, x);
    expected = IntStream.range(0, 40).map(i -> i % 3 == 0 ? 1 : 2 + 10 * 26).toArray();
    assertArrayEquals(expected, p.readInts(x, 40));
    p.launch("exit_in_recursion", 1, 40, x);
    expected = IntStream.range(0, 40).map(i -> i % 2 == 1 ? 5 : 6).toArray();
    assertArrayEquals(expected, p.readInts(x, 40));
  }

  private static byte[] mixed(float a, double b, int c0, int c1, int c2, int d) {
    ByteBuffer bytes = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putFloat(0, a).putDouble(8, b).putInt(16, c0).putInt(20, c1).putInt(24, c2);
    return bytes.put(28, (byte) d).array();
  }

  @ParameterizedTest
  @EnumSource
  void structsByValue(Mode mode) {
    CudaProgram p = program(mode);
    long out = p.floats(new float[12]);
    byte[] struct = mixed(1.5f, 2.5, 3, 4, 5, -6);
    p.launch("by_value", 1, 6, struct, out);
    float[] expected = {1.5f, 2.5f, 3, 4, 5, -6, 3, 4, 5, 3, 4, 5};
    assertArrayEquals(expected, p.readFloats(out, 12));
    p.launch("passed_on", 1, 1, struct, out);
    assertArrayEquals(new float[] {6, 10, 20}, p.readFloats(out, 3));
    p.launch("structs_and_barriers", 1, 32, struct, out = p.ints(new int[32]));
    int[] sums = IntStream.range(0, 32).map(i -> 2 * (i + 4)).toArray();
    assertArrayEquals(sums, p.readInts(out, 32));
  }

  @ParameterizedTest
  @EnumSource
  void structsWithPointers(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.floats(1, 2, 3, 4);
    ByteBuffer view = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    view.putLong(x).putInt(3).putFloat(2.5f);
    p.launch("view", 1, 4, (Object) view.array());
    assertArrayEquals(new float[] {2.5f, 5, 7.5f, 4}, p.readFloats(x, 4));
  }

  @ParameterizedTest
  @EnumSource
  void vectorsAndSmallPartsOfParameters(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.floats(1, 2, 3, 4);
    p.launch("vectors", 1, 2, x);
    assertArrayEquals(new float[] {2, 2, 4, 4}, p.readFloats(x, 4));
    long out = p.ints(new int[8]);
    p.launch("small_parts", 1, 8, out);
    int[] expected = IntStream.range(0, 8).map(i -> i + 6 + 4 + 7 - i).toArray();
    assertArrayEquals(expected, p.readInts(out, 8));
    ByteBuffer four = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    four.putInt(11).putInt(12).putInt(13).putInt(14);
    p.launch("constant_struct", 1, 8, four.array(), out);
    assertArrayEquals(new int[] {11, 12, 13, 14, 11, 12, 13, 14}, p.readInts(out, 8));
  }

  @ParameterizedTest
  @EnumSource
  void switches(Mode mode) {
    CudaProgram p = program(mode);
    long x = p.ints(9, 9, 9, 9, 9, 9, 9, 9);
    p.launch("switches", 1, 8, x);
    assertArrayEquals(new int[] {10, 18, 6, 81, ~9, 36, 4, 0}, p.readInts(x, 8));
  }
}
