package org.grcuda.cpu.x86;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongToIntFunction;

/** What instructions of AVX-512 compute, in Java, for vectors of 8 words. */
final class Avx2Model {

  /** All words of a result from those of the destination, the sources, and the immediate. */
  interface Whole {
    int[] apply(int[] d, int[] a, int[] b, int immediate);
  }

  /** A word of a result. */
  interface Word {
    int apply(int d, int a, int b, int immediate);
  }

  /** A long of a result. */
  interface Long64 {
    long apply(long d, long a, long b, int immediate);
  }

  /** A bit of a result. */
  interface Test {
    boolean apply(long a, long b, int immediate);
  }

  /**
   * A model.
   *
   * @param wide whether lanes of the result have 64 bits
   * @param anyNan whether a NaN of a result may be another one
   */
  record Model(Whole result, boolean wide, boolean anyNan) {}

  static final Map<VectorOp, Model> RESULTS = new EnumMap<>(VectorOp.class);
  static final Map<VectorOp, Test> TESTS = new EnumMap<>(VectorOp.class);

  private Avx2Model() {}

  static long[] longs(int[] words) {
    long[] longs = new long[words.length / 2];
    for (int l = 0; l < longs.length; l++) {
      longs[l] = words[2 * l] & 0xffffffffL | (long) words[2 * l + 1] << 32;
    }
    return longs;
  }

  static int[] words(long[] longs) {
    int[] words = new int[2 * longs.length];
    for (int w = 0; w < words.length; w++) {
      words[w] = (int) (longs[w / 2] >>> 32 * (w % 2));
    }
    return words;
  }

  private static void word(VectorOp op, boolean anyNan, Word f) {
    Whole whole =
        (d, a, b, i) -> {
          int[] r = new int[8];
          for (int l = 0; l < 8; l++) {
            r[l] = f.apply(d[l], a[l], b[l], i);
          }
          return r;
        };
    RESULTS.put(op, new Model(whole, false, anyNan));
  }

  private static void word(VectorOp op, Word f) {
    word(op, false, f);
  }

  private static void wide(VectorOp op, boolean anyNan, Long64 f) {
    Whole whole =
        (d, a, b, i) -> {
          long[] r = new long[4];
          for (int l = 0; l < 4; l++) {
            r[l] = f.apply(longs(d)[l], longs(a)[l], longs(b)[l], i);
          }
          return words(r);
        };
    RESULTS.put(op, new Model(whole, true, anyNan));
  }

  private static void wide(VectorOp op, Long64 f) {
    wide(op, false, f);
  }

  private static void whole(VectorOp op, boolean wide, Whole f) {
    RESULTS.put(op, new Model(f, wide, false));
  }

  private static float f(int bits) {
    return Float.intBitsToFloat(bits);
  }

