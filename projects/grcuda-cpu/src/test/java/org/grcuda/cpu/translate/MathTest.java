package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Arithmetic of math.cu, libdevice as NVRTC inlines it, against java.lang.Math. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MathTest {

  private static final float[] FLOATS = {
    0.1f, -0.1f, 0.5f, -0.7f, 1f, -1f, 1.5f, 2.75f, -3.3f, 7.1f, -12.25f, 20.5f, 1e-3f, -1e-5f, 30f,
    1e-20f, 0.9999f, 33.3f, 2.3e6f, -7.7e9f
  };

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
        devices.computeIfAbsent(options(), o -> new TestDevice(TestDevice.text("math.ptx"), o));
  }

  @AfterAll
  void close() {
    devices.values().forEach(TestDevice::close);
  }

  private static void assertClose(double expected, double actual, double relative, String what) {
    double bound = Math.max(Math.abs(expected) * relative, 1e-300);
    assertTrue(
        Math.abs(expected - actual) <= bound
            || Double.compare(expected, actual) == 0
            || expected == actual,
        what + ": expected " + expected + " but was " + actual);
  }

  private static double normalCdf(double x) {
    return 0.5 * (1 + erf(x / Math.sqrt(2)));
  }

  /** The Maclaurin series, enough for |x| below 6. */
  private static double erf(double x) {
    if (Math.abs(x) > 6) {
      return Math.signum(x);
    }
    BigDecimal square = new BigDecimal(x).multiply(new BigDecimal(x));
    BigDecimal power = new BigDecimal(x);
    BigDecimal sum = power;
    java.math.MathContext digits = new java.math.MathContext(50);
    for (int n = 1; n < 200; n++) {
      power = power.multiply(square, digits).negate().divide(BigDecimal.valueOf(n), digits);
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * n + 1), digits), digits);
    }
    return sum.doubleValue() * 2 / Math.sqrt(Math.PI);
  }

  private static double callPrice(double s, double x, double r, double v, double t) {
    double d1 = (Math.log(s / x) + (r + 0.5 * v * v) * t) / (v * Math.sqrt(t));
    double d2 = d1 - v * Math.sqrt(t);
    return s * normalCdf(d1) - x * Math.exp(-r * t) * normalCdf(d2);
  }

  @Test
  void blackScholes() {
    int n = 200;
    float[] single = new float[n];
    double[] prices = new double[n];
    for (int i = 0; i < n; i++) {
      single[i] = 60 + 0.5f * i;
      prices[i] = single[i];
    }
    long floats = device.allocate(4 * n);
    long doubles = device.allocate(8 * n);
    device.launch(
        "blackScholesFloat", 2, 128, device.put(single), floats, 100f, 0.02f, 0.3f, 1f, n);
    device.launch(
        "blackScholesDouble", 2, 128, device.put(prices), doubles, 100.0, 0.02, 0.3, 1.0, n);
    for (int i = 0; i < n; i++) {
      double expected = callPrice(prices[i], 100, 0.02, 0.3, 1);
      assertEquals(expected, device.doubles(doubles, n)[i], 1e-11);
      assertEquals(expected, device.floats(floats, n)[i], 2e-4);
    }
  }

  @Test
  void singlePrecisionFunctions() {
    int n = FLOATS.length;
    long out = device.allocate(4L * 20 * n);
    device.launch("floatFunctions", 1, 32, device.put(FLOATS), out, n);
    float[] o = device.floats(out, 20 * n);
    DoubleUnaryOperator[] functions = {
      Math::exp,
      a -> Math.log(Math.abs(a)),
      Math::sin,
      Math::cos,
      Math::tan,
      MathTest::erf,
      a -> Math.sqrt(Math.abs(a)),
      a -> Math.pow(Math.abs(a), 1.3f),
      Math::tanh,
      Math::atan,
      Math::cbrt,
      a -> Math.pow(2, a),
      a -> Math.log(Math.abs(a)) / Math.log(2),
      Math::floor,
      Math::ceil,
      a -> a < 0 ? Math.ceil(a) : Math.floor(a),
      Math::rint,
      a -> a % 0.7f,
      a -> 1 / Math.sqrt(Math.abs(a)),
      a -> Math.atan2(a, 2)
    };
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 20; k++) {
        double expected = functions[k].applyAsDouble(FLOATS[i]);
        assertClose(expected, o[i * 20 + k], 1e-6, "function " + k + " of " + FLOATS[i]);
      }
    }
  }

  @Test
  void doublePrecisionFunctions() {
    int n = FLOATS.length;
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = FLOATS[i];
    }
    long out = device.allocate(8L * 16 * n);
    device.launch("doubleFunctions", 1, 32, device.put(x), out, n);
    double[] o = device.doubles(out, 16 * n);
    DoubleUnaryOperator[] functions = {
      Math::exp,
      a -> Math.log(Math.abs(a)),
      Math::sin,
      Math::cos,
      Math::tan,
      MathTest::erf,
      a -> Math.sqrt(Math.abs(a)),
      a -> Math.pow(Math.abs(a), 1.3),
      Math::tanh,
      Math::atan,
      Math::cbrt,
      a -> Math.pow(2, a),
      a -> Math.log10(Math.abs(a)),
      a -> a % 0.7,
      a -> 1 / a,
      a -> Math.hypot(a, 3)
    };
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 16; k++) {
        double expected = functions[k].applyAsDouble(x[i]);
        assertClose(expected, o[i * 16 + k], 2e-15, "function " + k + " of " + x[i]);
      }
    }
  }

  @Test
  void approximateFunctions() {
    float[] x = {0.3f, -0.9f, 1.7f, 2.5f};
    long out = device.allocate(4 * 8 * 4);
    device.launch("fastMath", 1, 4, device.put(x), out, 4);
    float[] o = device.floats(out, 32);
    for (int i = 0; i < 4; i++) {
      double a = x[i];
      double[] expected = {
        Math.exp(a),
        Math.log(Math.abs(a)),
        Math.sin(a),
        Math.cos(a),
        a / 3,
        Math.pow(Math.abs(a), 1.5),
        Math.clamp(a, 0.0, 1.0),
        1 / Math.sqrt(Math.abs(a))
      };
      for (int k = 0; k < 8; k++) {
        assertClose(expected[k], o[i * 8 + k], 1e-6, "fast function " + k + " of " + a);
      }
    }
  }

  @Test
  void directedRounding() {
    float[] x = {1f, 0.1f, -0.1f, 3.3333f, 1e30f, -7.7f, 1e-30f, 16777216f};
    float[] y = {3f, 0.2f, 0.7f, -1.1111f, 1e-10f, 1e-8f, 1e30f, 0.3f};
    long out = device.allocate(4 * 16 * 8);
    device.launch("rounding", 1, 8, device.put(x), device.put(y), out, 8);
    float[] o = device.floats(out, 128);
    for (int i = 0; i < 8; i++) {
      BigDecimal a = new BigDecimal(x[i]);
      BigDecimal b = new BigDecimal(y[i]);
      int[] modes = {Rounding.RZ, Rounding.RM, Rounding.RP};
      for (int m = 0; m < 3; m++) {
        assertEquals(exact(a.add(b), modes[m]), o[i * 16 + m], "add " + i + " " + m);
        assertEquals(exact(a.multiply(b), modes[m]), o[i * 16 + 3 + m], "mul " + i + " " + m);
        assertEquals(
            exact(a.multiply(b).add(a), modes[m]), o[i * 16 + 6 + m], "fma " + i + " " + m);
        BigDecimal quotient = a.divide(b, new java.math.MathContext(60));
        assertEquals(exact(quotient, modes[m]), o[i * 16 + 9 + m], "div " + i + " " + m);
      }
      BigDecimal root = a.abs().sqrt(new java.math.MathContext(60));
      assertEquals(exact(root, Rounding.RM), o[i * 16 + 12], "sqrt " + i);
      assertEquals(exact(root, Rounding.RP), o[i * 16 + 13], "sqrt " + i);
      BigDecimal reciprocal = BigDecimal.ONE.divide(b, new java.math.MathContext(60));
      assertEquals(exact(reciprocal, Rounding.RM), o[i * 16 + 14], "rcp " + i);
      assertEquals(x[i] + y[i], o[i * 16 + 15]);
    }
  }

  /** Rounds an exact value to float by neighbours. */
  private static float exact(BigDecimal value, int mode) {
    float f = value.floatValue();
    int order = Float.isInfinite(f) ? value.signum() : new BigDecimal(f).compareTo(value);
    boolean down = mode == Rounding.RM || mode == Rounding.RZ && value.signum() > 0;
    if (order > 0 && down) {
      return Math.nextDown(f);
    }
    return order < 0 && !down ? Math.nextUp(f) : f;
  }

  @Test
  void integerArithmetic() {
    int[] x = {7, -7, Integer.MIN_VALUE, 123456789, 0, -1, 5, 0x80ff7f01, 1, 100};
    int[] y = {3, 3, -1, -987654321, 0, 17, 0, 0x01020304, 31, -100};
    int n = x.length;
    long out = device.allocate(4L * 40 * n);
    device.launch("integers", 1, 32, device.put(x), device.put(y), out, n);
    int[] o = device.ints(out, 40 * n);
    for (int i = 0; i < n; i++) {
      int[] expected = integers(x[i], y[i]);
      for (int k = 0; k < 40; k++) {
        assertEquals(expected[k], o[i * 40 + k], "operation " + k + " of " + x[i] + " and " + y[i]);
      }
    }
  }

  private static int[] integers(int a, int b) {
    long u = a & 0xffffffffL;
    long v = b & 0xffffffffL;
    long pair = v << 32 | u;
    return new int[] {
      b == 0 ? -1 : a / b,
      b == 0 ? a + b : a % b,
      b == 0 ? -1 : (int) (u / v),
      b == 0 ? a + b : (int) (u % v),
      Math.toIntExact((long) a * b >> 32),
      BigInteger.valueOf(u).multiply(BigInteger.valueOf(v)).shiftRight(32).intValue(),
      Integer.bitCount(a),
      Integer.numberOfLeadingZeros(a),
      Integer.reverse(a),
      a == 0 ? 0 : Integer.numberOfTrailingZeros(a) + 1,
      a << (b & 31),
      a >> (b & 31),
      a >>> (b & 31),
      (int) (pair >>> 48 & 0xff) << 0
          | (int) (pair >>> 8 & 0xff) << 8
          | (int) (pair >>> 32 & 0xff) << 16
          | (int) (pair >>> 40 & 0xff) << 24,
      Math.min(a, b),
      (int) Math.max(u, v),
      Math.abs(a),
      (int) Math.abs((long) a - b) + 5,
      (int) ((v << 32 | u) << 9 >>> 32),
      (int) ((v << 32 | u) >>> 9),
      (a ^ b) & ~(a | 7),
      (short) a,
      a & 0xff,
      (byte) b,
      (int) ((long) a * b >> 20),
      BigInteger.valueOf(u).multiply(BigInteger.valueOf(v)).shiftRight(13).intValue(),
      (int) ((long) a + b >> 1),
      (int) ((long) a + b + 1 >> 1),
      (int) (u + v >> 1),
      (byte) a * (byte) b
          + (byte) (a >> 8) * (byte) (b >> 8)
          + (byte) (a >> 16) * (byte) (b >> 16)
          + (byte) (a >> 24) * (byte) (b >> 24)
          + 3,
      a == b ? 1 : 0,
      u < v ? 1 : 0,
      a < b ? 1 : 0,
      (int) (float) a,
      a,
      (a << 8 >> 8) * (b << 8 >> 8),
      bytewiseSum(a, b),
      Math.max((short) a, (short) b) & 0xffff | Math.max(a >> 16, b >> 16) << 16,
      (int) ((long) a / (b | 1)),
      (int) Long.remainderUnsigned(u << 20, v | 1)
    };
  }

  private static int bytewiseSum(int a, int b) {
    int sum = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      sum |= ((a >> shift) + (b >> shift) & 0xff) << shift;
    }
    return sum;
  }

  @Test
  void conversionsSaturateAndRound() {
    float[] x = {1.5f, -1.5f, 2.5f, 1e10f, -1e10f, 1e20f, Float.NaN, 300f, -40000f, 0.1f};
    double[] d = {1.5, -2.5, 4294967295.5, 1e10, -1e19, 1.8e19, Double.NaN, 0.1, 1e300, 16777217};
    int n = x.length;
    long out = device.allocate(8L * 20 * n);
    device.launch("conversions", 1, 32, device.put(x), device.put(d), out, n);
    long[] o = device.longs(out, 20 * n);
    for (int i = 0; i < n; i++) {
      float a = x[i];
      double b = d[i];
      long[] expected = {
        (int) a,
        unsigned(a, 0xffffffffL),
        signed64(a),
        unsigned64(a),
        b != b ? Integer.MIN_VALUE : (int) b,
        b != b ? 1L << 31 : unsigned(b, 0xffffffffL),
        signed64(b),
        unsigned64(b),
        o[i * 20 + 8],
        o[i * 20 + 9],
        (int) Math.rint(a),
        (int) Math.floor(a),
        (int) Math.ceil(a),
        b != b ? 1L << 31 : unsigned(Math.rint(b), 0xffffffffL),
        Float.floatToRawIntBits((float) b),
        o[i * 20 + 15],
        Float.floatToRawIntBits((float) signed64(a)),
        Float.floatToRawIntBits(
            new BigDecimal(new BigInteger(Long.toUnsignedString(unsigned64(a)))).floatValue()),
        Double.doubleToRawLongBits((double) signed64(b)),
        o[i * 20 + 19]
      };
      for (int k = 0; k < 20; k++) {
        assertEquals(expected[k], o[i * 20 + k], "conversion " + k + " of " + a + " or " + b);
      }
    }
    assertEquals(Float.floatToRawIntBits(Math.nextDown(0.1f)), (int) o[7 * 20 + 15]);
    assertEquals(Float.floatToRawIntBits(16777216f), (int) o[9 * 20 + 19]);
    assertEquals(44, o[7 * 20 + 9] & 0xff);
  }

  private static long unsigned(double a, long most) {
    return a != a ? 0 : (long) Math.clamp(a, 0.0, most);
  }

  /** NaN gives the lowest value wherever 64 bits are involved. */
  private static long signed64(double a) {
    return a != a ? Long.MIN_VALUE : (long) a;
  }

  private static long unsigned64(double a) {
    if (a != a) {
      return Long.MIN_VALUE;
    }
    if (a < 0) {
      return 0;
    }
    return a >= 0x1p64 ? -1 : new BigDecimal(a).toBigInteger().longValue();
  }

  @Test
  void comparisonsWithNaN() {
    float nan = Float.NaN;
    float inf = Float.POSITIVE_INFINITY;
    float[] x = {1, 2, 1, nan, 1, nan, -0f, inf, -inf};
    float[] y = {2, 1, 1, 1, nan, nan, 0f, 1, inf};
    long out = device.allocate(4 * 9);
    device.launch("comparisons", 1, 9, device.put(x), device.put(y), out, 9);
    int[] result = device.ints(out, 9);
    for (int i = 0; i < 9; i++) {
      float a = x[i];
      float b = y[i];
      boolean[] bits = {
        a < b,
        a <= b,
        a > b,
        a >= b,
        a == b,
        a != b,
        !(a < b),
        !(a >= b),
        a != a,
        Float.isInfinite(a),
        (a != a ? b : b != b ? a : Math.min(a, b)) == a,
        (a != a ? b : b != b ? a : Math.max(a, b)) == b,
        Float.floatToRawIntBits(a) < 0
      };
      int expected = 0;
      for (int k = 0; k < bits.length; k++) {
        expected |= bits[k] ? 1 << k : 0;
      }
      assertEquals(expected, result[i], "comparison of " + a + " and " + b);
    }
  }
}
