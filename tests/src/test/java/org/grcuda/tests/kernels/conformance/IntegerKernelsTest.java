package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.math.BigInteger;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

final class IntegerKernelsTest extends ConformanceTest {

  private static final int N = 1003;

  IntegerKernelsTest() {
    super("integer.cu", "--device-int128");
  }

  private final int[] a = Inputs.ints(N, 1);
  private final int[] b = Inputs.ints(N, 2);
  private final long[] la = Inputs.longs(N, 3);
  private final long[] lb = Inputs.longs(N, 4);

  private static int[] times(int each) {
    return new int[N * each];
  }

  private Call covered(String name) {
    return call(name).cover(N, 96);
  }

  private static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  @Test
  void addSubMul() {
    int[] sum = times(1);
    int[] difference = times(1);
    int[] product = times(1);
    covered("add_sub_mul").run(a, b, sum, difference, product, N);
    int[][] expected = new int[3][N];
    for (int i = 0; i < N; i++) {
      expected[0][i] = BigInteger.valueOf(a[i]).add(BigInteger.valueOf(b[i])).intValue();
      expected[1][i] = BigInteger.valueOf(a[i]).subtract(BigInteger.valueOf(b[i])).intValue();
      expected[2][i] = BigInteger.valueOf(a[i]).multiply(BigInteger.valueOf(b[i])).intValue();
    }
    assertArrayEquals(expected, new int[][] {sum, difference, product});
  }

  @Test
  void divideSigned() {
    int[] quotient = times(1);
    int[] remainder = times(1);
    covered("divide_signed").run(a, b, quotient, remainder, N);
    int[] q = times(1);
    int[] r = times(1);
    for (int i = 0; i < N; i++) {
      if (b[i] != 0 && (a[i] != Integer.MIN_VALUE || b[i] != -1)) {
        BigInteger[] both = BigInteger.valueOf(a[i]).divideAndRemainder(BigInteger.valueOf(b[i]));
        q[i] = both[0].intValueExact();
        r[i] = both[1].intValueExact();
      }
    }
    assertArrayEquals(q, quotient);
    assertArrayEquals(r, remainder);
  }

  @Test
  void divideUnsigned() {
    int[] quotient = times(1);
    int[] remainder = times(1);
    covered("divide_unsigned").run(a, b, quotient, remainder, N);
    int[] q = times(1);
    int[] r = times(1);
    for (int i = 0; i < N; i++) {
      if (b[i] != 0) {
        q[i] = (int) ((a[i] & 0xffffffffL) / (b[i] & 0xffffffffL));
        r[i] = (int) ((a[i] & 0xffffffffL) % (b[i] & 0xffffffffL));
      }
    }
    assertArrayEquals(q, quotient);
    assertArrayEquals(r, remainder);
  }

