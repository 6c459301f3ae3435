package org.grcuda.cpu.translate.semantics;

/**
 * Conversions that are more than one JVM opcode (PTX ISA 9.7.9.21, cvt). From float to integer the
 * operand is first rounded to an integral value, then saturated. NaN gives 0 from {@code f32} to at
 * most 32 bits, else the integer of which only the highest bit is set.
 */
public final class ConvertSemantics {

  /** 1 as {@code f16}. */
  public static final int HALF_ONE = 0x3c00;

  /** 1 as {@code bf16}. */
  public static final int BFLOAT_ONE = 0x3f80;

  /** Rounding mode of {@link #tf32Of}: to nearest, ties away from zero ({@code .rna}). */
  public static final int AWAY = -1;

  private ConvertSemantics() {}

  /** {@code cvt.rzi} to an integral float. */
  public static float truncate(float a) {
    return (float) truncate((double) a);
  }

  /** {@code cvt.rzi} to an integral double. */
  public static double truncate(double a) {
    return a < 0 ? Math.ceil(a) : Math.floor(a);
  }

  /** Round to nearest even, {@code .rni}. */
  public static float nearest(float a) {
    return (float) Math.rint(a);
  }

  /** Round down, {@code .rmi}. */
  public static float floor(float a) {
    return (float) Math.floor(a);
  }

  /** Round up, {@code .rpi}. */
  public static float ceil(float a) {
    return (float) Math.ceil(a);
  }

  /** An {@code f64} to {@code s32}, truncated. */
  public static int toS32(double a) {
    return a != a ? Integer.MIN_VALUE : (int) a;
  }

  /** An {@code f64}, or an {@code f32} made one, to {@code s64}, truncated. */
  public static long toS64(double a) {
    return a != a ? Long.MIN_VALUE : (long) a;
  }

  /** An {@code f64} to {@code u32}, truncated. */
  public static int f64ToU32(double a) {
    return a != a ? Integer.MIN_VALUE : toU32(a);
  }

  /** An {@code f32} made a double to {@code u32}, truncated. */
  public static int toU32(double a) {
    return (int) Math.min((long) Math.max(a, 0.0), 0xffff_ffffL);
  }

  /** An {@code f64}, or an {@code f32} made one, to {@code u64}, truncated. */
  public static long toU64(double a) {
    if (a != a) {
      return Long.MIN_VALUE;
    }
    if (a < 0x1p63) {
      return (long) Math.max(a, 0.0);
    }
    return a >= 0x1p64 ? -1L : (long) (a - 0x1p63) + Long.MIN_VALUE;
  }

  /**
   * An integral double to an integer of at most 16 bits, saturated.
   *
   * @param low least value of the type; {@code high} the greatest
   * @param ofNaN the result for NaN
   */
  public static int toNarrow(double a, int low, int high, int ofNaN) {
    return a != a ? ofNaN : Math.clamp((int) a, low, high);
  }

  /** {@code u64} to {@code f32}, to nearest. */
  public static float floatOfU64(long a) {
    return a >= 0 ? (float) a : 2 * (float) (a >>> 1 | a & 1);
  }

  /** {@code u64} to {@code f64}, to nearest. */
  public static double doubleOfU64(long a) {
    return a >= 0 ? (double) a : 2 * (double) (a >>> 1 | a & 1);
  }

  /** {@code s64} to {@code f32}, rounded as {@link Rounding} says; smaller integers widen first. */
  public static float floatOfS64(long a, int mode) {
    double s = (double) a;
    return Rounding.toFloat(s, signedError(a, s), mode);
  }

  /** {@code s64} to {@code f64}, rounded as {@link Rounding} says. */
  public static double doubleOfS64(long a, int mode) {
    double s = (double) a;
    return Rounding.toDouble(s, signedError(a, s), mode);
  }

  /** {@code u64} to {@code f32}, rounded as {@link Rounding} says. */
  public static float floatOfU64(long a, int mode) {
    double s = doubleOfU64(a);
    return Rounding.toFloat(s, unsignedError(a, s), mode);
  }