  private static double g(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static int bits(float x) {
    return Float.floatToRawIntBits(x);
  }

  private static long bits(double x) {
    return Double.doubleToRawLongBits(x);
  }

  static {
    floats();
    integers();
    wideIntegers();
    bytes();
    conversions();
    toIntegers();
    moves();
    tests();
  }

  private static void floats() {
    word(VectorOp.VADDPS, true, (d, a, b, i) -> bits(f(a) + f(b)));
    wide(VectorOp.VADDPD, true, (d, a, b, i) -> bits(g(a) + g(b)));
    word(VectorOp.VSUBPS, true, (d, a, b, i) -> bits(f(a) - f(b)));
    wide(VectorOp.VSUBPD, true, (d, a, b, i) -> bits(g(a) - g(b)));
    word(VectorOp.VMULPS, true, (d, a, b, i) -> bits(f(a) * f(b)));
    wide(VectorOp.VMULPD, true, (d, a, b, i) -> bits(g(a) * g(b)));
    word(VectorOp.VDIVPS, true, (d, a, b, i) -> bits(f(a) / f(b)));
    wide(VectorOp.VDIVPD, true, (d, a, b, i) -> bits(g(a) / g(b)));
    word(VectorOp.VMINPS, (d, a, b, i) -> f(a) < f(b) ? a : b);
    wide(VectorOp.VMINPD, (d, a, b, i) -> g(a) < g(b) ? a : b);
    word(VectorOp.VMAXPS, (d, a, b, i) -> f(a) > f(b) ? a : b);
    wide(VectorOp.VMAXPD, (d, a, b, i) -> g(a) > g(b) ? a : b);
    word(VectorOp.VSQRTPS, true, (d, a, b, i) -> bits((float) Math.sqrt(f(b))));
    wide(VectorOp.VSQRTPD, true, (d, a, b, i) -> bits(Math.sqrt(g(b))));
    word(VectorOp.VFMADD231PS, true, (d, a, b, i) -> bits(Math.fma(f(a), f(b), f(d))));
    wide(VectorOp.VFMADD231PD, true, (d, a, b, i) -> bits(Math.fma(g(a), g(b), g(d))));
    word(VectorOp.VFMADD213PS, true, (d, a, b, i) -> bits(Math.fma(f(a), f(d), f(b))));
    wide(VectorOp.VFMADD213PD, true, (d, a, b, i) -> bits(Math.fma(g(a), g(d), g(b))));
    word(VectorOp.VFNMADD231PS, true, (d, a, b, i) -> bits(Math.fma(-f(a), f(b), f(d))));
    wide(VectorOp.VFNMADD231PD, true, (d, a, b, i) -> bits(Math.fma(-g(a), g(b), g(d))));
    word(
        VectorOp.VRANGEPS,
        (d, a, b, i) ->
            Float.isNaN(f(b))
                ? a
                : Float.isNaN(f(a))
                    ? b
                    : bits(i == 4 ? Math.min(f(a), f(b)) : Math.max(f(a), f(b))));
    wide(
        VectorOp.VRANGEPD,
        (d, a, b, i) ->
            Double.isNaN(g(b))
                ? a
                : Double.isNaN(g(a))
                    ? b
                    : bits(i == 4 ? Math.min(g(a), g(b)) : Math.max(g(a), g(b))));
    word(VectorOp.VRNDSCALEPS, true, (d, a, b, i) -> bits((float) integral(f(b), i)));
    wide(VectorOp.VRNDSCALEPD, true, (d, a, b, i) -> bits(integral(g(b), i)));
    word(
        VectorOp.VSCALEFPS,
        (d, a, b, i) -> Float.isNaN(f(a)) ? a : bits((float) (f(a) * Math.pow(2, f(b)))));
  }

  private static double integral(double x, int mode) {
    return switch (mode) {
      case 8 -> Math.rint(x);
      case 9 -> Math.floor(x);
      case 10 -> Math.ceil(x);
      default -> x < 0 || 1 / x < 0 ? Math.ceil(x) : Math.floor(x);
    };
  }

  private static void integers() {
    word(VectorOp.VPANDD, (d, a, b, i) -> a & b);
    word(VectorOp.VPANDND, (d, a, b, i) -> ~a & b);
    word(VectorOp.VPORD, (d, a, b, i) -> a | b);
    word(VectorOp.VPXORD, (d, a, b, i) -> a ^ b);
    word(VectorOp.VPTERNLOGD, (d, a, b, i) -> (int) ternary(d, a, b, i));
    word(VectorOp.VPADDD, (d, a, b, i) -> a + b);
    word(VectorOp.VPSUBD, (d, a, b, i) -> a - b);
    word(VectorOp.VPMULLD, (d, a, b, i) -> a * b);
    word(VectorOp.VPMINSD, (d, a, b, i) -> Math.min(a, b));
    word(VectorOp.VPMAXSD, (d, a, b, i) -> Math.max(a, b));
    word(VectorOp.VPMINUD, (d, a, b, i) -> Integer.compareUnsigned(a, b) < 0 ? a : b);
    word(VectorOp.VPMAXUD, (d, a, b, i) -> Integer.compareUnsigned(a, b) > 0 ? a : b);
    word(VectorOp.VPABSD, (d, a, b, i) -> Math.abs(b));
    word(VectorOp.VPSLLVD, (d, a, b, i) -> isBelow(b, 32) ? a << b : 0);
    word(VectorOp.VPSRLVD, (d, a, b, i) -> isBelow(b, 32) ? a >>> b : 0);
    word(VectorOp.VPSRAVD, (d, a, b, i) -> a >> (isBelow(b, 32) ? b : 31));
    word(VectorOp.VPSLLD_IMM, (d, a, b, i) -> i < 32 ? b << i : 0);
    word(VectorOp.VPSRLD_IMM, (d, a, b, i) -> i < 32 ? b >>> i : 0);
    word(VectorOp.VPSRAD_IMM, (d, a, b, i) -> b >> Math.min(i, 31));
    word(VectorOp.VPRORD_IMM, (d, a, b, i) -> Integer.rotateRight(b, i));
    word(VectorOp.VPLZCNTD, (d, a, b, i) -> Integer.numberOfLeadingZeros(b));
  }

  private static boolean isBelow(long amount, int limit) {
    return amount >= 0 && amount < limit;
  }

  private static long ternary(long d, long a, long b, int table) {
    long result = 0;
    for (int bit = 0; bit < 64; bit++) {
      long index = (d >>> bit & 1) << 2 | (a >>> bit & 1) << 1 | b >>> bit & 1;
      result |= (table >>> index & 1L) << bit;
    }
    return result;
  }

  private static void wideIntegers() {
    wide(VectorOp.VPANDQ, (d, a, b, i) -> a & b);
    wide(VectorOp.VPANDNQ, (d, a, b, i) -> ~a & b);
    wide(VectorOp.VPORQ, (d, a, b, i) -> a | b);
    wide(VectorOp.VPXORQ, (d, a, b, i) -> a ^ b);
    wide(VectorOp.VPTERNLOGQ, (d, a, b, i) -> ternary(d, a, b, i));
    wide(VectorOp.VPADDQ, (d, a, b, i) -> a + b);
    wide(VectorOp.VPSUBQ, (d, a, b, i) -> a - b);
    wide(VectorOp.VPMULLQ, (d, a, b, i) -> a * b);
    wide(VectorOp.VPMULDQ, (d, a, b, i) -> (long) (int) a * (int) b);
    wide(VectorOp.VPMULUDQ, (d, a, b, i) -> (a & 0xffffffffL) * (b & 0xffffffffL));
    wide(VectorOp.VPMINSQ, (d, a, b, i) -> Math.min(a, b));
    wide(VectorOp.VPMAXSQ, (d, a, b, i) -> Math.max(a, b));
    wide(VectorOp.VPMINUQ, (d, a, b, i) -> Long.compareUnsigned(a, b) < 0 ? a : b);
    wide(VectorOp.VPMAXUQ, (d, a, b, i) -> Long.compareUnsigned(a, b) > 0 ? a : b);
    wide(VectorOp.VPABSQ, (d, a, b, i) -> Math.abs(b));
    wide(VectorOp.VPSLLVQ, (d, a, b, i) -> isBelow(b, 64) ? a << b : 0);
    wide(VectorOp.VPSRLVQ, (d, a, b, i) -> isBelow(b, 64) ? a >>> b : 0);
    wide(VectorOp.VPSRAVQ, (d, a, b, i) -> a >> (isBelow(b, 64) ? b : 63));
    wide(VectorOp.VPSLLQ_IMM, (d, a, b, i) -> i < 64 ? b << i : 0);
    wide(VectorOp.VPSRLQ_IMM, (d, a, b, i) -> i < 64 ? b >>> i : 0);
    wide(VectorOp.VPSRAQ_IMM, (d, a, b, i) -> b >> Math.min(i, 63));
    wide(VectorOp.VPRORQ_IMM, (d, a, b, i) -> Long.rotateRight(b, i));
    wide(VectorOp.VPLZCNTQ, (d, a, b, i) -> Long.numberOfLeadingZeros(b));
  }

  private static int bytesOf(IntUnaryOperator value) {
    int word = 0;
    for (int k = 0; k < 4; k++) {
      word |= (value.applyAsInt(k) & 0xff) << 8 * k;
    }
    return word;
  }

  private static int at(int word, int k) {
    return word >>> 8 * k & 0xff;
  }

  private static int low(int word) {
    return (short) word;
  }

  private static void bytes() {
    whole(
        VectorOp.VPSHUFB,
        false,
        (d, a, b, i) -> {
          int[] r = new int[8];
          for (int l = 0; l < 8; l++) {
            int word = l;
            r[l] =
                bytesOf(
                    k -> {
                      int from = at(b[word], k);
                      return from >= 128 ? 0 : at(a[word / 4 * 4 + from % 16 / 4], from % 4);
                    });
          }
          return r;
        });
    word(VectorOp.VPADDB, (d, a, b, i) -> bytesOf(k -> at(a, k) + at(b, k)));
    wide(
        VectorOp.VPSADBW,
        (d, a, b, i) -> {
          long sum = 0;
          for (int k = 0; k < 64; k += 8) {
            sum += Math.abs((a >>> k & 0xff) - (b >>> k & 0xff));
          }
          return sum;
        });
    word(VectorOp.VPMADDWD, (d, a, b, i) -> low(a) * low(b) + low(a >> 16) * low(b >> 16));
    word(VectorOp.VPSLLW_IMM, (d, a, b, i) -> both(low(b) << i, low(b >> 16) << i));
    word(VectorOp.VPSRLW_IMM, (d, a, b, i) -> both((b & 0xffff) >>> i, b >>> 16 >>> i));
    word(VectorOp.VPSRAW_IMM, (d, a, b, i) -> both(low(b) >> i, low(b >> 16) >> i));
  }

  private static int both(int low, int high) {
    return low & 0xffff | high << 16;
  }

  private static void conversions() {
    word(VectorOp.VCVTDQ2PS, (d, a, b, i) -> bits((float) b));
    word(VectorOp.VCVTUDQ2PS, (d, a, b, i) -> bits((float) (b & 0xffffffffL)));
    wide(VectorOp.VCVTQQ2PD, (d, a, b, i) -> bits((double) b));
    wide(VectorOp.VCVTUQQ2PD, (d, a, b, i) -> bits(unsigned(b)));
    widening(VectorOp.VCVTPS2PD, true, x -> bits((double) f(x)));
    widening(VectorOp.VCVTDQ2PD, false, x -> bits((double) x));
    widening(VectorOp.VCVTUDQ2PD, false, x -> bits((double) (x & 0xffffffffL)));
    widening(VectorOp.VPMOVSXDQ, false, x -> x);
    widening(VectorOp.VPMOVZXDQ, false, x -> x & 0xffffffffL);
    narrowing(VectorOp.VCVTPD2PS, true, x -> bits((float) g(x)));
    narrowing(VectorOp.VCVTQQ2PS, false, x -> bits((float) x));
    narrowing(
        VectorOp.VCVTUQQ2PS, false, x -> bits(x >= 0 ? (float) x : 2 * (float) (x >>> 1 | x & 1)));
    narrowing(
        VectorOp.VCVTTPD2DQ, false, x -> Math.abs(g(x)) < 0x1p31 ? (int) g(x) : Integer.MIN_VALUE);
    narrowing(VectorOp.VCVTTPD2UDQ, false, x -> (int) unsigned(g(x), 0x1p32));
  }

  private static double unsigned(long b) {
    return new BigDecimal(Long.toUnsignedString(b)).doubleValue();
  }

  /** All ones if it is out of range. */
  private static long unsigned(double x, double limit) {
    if (!(x > -1 && x < limit)) {
      return -1;
    }
    return x < 0x1p63 ? (long) x : (long) (x - 0x1p63) ^ Long.MIN_VALUE;
  }

  private static void toIntegers() {
    word(
        VectorOp.VCVTTPS2DQ,
        (d, a, b, i) -> Math.abs(f(b)) < 0x1p31f ? (int) f(b) : Integer.MIN_VALUE);
    word(VectorOp.VCVTTPS2UDQ, (d, a, b, i) -> (int) unsigned(f(b), 0x1p32));
    wide(
        VectorOp.VCVTTPD2QQ,
        (d, a, b, i) -> Math.abs(g(b)) < 0x1p63 ? (long) g(b) : Long.MIN_VALUE);
    wide(VectorOp.VCVTTPD2UQQ, (d, a, b, i) -> unsigned(g(b), 0x1p64));
    whole(
        VectorOp.VCVTPH2PS,
        false,
        (d, a, b, i) -> {
          int[] r = new int[8];
          for (int l = 0; l < 8; l++) {
            r[l] = bits(Float.float16ToFloat((short) (b[l / 2] >> l % 2 * 16)));
          }
          return r;
        });
  }

  private static void widening(VectorOp op, boolean anyNan, IntToLongFunction f) {
    Whole whole =
        (d, a, b, i) -> {
          long[] r = new long[4];
          for (int l = 0; l < 4; l++) {
            r[l] = f.applyAsLong(b[l]);
          }
          return words(r);
        };
    RESULTS.put(op, new Model(whole, true, anyNan));
  }

  private static void narrowing(VectorOp op, boolean anyNan, LongToIntFunction f) {
    Whole whole =
        (d, a, b, i) -> {
          int[] r = new int[8];
          for (int l = 0; l < 4; l++) {
            r[l] = f.applyAsInt(longs(b)[l]);
          }
          return r;
        };
    RESULTS.put(op, new Model(whole, false, anyNan));
  }

  private static int[] pairs(int[] a, int[] b, int... from) {
    int[] r = new int[8];
    for (int l = 0; l < 8; l++) {
      int at = from[l % 4];
      r[l] = (at < 4 ? a : b)[l / 4 * 4 + at % 4];
    }
    return r;
  }

  private static void moves() {
    word(VectorOp.VMOVDQU32, (d, a, b, i) -> b);
    wide(VectorOp.VMOVDQU64, (d, a, b, i) -> b);
    whole(VectorOp.VPUNPCKLDQ, false, (d, a, b, i) -> pairs(a, b, 0, 4, 1, 5));
    whole(VectorOp.VPUNPCKHDQ, false, (d, a, b, i) -> pairs(a, b, 2, 6, 3, 7));
    whole(VectorOp.VPUNPCKLQDQ, true, (d, a, b, i) -> pairs(a, b, 0, 1, 4, 5));
    whole(VectorOp.VPUNPCKHQDQ, true, (d, a, b, i) -> pairs(a, b, 2, 3, 6, 7));
    whole(VectorOp.VPERMD, false, (d, a, b, i) -> chosen(a, b, b));
    whole(VectorOp.VPERMI2D, false, (d, a, b, i) -> chosen(d, a, b));
    whole(VectorOp.VPERMT2D, false, (d, a, b, i) -> chosen(a, d, b));
    whole(
        VectorOp.VINSERTI64X4,
        true,
        (d, a, b, i) -> new int[] {a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]});
    whole(
        VectorOp.VPBROADCASTD,
        false,
        (d, a, b, i) -> new int[] {b[0], b[0], b[0], b[0], b[0], b[0], b[0], b[0]});
    whole(
        VectorOp.VPBROADCASTQ,
        true,
        (d, a, b, i) -> new int[] {b[0], b[1], b[0], b[1], b[0], b[1], b[0], b[1]});
  }