  @Test
  void divideByConstants() {
    int[] results = times(10);
    covered("divide_by_constants").run(a, results, N);
    int[] expected = times(10);
    for (int i = 0; i < N; i++) {
      int[] signed = {3, 7, -10, 1000003, 16, 16};
      for (int k = 0; k < 6; k++) {
        expected[10 * i + k] = k == 1 || k == 5 ? a[i] % signed[k] : a[i] / signed[k];
      }
      expected[10 * i + 6] = Integer.divideUnsigned(a[i], 7);
      expected[10 * i + 7] = Integer.remainderUnsigned(a[i], 641);
      expected[10 * i + 8] = Integer.divideUnsigned(a[i], 1000000007);
      expected[10 * i + 9] = Integer.divideUnsigned(a[i], 10);
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void longArithmetic() {
    long[] results = new long[6 * N];
    covered("long_arithmetic").run(la, lb, results, N);
    long[] expected = new long[6 * N];
    for (int i = 0; i < N; i++) {
      BigInteger x = BigInteger.valueOf(la[i]);
      BigInteger y = BigInteger.valueOf(lb[i]);
      expected[6 * i] = x.add(y).longValue();
      expected[6 * i + 1] = x.subtract(y).longValue();
      expected[6 * i + 2] = x.multiply(y).longValue();
      expected[6 * i + 3] = x.multiply(y).shiftRight(64).longValue();
      expected[6 * i + 4] = unsigned(la[i]).multiply(unsigned(lb[i])).shiftRight(64).longValue();
      expected[6 * i + 5] = x.not().xor(x.and(y)).or(y).longValue();
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void longDivision() {
    long[] results = new long[6 * N];
    covered("long_division").run(la, lb, results, N);
    long[] expected = new long[6 * N];
    for (int i = 0; i < N; i++) {
      if (lb[i] == 0 || lb[i] == -1) {
        continue;
      }
      BigInteger[] signed = BigInteger.valueOf(la[i]).divideAndRemainder(BigInteger.valueOf(lb[i]));
      BigInteger[] unsigned = unsigned(la[i]).divideAndRemainder(unsigned(lb[i]));
      expected[6 * i] = signed[0].longValue();
      expected[6 * i + 1] = signed[1].longValue();
      expected[6 * i + 2] = unsigned[0].longValue();
      expected[6 * i + 3] = unsigned[1].longValue();
      expected[6 * i + 4] = la[i] / 1000000007L;
      expected[6 * i + 5] = unsigned(la[i]).mod(BigInteger.valueOf(97)).longValue();
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void bytes() {
    byte[] x = Inputs.bytes(N, 5);
    byte[] y = Inputs.bytes(N, 6);
    byte[] s = new byte[N];
    byte[] u = new byte[N];
    int[] wide = times(1);
    covered("bytes").run(x, y, s, u, wide, N);
    byte[] es = new byte[N];
    byte[] eu = new byte[N];
    int[] ew = times(1);
    for (int i = 0; i < N; i++) {
      int v = y[i] & 255;
      es[i] = (byte) ((byte) (x[i] * 3 + v) >> 1);
      eu[i] = (byte) (((v - x[i]) & 255) >> 1);
      ew[i] = x[i] * v + (x[i] < v ? 1000000 : 0) + ((x[i] & 255) > v ? 2000000 : 0);
    }
    assertArrayEquals(es, s);
    assertArrayEquals(eu, u);
    assertArrayEquals(ew, wide);
  }

  @Test
  void shorts() {
    short[] x = Inputs.shorts(N, 7);
    short[] y = Inputs.shorts(N, 8);
    short[] s = new short[N];
    short[] u = new short[N];
    int[] wide = times(1);
    covered("shorts").run(x, y, s, u, wide, N);
    short[] es = new short[N];
    short[] eu = new short[N];
    int[] ew = times(1);
    for (int i = 0; i < N; i++) {
      int v = y[i] & 0xffff;
      es[i] = (short) ((short) (x[i] * x[i] + 7) % 1000);
      eu[i] = (short) ((char) (v * v) / 3);
      int w = x[i] - v + (x[i] == y[i] ? 1 : 0);
      ew[i] = x[i] < 0 ? -w : w;
    }
    assertArrayEquals(es, s);
    assertArrayEquals(eu, u);
    assertArrayEquals(ew, wide);
  }

  @Test
  void compare() {
    int[] bits = times(1);
    covered("compare").run(a, b, bits, N);
    int[] expected = times(1);
    for (int i = 0; i < N; i++) {
      int signed = Integer.compare(a[i], b[i]);
      int unsigned = Integer.compareUnsigned(a[i], b[i]);
      boolean[] holds = {
        signed < 0,
        signed <= 0,
        signed > 0,
        signed >= 0,
        signed == 0,
        signed != 0,
        unsigned < 0,
        unsigned <= 0,
        unsigned > 0,
        unsigned >= 0,
        unsigned < 0,
        a[i] < Integer.toUnsignedLong(b[i]),
        a[i] != 0,
        (short) a[i] < (short) b[i],
        (a[i] & 255) < (b[i] & 255)
      };
      for (int k = 0; k < holds.length; k++) {
        expected[i] |= holds[k] ? 1 << k : 0;
      }
    }
    assertArrayEquals(expected, bits);
  }

  @Test
  void shift() {
    int[] results = times(5);
    covered("shift").run(a, b, results, N);
    int[] expected = times(5);
    for (int i = 0; i < N; i++) {
      expected[5 * i] = a[i] << b[i];
      expected[5 * i + 1] = a[i] >> b[i];
      expected[5 * i + 2] = a[i] >>> b[i];
      expected[5 * i + 3] = Integer.rotateLeft(a[i], b[i]);
      expected[5 * i + 4] = a[i] < 0 ? -1 : 0;
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void longShift() {
    long[] results = new long[3 * N];
    covered("long_shift").run(la, b, results, N);
    long[] expected = new long[3 * N];
    for (int i = 0; i < N; i++) {
      expected[3 * i] = la[i] << b[i];
      expected[3 * i + 1] = la[i] >> b[i];
      expected[3 * i + 2] = la[i] >>> b[i];
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void multiplyHigh() {
    int[] results = times(6);
    covered("multiply_high").run(a, b, results, N);
    int[] expected = times(6);
    for (int i = 0; i < N; i++) {
      long ua = a[i] & 0xffffffffL;
      long ub = b[i] & 0xffffffffL;
      expected[6 * i] = (int) ((long) a[i] * b[i] >> 32);
      expected[6 * i + 1] = (int) (ua * ub >>> 32);
      expected[6 * i + 2] = (int) ((long) (a[i] << 8 >> 8) * (b[i] << 8 >> 8));
      expected[6 * i + 3] = (int) ((ua & 0xffffff) * (ub & 0xffffff));
      expected[6 * i + 4] = (int) (Math.abs((long) a[i] - b[i]) + 17);
      expected[6 * i + 5] = (int) (Math.abs(ua - ub) + 17);
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void averages() {
    int[] results = times(8);
    covered("averages").run(a, b, results, N);
    int[] expected = times(8);
    for (int i = 0; i < N; i++) {
      long ua = a[i] & 0xffffffffL;
      long ub = b[i] & 0xffffffffL;
      expected[8 * i] = (int) ((long) a[i] + b[i] >> 1);
      expected[8 * i + 1] = (int) ((long) a[i] + b[i] + 1 >> 1);
      expected[8 * i + 2] = (int) (ua + ub >> 1);
      expected[8 * i + 3] = (int) (ua + ub + 1 >> 1);
      expected[8 * i + 4] = Math.min(a[i], b[i]);
      expected[8 * i + 5] = Math.max(a[i], b[i]);
      expected[8 * i + 6] = (int) Math.min(ua, ub);
      expected[8 * i + 7] = Math.abs(a[i] | 1);
    }
    assertArrayEquals(expected, results);
  }

  @Test
  void gcd() {
    int[] out = times(1);
    covered("gcd").run(a, b, out, N);
    int[] expected = times(1);
    for (int i = 0; i < N; i++) {
      expected[i] = unsigned(a[i] & 0xffffffffL).gcd(unsigned(b[i] & 0xffffffffL)).intValue();
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void modularPower() {
    long[] out = new long[N];
    long modulus = 2147483629;
    covered("modular_power").run(la, a, out, modulus, N);
    long[] expected = new long[N];
    for (int i = 0; i < N; i++) {
      BigInteger exponent = BigInteger.valueOf(a[i] & 0xffffffffL);
      expected[i] = unsigned(la[i]).modPow(exponent, BigInteger.valueOf(modulus)).longValue();
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void integerRoot() {
    int[] out = times(1);
    covered("integer_root").run(la, out, N);
    int[] expected = times(1);
    for (int i = 0; i < N; i++) {
      expected[i] = unsigned(la[i]).sqrt().intValue();
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void collatz() {
    int[] steps = times(1);
    covered("collatz").run(steps, 77000, N);
    int[] expected = times(1);
    for (int i = 0; i < N; i++) {
      for (long x = 77000 + i; x != 1; expected[i]++) {
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      }
    }
    assertArrayEquals(expected, steps);
  }

  @Test
  void sieve() {
    int n = 10007;
    byte[] composite = new byte[n];
    call("sieve").cover(100, 33).run(composite, n);
    BitSet primes = new BitSet();
    primes.set(2, n);
    for (int i = 2; i < n; i++) {
      for (int d = 2; d < i && primes.get(i); d++) {
        primes.set(i, i % d != 0);
      }
    }
    byte[] expected = new byte[n];
    for (int i = 2; i < n; i++) {
      expected[i] = (byte) (primes.get(i) ? 0 : 1);
    }
    assertArrayEquals(expected, composite);
  }

  private static BigInteger words(long[] words, int from, int count) {
    BigInteger value = BigInteger.ZERO;
    for (int k = count - 1; k >= 0; k--) {
      value = value.shiftLeft(64).add(unsigned(words[from + k]));
    }
    return value;
  }

  @Test
  void bigAdd() {
    int n = N / 4;
    long[] out = new long[5 * n];
    call("big_add").cover(n, 64).run(la, lb, out, n);
    long[] expected = new long[5 * n];
    for (int i = 0; i < n; i++) {
      BigInteger sum = words(la, 4 * i, 4).add(words(lb, 4 * i, 4));
      for (int k = 0; k < 5; k++) {
        expected[5 * i + k] = sum.shiftRight(64 * k).longValue();
      }
    }
    assertArrayEquals(expected, out);
  }

  private static BigInteger digits(int[] digits, int from) {
    BigInteger value = BigInteger.ZERO;
    for (int k = 3; k >= 0; k--) {
      value = value.shiftLeft(32).add(BigInteger.valueOf(digits[from + k] & 0xffffffffL));
    }
    return value;
  }

  @Test
  void bigMultiply() {
    int n = N / 4;
    int[] out = new int[8 * n];
    call("big_multiply").cover(n, 64).run(a, b, out, n);
    int[] expected = new int[8 * n];
    for (int i = 0; i < n; i++) {
      BigInteger product = digits(a, 4 * i).multiply(digits(b, 4 * i));
      for (int k = 0; k < 8; k++) {
        expected[8 * i + k] = product.shiftRight(32 * k).intValue();
      }
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void int128() {
    long[] out = new long[4 * N];
    covered("int128").run(la, lb, out, N);
    long[] expected = new long[4 * N];
    for (int i = 0; i < N; i++) {
      BigInteger p = unsigned(la[i]).multiply(unsigned(lb[i])).add(BigInteger.valueOf(12345));
      BigInteger s =
          BigInteger.valueOf(la[i])
              .multiply(BigInteger.valueOf(lb[i]))
              .subtract(BigInteger.ONE.shiftLeft(70));
      expected[4 * i] = p.longValue();
      expected[4 * i + 1] = p.shiftRight(64).longValue();
      expected[4 * i + 2] = s.longValue();
      expected[4 * i + 3] = s.shiftRight(64).longValue();
    }
    assertArrayEquals(expected, out);
  }
}