  /** {@code u64} to {@code f64}, rounded as {@link Rounding} says. */
  public static double doubleOfU64(long a, int mode) {
    double s = doubleOfU64(a);
    return Rounding.toDouble(s, unsignedError(a, s), mode);
  }

  private static double signedError(long a, double s) {
    return s == 0x1p63 ? -1 : a - (long) s;
  }

  private static double unsignedError(long a, double s) {
    return s == 0x1p64 ? -1 : a - toU64(s);
  }

  /** {@code f64} to {@code f32}, rounded as {@link Rounding} says. */
  public static float floatOfF64(double a, int mode) {
    return Rounding.toFloat(a, 0, mode);
  }

  /**
   * Integer saturation, {@code cvt.sat}: a value widened to 64 bits clamped to a type's range.
   *
   * @param low least value of the type; {@code high} the greatest
   */
  public static long clampSigned(long a, long low, long high) {
    return Math.clamp(a, low, high);
  }

  /** As {@link #clampSigned}, for a {@code u64} that may exceed 2^63. */
  public static long clampUnsigned(long a, long high) {
    return Long.compareUnsigned(a, high) > 0 ? high : a;
  }

  /** {@code f16} bits, zero-extended, to float. */
  public static float floatOfHalf(int bits) {
    return Float.float16ToFloat((short) bits);
  }

  /** Two 16-bit values as one of 32 bits. */
  public static int pack16(int low, int high) {
    return high << 16 | low & 0xffff;
  }

  /**
   * {@code cvt.pack.sat}: two integers clamped to a type of few bits, a above b, and above them c.
   *
   * @param bits of the type: 2, 4, 8 or 16
   * @param signed whether it is signed
   */
  public static int packSaturated(int a, int b, int c, int bits, boolean signed) {
    int low = signed ? -1 << bits - 1 : 0;
    int high = signed ? ~low : (1 << bits) - 1;
    int mask = (1 << bits) - 1;
    int pair = (Math.clamp(a, low, high) & mask) << bits | Math.clamp(b, low, high) & mask;
    return bits == 16 ? pair : c << 2 * bits | pair;
  }

  /**
   * Float to {@code tf32}: a float whose low 13 bits are zero. NaN as 0x7fffffff.
   *
   * @param mode 0 to nearest even, {@link Rounding#RZ}, or {@link #AWAY}
   * @param finite {@code .satfinite}: what is above the largest number becomes it
   */
  public static int tf32Of(float a, int mode, boolean finite) {
    if (a != a) {
      return 0x7fff_ffff;
    }
    int bits = Float.floatToRawIntBits(a);
    int more = mode == AWAY ? 0x1000 : mode == Rounding.RZ ? 0 : 0xfff + (bits >>> 13 & 1);
    boolean infinite = Float.isInfinite(a);
    int rounded = infinite ? bits : bits + more & ~0x1fff;
    boolean above = (rounded & 0x7fff_ffff) == 0x7f80_0000;
    return above && finite ? bits & 0x8000_0000 | 0x7f7f_e000 : rounded;
  }

  /** {@code .ftz} of {@code f16} bits: a subnormal becomes a zero of its sign. */
  public static int ftzHalf(int bits) {
    return (bits & 0x7c00) == 0 ? bits & 0x8000 : bits;
  }

  /** {@code .ftz} of {@code bf16} bits. */
  public static int ftzBfloat(int bits) {
    return (bits & 0x7f80) == 0 ? bits & 0x8000 : bits;
  }

  /** {@code .satfinite} of {@code f16} bits: infinity becomes the largest number. */
  public static int finiteHalf(int bits) {
    return (bits & 0x7fff) == 0x7c00 ? bits - 1 : bits;
  }

  /** {@code .satfinite} of {@code bf16} bits. */
  public static int finiteBfloat(int bits) {
    return (bits & 0x7fff) == 0x7f80 ? bits - 1 : bits;
  }

