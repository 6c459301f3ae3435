package org.grcuda.cpu.x86;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Embedded rounding modes and conversions to half precision. */
final class Avx2RoundingTest {

  private static final int RUNS = 60;
  private static final MathContext LONG = new MathContext(120, RoundingMode.DOWN);

  private final Random random = new Random(3);

  @BeforeEach
  void needsTheInstructions() {
    assumeTrue(Avx2Machine.isAvailable());
  }

  private static float toFloat(BigDecimal x, int mode) {
    float near = x.floatValue();
    int side = Float.isInfinite(near) ? (int) Math.signum(near) : new BigDecimal(near).compareTo(x);
    return moves(side, x.signum(), mode)
        ? side > 0 ? Math.nextDown(near) : Math.nextUp(near)
        : near;
  }

  private static double toDouble(BigDecimal x, int mode) {
    double near = x.doubleValue();
    int side = new BigDecimal(near).compareTo(x);
    return moves(side, x.signum(), mode)
        ? side > 0 ? Math.nextDown(near) : Math.nextUp(near)
        : near;
  }

  /** Whether the nearest number lies on the wrong side. */
  private static boolean moves(int side, int sign, int mode) {
    return switch (mode) {
      case Form.DOWN -> side > 0;
      case Form.UP -> side < 0;
      case Form.ZERO -> side * sign > 0;
      default -> false;
    };
  }

  /** Exact, or with more digits after which it goes on. */
  private static BigDecimal quotient(BigDecimal a, BigDecimal b) {
    BigDecimal q = a.divide(b, LONG);
    return q.multiply(b).compareTo(a) == 0 ? q : q.add(beyond(q));
  }

  private static BigDecimal root(BigDecimal a) {
    BigDecimal q = a.sqrt(LONG);
    return q.multiply(q).compareTo(a) == 0 ? q : q.add(beyond(q));
  }

  private static BigDecimal beyond(BigDecimal q) {
    return q.scaleByPowerOfTen(-110);
  }

  private static BigDecimal exact(VectorOp op, BigDecimal d, BigDecimal a, BigDecimal b) {
    return switch (op) {
      case VADDPS, VADDPD -> a.add(b);
      case VSUBPS, VSUBPD -> a.subtract(b);
      case VMULPS, VMULPD -> a.multiply(b);
      case VDIVPS, VDIVPD -> quotient(a, b);
      case VSQRTPS, VSQRTPD -> root(b.abs());
      case VFMADD231PS, VFMADD231PD -> a.multiply(b).add(d);
      default -> a.multiply(d).add(b);
    };
  }

  private static final VectorOp[] SINGLE = {
    VectorOp.VADDPS,
    VectorOp.VSUBPS,
    VectorOp.VMULPS,
    VectorOp.VDIVPS,
    VectorOp.VSQRTPS,
    VectorOp.VFMADD231PS,
    VectorOp.VFMADD213PS
  };

  private static final VectorOp[] DOUBLE = {
    VectorOp.VADDPD,
    VectorOp.VSUBPD,
    VectorOp.VMULPD,
    VectorOp.VDIVPD,
    VectorOp.VSQRTPD,
    VectorOp.VFMADD231PD,
    VectorOp.VFMADD213PD
  };

  private static Consumer<Avx2> code(VectorOp op, int mode) {
    boolean root = op == VectorOp.VSQRTPS || op == VectorOp.VSQRTPD;
    return asm -> asm.vector(op, 4, root ? 0 : 5, 6, Form.ALL.rounded(mode));
  }

  private float number() {
    return (random.nextFloat() + 0.01f)
        * (random.nextBoolean() ? 1 : -1)
        * (1 << random.nextInt(9));
  }

  @ParameterizedTest
  @ValueSource(ints = {Form.NEAREST, Form.DOWN, Form.UP, Form.ZERO})
  void floatsAreRounded(int mode) {
    for (VectorOp op : SINGLE) {
      Avx2Machine m = new Avx2Machine(code(op, mode));
      for (int run = 0; run < RUNS; run++) {
        float[][] v = new float[3][8];
        int[] expected = new int[8];
        for (int l = 0; l < 8; l++) {
          for (float[] lanes : v) {
            lanes[l] = op == VectorOp.VSQRTPS ? Math.abs(number()) : number();
          }
          BigDecimal x =
              exact(op, new BigDecimal(v[0][l]), new BigDecimal(v[1][l]), new BigDecimal(v[2][l]));
          expected[l] = Float.floatToIntBits(toFloat(x, mode));
        }
        for (int r = 0; r < 3; r++) {
          int[] bits = new int[8];
          for (int l = 0; l < 8; l++) {
            bits[l] = Float.floatToIntBits(v[r][l]);
          }
          m.setVector(4 + r, bits);
        }
        m.run();
        assertArrayEquals(expected, m.vector(4), op::toString);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Form.NEAREST, Form.DOWN, Form.UP, Form.ZERO})
  void doublesAreRounded(int mode) {
    for (VectorOp op : DOUBLE) {
      Avx2Machine m = new Avx2Machine(code(op, mode));
      for (int run = 0; run < RUNS; run++) {
        long[][] v = new long[3][4];
        long[] expected = new long[4];
        for (int l = 0; l < 4; l++) {
          BigDecimal[] x = new BigDecimal[3];
          for (int r = 0; r < 3; r++) {
            double n = (random.nextDouble() + 0.01) * number();
            n = op == VectorOp.VSQRTPD ? Math.abs(n) : n;
            v[r][l] = Double.doubleToLongBits(n);
            x[r] = new BigDecimal(n);
          }
          expected[l] = Double.doubleToLongBits(toDouble(exact(op, x[0], x[1], x[2]), mode));
        }
        for (int r = 0; r < 3; r++) {
          m.setVector(4 + r, Avx2Model.words(v[r]));
        }
        m.run();
        assertArrayEquals(Avx2Model.words(expected), m.vector(4), op::toString);
      }
    }
  }

  private long integer() {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt(3) - 1;
      case 1 -> (1L << random.nextInt(64)) + random.nextInt(3) - 1;
      default -> random.nextLong() >> random.nextInt(64);
    };
  }