  private static int[] chosen(int[] index, int[] low, int[] high) {
    int[] r = new int[8];
    for (int l = 0; l < 8; l++) {
      r[l] = ((index[l] & 8) == 0 ? low : high)[index[l] & 7];
    }
    return r;
  }

  // ---- comparisons: of longs, or of words as the low halves

  private static boolean integer(int order, int immediate) {
    return switch (immediate) {
      case 0 -> order == 0;
      case 1 -> order < 0;
      case 2 -> order <= 0;
      case 4 -> order != 0;
      case 5 -> order >= 0;
      default -> order > 0;
    };
  }

  private static boolean real(double a, double b, int immediate) {
    boolean unordered = Double.isNaN(a) || Double.isNaN(b);
    return switch (immediate) {
      case 0x00 -> a == b;
      case 0x01, 0x11 -> a < b;
      case 0x12 -> a <= b;
      case 0x1e -> a > b;
      case 0x1d -> a >= b;
      case 0x0c -> !unordered && a != b;
      case 0x08 -> unordered || a == b;
      case 0x04 -> a != b;
      case 0x19 -> !(a >= b);
      case 0x1a -> !(a > b);
      case 0x16 -> !(a <= b);
      case 0x15 -> !(a < b);
      case 0x07 -> !unordered;
      default -> unordered;
    };
  }

  private static void tests() {
    TESTS.put(VectorOp.VPCMPD, (a, b, i) -> integer(Integer.compare((int) a, (int) b), i));
    TESTS.put(VectorOp.VPCMPUD, (a, b, i) -> integer(Integer.compareUnsigned((int) a, (int) b), i));
    TESTS.put(VectorOp.VPCMPQ, (a, b, i) -> integer(Long.compare(a, b), i));
    TESTS.put(VectorOp.VPCMPUQ, (a, b, i) -> integer(Long.compareUnsigned(a, b), i));
    TESTS.put(VectorOp.VPTESTMD, (a, b, i) -> (int) (a & b) != 0);
    TESTS.put(VectorOp.VCMPPS, (a, b, i) -> real(f((int) a), f((int) b), i));
    TESTS.put(VectorOp.VCMPPD, (a, b, i) -> real(g(a), g(b), i));
    TESTS.put(VectorOp.VFPCLASSPS, (a, b, i) -> (b & 0x7f800000L) == 0 && (b & 0x7fffffL) != 0);
    TESTS.put(
        VectorOp.VFPCLASSPD,
        (a, b, i) -> (b & 0x7ff0000000000000L) == 0 && (b & 0xfffffffffffffL) != 0);
  }
}
