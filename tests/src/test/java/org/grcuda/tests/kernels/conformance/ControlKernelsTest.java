package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ControlKernelsTest extends ConformanceTest {

  private static final int N = 500;

  ControlKernelsTest() {
    super("control.cu");
  }

  private Call covered(String name) {
    return call(name).cover(N, 64);
  }

  @Test
  void switchTable() {
    int[] choices = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1000, -5, -6, 99};
    int[] op = new int[N];
    Arrays.setAll(op, i -> choices[i * 7 % 16]);
    int[] x = Inputs.ints(N, 21);
    int[] y = new int[N];
    Arrays.fill(y, 4711);
    covered("switch_table").run(op, x, y, N);
    int[] expected = new int[N];
    for (int i = 0; i < N; i++) {
      int v = x[i];
      expected[i] =
          switch (op[i]) {
            case 0 -> v + 1;
            case 1 -> v - 7;
            case 2 -> v * 3 ^ 85;
            case 3 -> v ^ 85;
            case 4 -> -v;
            case 5 -> v * 4;
            case 6 -> (v >> 1 | 1) & ~4;
            case 7 -> (v | 1) & ~4;
            case 8 -> v & ~4;
            case 9 -> 4711;
            case 100, 1000, -5 -> op[i];
            default -> 0;
          };
    }
    assertArrayEquals(expected, y);
  }

  @Test
  void stackMachine() {
    var random = new SplittableRandom(22);
    var code = new ByteArrayOutputStream();
    int[] starts = new int[N + 1];
    int[] expected = new int[N];
    for (int i = 0; i < N; i++) {
      Deque<Integer> stack = new ArrayDeque<>();
      boolean halted = false;
      for (int k = random.nextInt(60); k > 0; k--) {
        int c =
            stack.size() < 2 ? random.nextInt(8) : random.nextInt(stack.size() > 20 ? 8 : 0, 14);
        c = stack.size() > 20 && (c > 10 || c < 8) ? 8 : c;
        code.write(c);
        if (!halted && c < 8) {
          stack.push(c);
        } else if (!halted && c < 13) {
          int top = stack.pop();
          if (c == 11) {
            stack.push(top);
            stack.push(top);
          } else {
            int under = stack.pop();
            if (c == 12) {
              stack.push(top);
              stack.push(under);
            } else {
              stack.push(c == 8 ? under + top : c == 9 ? under - top : under * top);
            }
          }
        } else {
          halted = true;
        }
      }
      starts[i + 1] = code.size();
      expected[i] = stack.isEmpty() ? -1 : stack.peek();
    }
    int[] results = new int[N];
    covered("stack_machine").run(code.toByteArray(), starts, results, N);
    assertArrayEquals(expected, results);
  }

  private static int nested(int x) {
    int total = 0;
    outer:
    for (int j = 0; j < 20; j++) {
      if (j != x % 8) {
        int k = 0;
        boolean again = true;
        while (again) {
          if (k * j % 11 == x % 11 && k > 2) {
            break;
          }
          total += k ^ j;
          if (total > 2000) {
            break outer;
          }
          again = ++k < x / 16;
        }
        int more = Math.max(0, k - j);
        total -= 3 * more;
      }
    }
    return total;
  }

  @Test
  void nestedLoops() {
    int[] a = Inputs.ints(N, 0, 256, 23);
    int[] out = new int[N];
    covered("nested_loops").run(a, out, N);
    assertArrayEquals(Arrays.stream(a).map(ControlKernelsTest::nested).toArray(), out);
  }

  @Test
  void duff() {
    int[] lengths = Inputs.ints(N, -2, 25, 24);
    int[] out = new int[N];
    covered("duff").run(lengths, out, N);
    int[] expected = new int[N];
    for (int i = 0; i < N; i++) {
      for (int left = lengths[i]; left > 0; left--) {
        expected[i] = expected[i] * 3 + (left % 4 == 0 ? 1 : 5 - left % 4);
      }
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void recursion() {
    int[] out = new int[32];
    call("recursion").block(30).run(out);
    int[] expected = new int[32];
    for (int i = 0; i < 30; i++) {
      int n = i % 8;
      int[] closed = {n + 1, n + 2, 2 * n + 3, (1 << n + 3) - 3};
      expected[i] = closed[i / 8];
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void mutualRecursion() {
    int[] out = new int[N];
    covered("mutual_recursion").run(out, N);
    int[] expected = new int[N];
    Arrays.setAll(expected, i -> i % 37 % 2 == 0 ? 1 : 0);
    assertArrayEquals(expected, out);
  }

  @Test
  void hanoi() {
    int most = 7;
    int stride = 1 << most;
    int[] moves = new int[most * stride];
    int[] counts = new int[most];
    call("hanoi").block(most).run(moves, counts, stride);
    for (int disks = 1; disks <= most; disks++) {
      assertEquals((1 << disks) - 1, counts[disks - 1]);
      int[] peg = new int[disks];
      for (int m = 0; m < counts[disks - 1]; m++) {
        int move = moves[(disks - 1) * stride + m];
        int disk = 0;
        while (peg[disk] != move / 3) {
          disk++;
        }
        for (int smaller = 0; smaller < disk; smaller++) {
          assertEquals(false, peg[smaller] == move % 3, "a larger disk onto a smaller one");
        }
        peg[disk] = move % 3;
      }
      assertEquals(2 * disks, Arrays.stream(peg).sum());
    }
  }

  @Test
  void quicksortRows() {
    int length = 101;
    int rows = 20;
    int[] x = Inputs.ints(rows * length, 25);
    int[] expected = x.clone();
    for (int row = 0; row < rows; row++) {
      Arrays.sort(expected, row * length, (row + 1) * length);
    }
    call("quicksort_rows").grid(4).block(5).run(x, length);
    assertArrayEquals(expected, x);
  }

  @Test
  void templates() {
    int[] x = Inputs.ints(N, -200, 200, 26);
    int[] y = new int[N];
    double[] z = new double[N];
    covered("templates").run(x, y, z, N);
    for (int i = 0; i < N; i++) {
      assertEquals(1 - 2 * x[i] + 3 * x[i] * x[i] + 120 * x[i] * x[i] * x[i], y[i]);
      assertEquals(0.5 + 0.25 * x[i] + 2.0 * x[i] * x[i], z[i]);
    }
  }

  @Test
  void lambdas() {
    int[] x = Inputs.ints(40, -100, 100, 27);
    int[] out = new int[4];
    call("lambdas").run(x, out, 40, 6);
    int xor = 0;
    for (int v : x) {
      xor ^= v * 4;
    }
    int max = Arrays.stream(x).max().orElseThrow();
    assertArrayEquals(new int[] {1 + 6 * Arrays.stream(x).sum(), max, xor, 40}, out);
  }

  @Test
  void variadic() {
    int[] x = Inputs.ints(33, -100, 100, 28);
    int[] out = new int[33];
    call("variadic").block(33).run(x, out);
    assertArrayEquals(Arrays.stream(x).map(v -> v + 2 + 65 - 3 + 1).toArray(), out);
  }

  @Test
  void operators() {
    int n = 20;
    long[] p = new long[n];
    long[] q = new long[n];
    double[] value = new double[n];
    call("operators").block(n).run(p, q, value);
    BigInteger factorial = BigInteger.ONE;
    BigInteger sum = BigInteger.ZERO;
    for (int k = 1; k <= n; k++) {
      sum = sum.multiply(BigInteger.valueOf(k)).add(factorial);
      factorial = factorial.multiply(BigInteger.valueOf(k));
      BigInteger top = sum.shiftLeft(1);
      BigInteger bottom = factorial.multiply(BigInteger.valueOf(3));
      BigInteger common = top.gcd(bottom);
      assertEquals(top.divide(common), BigInteger.valueOf(p[k - 1]));
      assertEquals(bottom.divide(common), BigInteger.valueOf(q[k - 1]));
      assertEquals((double) p[k - 1] / q[k - 1], value[k - 1]);
    }
  }

  @Test
  void shortCircuit() {
    int[] a = Inputs.ints(N, 0, 256, 33);
    int[] out = new int[N];
    covered("short_circuit").run(a, out, N);
    for (int i = 0; i < N; i++) {
      String bits = new StringBuilder(Integer.toBinaryString(a[i] | 256)).reverse().toString();
      StringBuilder calls = new StringBuilder("1");
      boolean result = bits.charAt(1) == '1';
      if (result) {
        calls.append(2);
        result = bits.charAt(2) == '1';
      }
      if (!result) {
        calls.append(3);
        if (bits.charAt(3) == '1') {
          calls.append(4);
          result = bits.charAt(4) == '0';
        }
      }
      if (!result) {
        int next = bits.charAt(5) == '1' ? 6 : 7;
        calls.append(5).append(next);
        result = bits.charAt(next) == '1';
      }
      assertEquals((Integer.parseInt(calls.toString()) + 1) * 2 + (result ? 1 : 0), out[i]);
    }
  }

  @Test
  void earlyExit() {
    int[] a = Inputs.ints(N, -5, 20, 34);
    int[] out = new int[N];
    covered("early_exit").run(a, out, N);
    assertArrayEquals(Arrays.stream(a).map(v -> v < 0 ? -1 : v % 10).toArray(), out);
  }
}