  private static BigDecimal value(VectorOp op, long x) {
    return switch (op) {
      case VCVTDQ2PS -> new BigDecimal((int) x);
      case VCVTUDQ2PS -> new BigDecimal(x & 0xffffffffL);
      case VCVTQQ2PS, VCVTQQ2PD -> new BigDecimal(x);
      default -> new BigDecimal(Long.toUnsignedString(x));
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Form.NEAREST, Form.DOWN, Form.UP, Form.ZERO})
  void integersAreRoundedOnce(int mode) {
    VectorOp[] ops = {
      VectorOp.VCVTDQ2PS,
      VectorOp.VCVTUDQ2PS,
      VectorOp.VCVTQQ2PS,
      VectorOp.VCVTUQQ2PS,
      VectorOp.VCVTQQ2PD,
      VectorOp.VCVTUQQ2PD
    };
    for (VectorOp op : ops) {
      boolean wide = op.w == 1;
      boolean toDouble = op == VectorOp.VCVTQQ2PD || op == VectorOp.VCVTUQQ2PD;
      Form form = mode < 0 ? Form.ALL : Form.ALL.rounded(mode);
      for (int d = 4; d <= 5; d++) {
        int to = d;
        Avx2Machine m = new Avx2Machine(asm -> asm.vector(op, to, 0, 5, form));
        for (int run = 0; run < RUNS; run++) {
          int[] from = new int[8];
          int[] expected = new int[8];
          for (int l = 0; l < (wide ? 4 : 8); l++) {
            long x = integer();
            from[wide ? 2 * l : l] = (int) x;
            if (wide) {
              from[2 * l + 1] = (int) (x >> 32);
            }
            if (toDouble) {
              long bits = Double.doubleToLongBits(toDouble(value(op, x), mode));
              expected[2 * l] = (int) bits;
              expected[2 * l + 1] = (int) (bits >> 32);
            } else {
              expected[l] = Float.floatToIntBits(toFloat(value(op, x), mode));
            }
          }
          m.setVector(5, from);
          m.run();
          assertArrayEquals(expected, m.vector(to), op + " " + mode);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Form.NEAREST, Form.DOWN, Form.UP, Form.ZERO})
  void doublesToFloats(int mode) {
    Avx2Machine m =
        new Avx2Machine(asm -> asm.vector(VectorOp.VCVTPD2PS, 4, 0, 5, Form.ALL.rounded(mode)));
    for (int run = 0; run < RUNS; run++) {
      long[] from = new long[4];
      int[] expected = new int[8];
      for (int l = 0; l < 4; l++) {
        double x = (random.nextDouble() - 0.5) * number();
        from[l] = Double.doubleToLongBits(x);
        expected[l] = Float.floatToIntBits(toFloat(new BigDecimal(x), mode));
      }
      m.setVector(5, Avx2Model.words(from));
      m.run();
      assertArrayEquals(expected, m.vector(4));
    }
  }

  @Test
  void floatsToHalfsAndBack() {
    for (int mode : new int[] {Form.NEAREST, Form.ZERO}) {
      for (int to = 4; to <= 5; to++) {
        int d = to;
        Avx2Machine m =
            new Avx2Machine(
                asm -> asm.vector(VectorOp.VCVTPS2PH_STORE, 5, 0, d, Form.ALL.with(mode)));
        for (int run = 0; run < RUNS; run++) {
          int[] from = new int[8];
          for (int l = 0; l < 8; l++) {
            from[l] = Float.floatToIntBits(number() * (1 << random.nextInt(12)) / 8192);
          }
          m.setVector(5, from);
          m.run();
          for (int l = 0; l < 8; l++) {
            int actual = m.vector(d)[l / 2] >>> l % 2 * 16 & 0xffff;
            assertEquals(half(Float.intBitsToFloat(from[l]), mode), actual);
            assertEquals(0, m.vector(d)[4 + l / 2]);
          }
        }
      }
    }
  }

  private static int half(float x, int mode) {
    short near = Float.floatToFloat16(x);
    boolean beyond = Math.abs(Float.float16ToFloat(near)) > Math.abs(x);
    return (mode == Form.ZERO && beyond ? near - 1 : near) & 0xffff;
  }
}
