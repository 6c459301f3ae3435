package org.grcuda.cpu.translate.semantics;

/**
 * Integer arithmetic, comparison and carry instructions that are more than one JVM opcode (PTX ISA
 * 9.7.1, Integer Arithmetic Instructions; 9.7.2, Extended-Precision Integer Arithmetic).
 *
 * <p>16-bit operands arrive extended to int as their type says; the caller narrows results.
 */
public final class IntegerSemantics {

  private IntegerSemantics() {}

  /** {@code div.s32}: division by zero gives all ones, as on NVIDIA's hardware. */
  public static int divS32(int a, int b) {
    return b == 0 ? -1 : a / b;
  }

  /** {@code div.u32}. */
  public static int divU32(int a, int b) {
    return b == 0 ? -1 : Integer.divideUnsigned(a, b);
  }

  /** {@code div.s64}. */
  public static long divS64(long a, long b) {
    return b == 0 ? -1 : a / b;
  }

  /** {@code div.u64}. */
  public static long divU64(long a, long b) {
    return b == 0 ? -1 : Long.divideUnsigned(a, b);
  }

  /** {@code rem.s32}: all ones for a zero divisor. */
  public static int remS32(int a, int b) {
    return b == 0 ? -1 : a % b;
  }

  /** {@code rem.u32}. */
  public static int remU32(int a, int b) {
    return b == 0 ? -1 : Integer.remainderUnsigned(a, b);
  }

  /** {@code rem.s64}. */
  public static long remS64(long a, long b) {
    return b == 0 ? -1 : a % b;
  }

  /** {@code rem.u64}. */
  public static long remU64(long a, long b) {
    return b == 0 ? -1 : Long.remainderUnsigned(a, b);
  }

  /** {@code mul.hi.s32}. */
  public static int mulHiS32(int a, int b) {
    return (int) ((long) a * b >> 32);
  }

  /** {@code mul.hi.u32}. */
  public static int mulHiU32(int a, int b) {
    return (int) ((a & 0xffff_ffffL) * (b & 0xffff_ffffL) >>> 32);
  }

  /** {@code mul.hi.s16} on sign-extended and {@code mul.hi.u16} on zero-extended operands. */
  public static int mulHi16(int a, int b) {
    return a * b >>> 16;
  }

  /** {@code mul.wide.s32}. */
  public static long mulWideS32(int a, int b) {
    return (long) a * b;
  }

  /** {@code mul.wide.u32}. */
  public static long mulWideU32(int a, int b) {
    return (a & 0xffff_ffffL) * (b & 0xffff_ffffL);
  }

  /** {@code mul24.lo.s32}. */
  public static int mul24LoS32(int a, int b) {
    return (a << 8 >> 8) * (b << 8 >> 8);
  }

  /** {@code mul24.lo.u32}. */
  public static int mul24LoU32(int a, int b) {
    return (a & 0xff_ffff) * (b & 0xff_ffff);
  }

  /** {@code mul24.hi.s32}: bits 16 to 47 of the product. */
  public static int mul24HiS32(int a, int b) {
    return (int) ((long) (a << 8 >> 8) * (b << 8 >> 8) >> 16);
  }

  /** {@code mul24.hi.u32}. */
  public static int mul24HiU32(int a, int b) {
    return (int) ((long) (a & 0xff_ffff) * (b & 0xff_ffff) >>> 16);
  }

  /** {@code add.sat.s32}. */
  public static int addSatS32(int a, int b) {
    return clampS32((long) a + b);
  }

  /** {@code sub.sat.s32}. */
  public static int subSatS32(int a, int b) {
    return clampS32((long) a - b);
  }

  /** {@code mad.hi.sat.s32}. */
  public static int madHiSatS32(int a, int b, int c) {
    return clampS32(((long) a * b >> 32) + c);
  }