  /** Float to {@code f16} bits, zero-extended, to nearest; NaN as 0x7fff, as NVIDIA's is. */
  public static int halfOf(float a) {
    return a != a ? 0x7fff : Float.floatToFloat16(a) & 0xffff;
  }

  /** Double to {@code f16} bits, rounded as {@link Rounding} says. */
  public static int halfOf(double a, int mode) {
    return halfOf(FloatSemantics.roundToOdd(a), mode);
  }

  /** {@code s64} to {@code f16} bits, rounded as {@link Rounding} says or to nearest for 0. */
  public static int halfOfS64(long a, int mode) {
    return halfOf(oddFloat(floatOfS64(a, Rounding.RZ), a), mode);
  }

  /** {@code u64} to {@code f16} bits. */
  public static int halfOfU64(long a, int mode) {
    return halfOf(oddFloat(floatOfU64(a, Rounding.RZ), a), mode);
  }

  /** {@code s64} to {@code bf16} bits, rounded as {@link Rounding} says or to nearest for 0. */
  public static int bfloatOfS64(long a, int mode) {
    return bfloatOf(oddFloat(floatOfS64(a, Rounding.RZ), a), mode);
  }

  /** {@code u64} to {@code bf16} bits. */
  public static int bfloatOfU64(long a, int mode) {
    return bfloatOf(oddFloat(floatOfU64(a, Rounding.RZ), a), mode);
  }

  /** An integer truncated to float, its last bit set if that lost anything. */
  private static float oddFloat(float truncated, long exact) {
    boolean same = truncated < 0 ? (long) truncated == exact : toU64(truncated) == exact;
    return same ? truncated : Float.intBitsToFloat(Float.floatToRawIntBits(truncated) | 1);
  }

  /** Double to {@code f16} bits, to nearest: rounded to odd in float, so that nothing doubles. */
  public static int halfOf(double a) {
    return halfOf(FloatSemantics.roundToOdd(a));
  }

  /** Float to {@code f16} bits, rounded as {@link Rounding} says. */
  public static int halfOf(float a, int mode) {
    int near = halfOf(a);
    if (mode == 0) {
      return near;
    }
    float back = floatOfHalf(near);
    if (back == a || a != a || Float.isInfinite(a)) {
      return near;
    }
    boolean down = mode == Rounding.RM || mode == Rounding.RZ && a > 0;
    boolean wrong = down ? back > a : back < a;
    return wrong ? stepped(near, down) : near;
  }

  /** The neighbour of a half that is not zero in the direction asked, or of a zero. */
  private static int stepped(int half, boolean down) {
    boolean negative = (half & 0x8000) != 0;
    if ((half & 0x7fff) == 0) {
      return down ? 0x8001 : 0x0001;
    }
    return negative == down ? half + 1 : half - 1;
  }

  /** {@code bf16} bits, zero-extended, to float. */
  public static float floatOfBfloat(int bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Float to {@code bf16} bits, zero-extended, to nearest even. */
  public static int bfloatOf(float a) {
    int bits = Float.floatToRawIntBits(a);
    return a != a ? 0x7fff : bits + 0x7fff + (bits >>> 16 & 1) >>> 16;
  }

  /** Double to {@code bf16} bits, to nearest even. */
  public static int bfloatOf(double a) {
    return bfloatOf(FloatSemantics.roundToOdd(a));
  }

  /** Double to {@code bf16} bits, rounded as {@link Rounding} says. */
  public static int bfloatOf(double a, int mode) {
    return bfloatOf(FloatSemantics.roundToOdd(a), mode);
  }

  /** Float to {@code bf16} bits, rounded as {@link Rounding} says or to nearest for 0. */
  public static int bfloatOf(float a, int mode) {
    if (mode == 0 || a != a) {
      return bfloatOf(a);
    }
    int bits = Float.floatToRawIntBits(a);
    boolean inexact = (bits & 0xffff) != 0;
    boolean away = bits < 0 ? mode == Rounding.RM : mode == Rounding.RP;
    return (bits >>> 16) + (inexact && away ? 1 : 0);
  }
}
