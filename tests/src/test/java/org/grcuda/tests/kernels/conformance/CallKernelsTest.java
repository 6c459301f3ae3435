package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

final class CallKernelsTest extends ConformanceTest {

  private static final int N = 500;

  CallKernelsTest() {
    super("calls.cu");
  }

  private Call covered(String name) {
    return call(name).cover(N, 64);
  }

  @Test
  void functionPointers() {
    int[] which = Inputs.ints(N, 0, 8, 29);
    int[] a = Inputs.ints(N, 0, 10000, 30);
    int[] b = Inputs.ints(N, 0, 10000, 31);
    int[] out = new int[N];
    covered("function_pointers").run(which, a, b, out, N);
    int[] expected = new int[N];
    for (int i = 0; i < N; i++) {
      int[] results = {a[i] + b[i], a[i] - b[i], a[i] * b[i], gcd(a[i], b[i])};
      expected[i] = results[which[i] % 4] ^ (which[i] < 4 ? b[i] - 5 : b[i] + 5);
    }
    assertArrayEquals(expected, out);
  }

  private static int gcd(int a, int b) {
    return BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).intValue();
  }

  @Test
  void virtualFunctions() {
    int[] kind = Inputs.ints(N, 0, 30, 32);
    float[] area = new float[N];
    int[] corners = new int[N];
    covered("virtual_functions").run(kind, area, corners, N);
    for (int i = 0; i < N; i++) {
      float[] areas = {3f * i * i, 2f * i, (i + 1f) * (i + 1) + 0.5f};
      assertEquals(areas[kind[i] % 3], area[i]);
      assertEquals(kind[i] % 3 == 0 ? 0 : 4, corners[i]);
    }
  }
}