  private static int clampS32(long value) {
    return Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** {@code sad.s32}: c + |a - b|. */
  public static int sadS32(int a, int b, int c) {
    return c + (a < b ? b - a : a - b);
  }

  /** {@code sad.u32}. */
  public static int sadU32(int a, int b, int c) {
    return c + (Integer.compareUnsigned(a, b) < 0 ? b - a : a - b);
  }

  /** {@code sad.s64}. */
  public static long sadS64(long a, long b, long c) {
    return c + (a < b ? b - a : a - b);
  }

  /** {@code sad.u64}. */
  public static long sadU64(long a, long b, long c) {
    return c + (Long.compareUnsigned(a, b) < 0 ? b - a : a - b);
  }

  /** {@code min.u32}. */
  public static int minU32(int a, int b) {
    return Integer.compareUnsigned(a, b) < 0 ? a : b;
  }

  /** {@code max.u32}. */
  public static int maxU32(int a, int b) {
    return Integer.compareUnsigned(a, b) > 0 ? a : b;
  }

  /** {@code min.u64}. */
  public static long minU64(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }

  /** {@code max.u64}. */
  public static long maxU64(long a, long b) {
    return Long.compareUnsigned(a, b) > 0 ? a : b;
  }

  private static int pair(int high, int low) {
    return high << 16 | low & 0xffff;
  }

  /** {@code add.u16x2} and {@code add.s16x2}. */
  public static int add16x2(int a, int b) {
    return pair((a >> 16) + (b >> 16), a + b);
  }

  /** {@code sub.u16x2} and {@code sub.s16x2}. */
  public static int sub16x2(int a, int b) {
    return pair((a >> 16) - (b >> 16), a - b);
  }

  /** {@code neg.s16x2}. */
  public static int neg16x2(int a) {
    return pair(-(a >> 16), -a);
  }

  /** {@code min.s16x2}. */
  public static int minS16x2(int a, int b) {
    return pair(Math.min(a >> 16, b >> 16), Math.min((short) a, (short) b));
  }

  /** {@code max.s16x2}. */
  public static int maxS16x2(int a, int b) {
    return pair(Math.max(a >> 16, b >> 16), Math.max((short) a, (short) b));
  }

  /** {@code min.u16x2}. */
  public static int minU16x2(int a, int b) {
    return pair(Math.min(a >>> 16, b >>> 16), Math.min(a & 0xffff, b & 0xffff));
  }

  /** {@code max.u16x2}. */
  public static int maxU16x2(int a, int b) {
    return pair(Math.max(a >>> 16, b >>> 16), Math.max(a & 0xffff, b & 0xffff));
  }

  /**
   * Carry out of {@code a + b + carry} ({@code add.cc}, {@code addc.cc}). A subtraction adds the
   * complement, so that its flag is 1 where nothing was borrowed: what addc reads after subc.cc in
   * the code that NVRTC emits for divisions of 128 bits.
   */
  public static int carry32(int a, int b, int carry) {
    return (int) ((a & 0xffff_ffffL) + (b & 0xffff_ffffL) + carry >>> 32);
  }

  /** Carry out of a 64-bit {@code a + b + carry}. */
  public static int carry64(long a, long b, int carry) {
    return (int) ((a & b | (a | b) & ~(a + b + carry)) >>> 63);
  }

  /**
   * {@code dp4a}: c plus the dot product of four bytes.
   *
   * @param signedA whether the bytes of {@code a} are signed; {@code signedB} likewise
   */
  public static int dp4a(int a, int b, int c, boolean signedA, boolean signedB) {
    int sum = c;
    for (int shift = 0; shift < 32; shift += 8) {
      int x = signedA ? (byte) (a >> shift) : a >> shift & 0xff;
      int y = signedB ? (byte) (b >> shift) : b >> shift & 0xff;
      sum += x * y;
    }
    return sum;
  }

  /**
   * {@code dp2a}: c plus the dot product of the two half-words of {@code a} and two bytes of {@code
   * b}, the upper ones if {@code high}.
   */
  public static int dp2a(int a, int b, int c, boolean signedA, boolean signedB, boolean high) {
    int sum = c;
    for (int i = 0; i < 2; i++) {
      int bits = b >> 8 * i + (high ? 16 : 0);
      int x = signedA ? (short) (a >> 16 * i) : a >> 16 * i & 0xffff;
      int y = signedB ? (byte) bits : bits & 0xff;
      sum += x * y;
    }
    return sum;
  }
}
