package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SystemKernelsTest extends ConformanceTest {

  SystemKernelsTest() {
    super("system.cu");
  }

  @Test
  void printValues() {
    call("print_values").block(40).run(3);
    var lines = new TreeSet<>(List.of(printed().split("\n")));
    assertEquals(
        new TreeSet<>(
            List.of(
                "0:     0|0    |00000|+0 4000000000 ff 0XFF 10 a %",
                "1:     7|7    |00007|+1 4000000000 ff 0XFF 10 b %",
                "2:    14|14   |00014|+2 4000000000 ff 0XFF 10 c %",
                "text has -1099511627776 and 9223372036854775808, -2, 5",
                "1.500000 0.67   -3.142 1.234568e+04 0.0001 1E+20 2",
                "    42|9.9|ab      |xy|",
                "010 3. 5.e+00 1.00000|0x2.00p+1 0x1.999999999999ap-4 0x2p+0"
                    + " 0x1.000000000000000p+0 -0X0.012688B70E62BP-1022 0x0p+0")),
        lines);
  }

  /** printf returns the number of arguments (CUDA C++ Programming Guide, "Formatted Output"). */
  @Test
  void printResult() {
    int[] results = new int[3];
    call("print_result").run(results);
    assertEquals("no arguments\n1 2.000000 3\n", printed());
    assertArrayEquals(new int[] {0, 3, 0}, results);
  }

  @Test
  void clocks() {
    long[] out = new long[2];
    call("clocks").run(out, new int[9]);
    assertTrue(out[0] > 0, "clock64 went by " + out[0]);
    long first = out[1];
    call("clocks").run(out, new int[9]);
    assertTrue(out[1] > first, first + " and " + out[1]);
    assertTrue(out[1] - first < 600_000_000_000L, "nanoseconds: " + (out[1] - first));
    assertTrue(Instant.now().getEpochSecond() > 0);
  }

  @Test
  void specialRegisters() {
    int[] out = new int[4 * 24];
    call("special_registers").grid(4, 3, 2).block(5, 6, 2).run(out);
    for (int i = 0; i < 24; i++) {
      int[] expected = {406, 1, 202, 32};
      assertArrayEquals(expected, Arrays.copyOfRange(out, 4 * i, 4 * i + 4));
    }
  }

  @Test
  void bounded() {
    float[] x = Inputs.floats(500, -9, 9, 341);
    float[] y = new float[500];
    call("bounded").grid(2).block(128).run(y, x, 500);
    for (int i = 0; i < 500; i++) {
      assertEquals(x[i] * x[i], y[i]);
    }
    assertEquals(128, kernel("bounded").attributes().maxThreadsPerBlock());
  }

  @Test
  void assertsAndHints() {
    int[] x = Inputs.ints(100, 0, 1000, 342);
    int[] y = new int[100];
    call("asserts").cover(100, 32).run(x, y, 100);
    assertArrayEquals(Arrays.stream(x).map(v -> v + 1).toArray(), y);
    call("hints").cover(100, 32).run(x, y, 100);
    assertArrayEquals(Arrays.stream(x).map(v -> 2 * v).toArray(), y);
  }

  @Test
  void inlineAssembly() {
    int[] x = Inputs.ints(100, -50, 50, 343);
    int[] y = new int[100];
    call("inline_assembly").cover(100, 32).run(x, y, 100);
    assertArrayEquals(Arrays.stream(x).map(v -> v > 0 ? 3 * v : v == 0 ? 7 : 5).toArray(), y);
  }

  @Test
  void assemblyLoop() {
    int[] out = new int[40];
    call("assembly_loop").block(40).run(out);
    for (int t = 0; t < 40; t++) {
      assertEquals((t + 2) / 3 * 100 + (2 * t + 2) / 3, out[t]);
    }
  }

  private static int steps(int x, int from, int to) {
    int v = x;
    for (int k = from; k < to; k++) {
      v = ((v >> k % 13 ^ k) & 1) == 1 ? v + k * 3 : v ^ k << 2;
    }
    return v;
  }

  @Test
  void largeFunction() {
    int[] data = Inputs.ints(100, 344);
    int[] expected = new int[100];
    for (int i = 0; i < 100; i++) {
      int x = steps(data[i], 0, 300);
      expected[i] = (x & 1) == 1 ? steps(x, 300, 600) : steps(x, 600, 900);
    }
    call("large_function").cover(100, 32).run(data, 100);
    assertArrayEquals(expected, data);
  }

  @Test
  void manyLiveValues() {
    float[] data = Inputs.floats(64, -1, 1, 345);
    double[][] v = new double[64][48];
    for (int t = 0; t < 64; t++) {
      float d = data[t];
      Arrays.setAll(v[t], k -> d * (k + 1.0));
    }
    for (int k = 0; k < 48; k++) {
      int now = k;
      double[] s = IntStream.range(0, 64).mapToDouble(t -> v[t][now]).toArray();
      for (int t = 0; t < 64; t++) {
        v[t][(k + 1) % 48] += s[63 - t] / 8;
      }
    }
    call("many_live_values").block(64).run(data);
    double[] sums = IntStream.range(0, 64).mapToDouble(t -> Arrays.stream(v[t]).sum()).toArray();
    Close.to("many_live_values", sums, data, 1e-5);
  }
}
