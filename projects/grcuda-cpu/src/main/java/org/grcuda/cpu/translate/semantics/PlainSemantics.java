package org.grcuda.cpu.translate.semantics;

/**
 * Steps that are one or two JVM instructions: bytecode has those, the interpreter calls these (PTX
 * ISA 9.7.1 to 9.7.9). 16-bit operands arrive extended to int as their type says.
 */
public final class PlainSemantics {

  private PlainSemantics() {}

  /** {@code add} modulo 2^32. */
  public static int add(int a, int b) {
    return a + b;
  }

  /** {@code sub} modulo 2^32. */
  public static int sub(int a, int b) {
    return a - b;
  }

  /** {@code mul} modulo 2^32. */
  public static int mul(int a, int b) {
    return a * b;
  }

  /** {@code and.b32}. */
  public static int and(int a, int b) {
    return a & b;
  }

  /** {@code or.b32}. */
  public static int or(int a, int b) {
    return a | b;
  }

  /** {@code xor.b32}. */
  public static int xor(int a, int b) {
    return a ^ b;
  }

  /** {@code neg.s32}. */
  public static int neg(int a) {
    return -a;
  }

  /** A shift to the left, by the low bits of the amount. */
  public static int shl(int a, int n) {
    return a << n;
  }

  /** A shift to the right that keeps the sign, by the low bits of the amount. */
  public static int shr(int a, int n) {
    return a >> n;
  }

  /** A shift to the right, by the low bits of the amount. */
  public static int ushr(int a, int n) {
    return a >>> n;
  }

  /** A shift to the left, by the low bits of the amount. */
  public static long shl(long a, int n) {
    return a << n;
  }

  /** A shift to the right that keeps the sign, by the low bits of the amount. */
  public static long shr(long a, int n) {
    return a >> n;
  }

  /** A shift to the right, by the low bits of the amount. */
  public static long ushr(long a, int n) {
    return a >>> n;
  }

  /** {@code setp.eq.s32}. */
  public static boolean eq(int a, int b) {
    return a == b;
  }

  /** {@code setp.ne.s32}. */
  public static boolean ne(int a, int b) {
    return a != b;
  }

  /** {@code setp.lt.s32}. */
  public static boolean lt(int a, int b) {
    return a < b;
  }

  /** {@code setp.le.s32}. */
  public static boolean le(int a, int b) {
    return a <= b;
  }

  /** {@code setp.gt.s32}. */
  public static boolean gt(int a, int b) {
    return a > b;
  }

  /** {@code setp.ge.s32}. */
  public static boolean ge(int a, int b) {
    return a >= b;
  }

  /** {@code setp.lo.u32}. */
  public static boolean lo(int a, int b) {
    return Integer.compareUnsigned(a, b) < 0;
  }

  /** {@code setp.ls.u32}. */
  public static boolean ls(int a, int b) {
    return Integer.compareUnsigned(a, b) <= 0;
  }

  /** {@code setp.hi.u32}. */
  public static boolean hi(int a, int b) {
    return Integer.compareUnsigned(a, b) > 0;
  }

  /** {@code setp.hs.u32}. */
  public static boolean hs(int a, int b) {
    return Integer.compareUnsigned(a, b) >= 0;
  }

  /** {@code add} modulo 2^64. */
  public static long add(long a, long b) {
    return a + b;
  }

  /** {@code sub} modulo 2^64. */
  public static long sub(long a, long b) {
    return a - b;
  }

  /** {@code mul} modulo 2^64. */
  public static long mul(long a, long b) {
    return a * b;
  }

  /** {@code and.b64}. */
  public static long and(long a, long b) {
    return a & b;
  }

  /** {@code or.b64}. */
  public static long or(long a, long b) {
    return a | b;
  }

  /** {@code xor.b64}. */
  public static long xor(long a, long b) {
    return a ^ b;
  }

  /** {@code neg.s64}. */
  public static long neg(long a) {
    return -a;
  }

  /** {@code setp.eq.s64}. */
  public static boolean eq(long a, long b) {
    return a == b;
  }

  /** {@code setp.ne.s64}. */
  public static boolean ne(long a, long b) {
    return a != b;
  }

  /** {@code setp.lt.s64}. */
  public static boolean lt(long a, long b) {
    return a < b;
  }

  /** {@code setp.le.s64}. */
  public static boolean le(long a, long b) {
    return a <= b;
  }

  /** {@code setp.gt.s64}. */
  public static boolean gt(long a, long b) {
    return a > b;
  }

  /** {@code setp.ge.s64}. */
  public static boolean ge(long a, long b) {
    return a >= b;
  }

  /** {@code setp.lo.u64}. */
  public static boolean lo(long a, long b) {
    return Long.compareUnsigned(a, b) < 0;
  }

  /** {@code setp.ls.u64}. */
  public static boolean ls(long a, long b) {
    return Long.compareUnsigned(a, b) <= 0;
  }

  /** {@code setp.hi.u64}. */
  public static boolean hi(long a, long b) {
    return Long.compareUnsigned(a, b) > 0;
  }

  /** {@code setp.hs.u64}. */
  public static boolean hs(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0;
  }

  /** {@code add.rn.f32}. */
  public static float add(float a, float b) {
    return a + b;
  }

  /** {@code sub.rn.f32}. */
  public static float sub(float a, float b) {
    return a - b;
  }

  /** {@code mul.rn.f32}. */
  public static float mul(float a, float b) {
    return a * b;
  }

  /** {@code div.rn.f32}. */
  public static float div(float a, float b) {
    return a / b;
  }

  /** {@code neg.f32}. */
  public static float neg(float a) {
    return -a;
  }

  /** {@code setp.eq.f32}: false if an operand is NaN. */
  public static boolean eq(float a, float b) {
    return a == b;
  }

  /** {@code setp.lt.f32}: false if an operand is NaN. */
  public static boolean lt(float a, float b) {
    return a < b;
  }

  /** {@code setp.le.f32}: false if an operand is NaN. */
  public static boolean le(float a, float b) {
    return a <= b;
  }

  /** {@code setp.gt.f32}: false if an operand is NaN. */
  public static boolean gt(float a, float b) {
    return a > b;
  }

  /** {@code setp.ge.f32}: false if an operand is NaN. */
  public static boolean ge(float a, float b) {
    return a >= b;
  }

  /** {@code setp.neu.f32}: true if an operand is NaN. */
  public static boolean neu(float a, float b) {
    return !(a == b);
  }

  /** {@code setp.ltu.f32}: true if an operand is NaN. */
  public static boolean ltu(float a, float b) {
    return !(a >= b);
  }

  /** {@code setp.leu.f32}: true if an operand is NaN. */
  public static boolean leu(float a, float b) {
    return !(a > b);
  }

  /** {@code setp.gtu.f32}: true if an operand is NaN. */
  public static boolean gtu(float a, float b) {
    return !(a <= b);
  }

  /** {@code setp.geu.f32}: true if an operand is NaN. */
  public static boolean geu(float a, float b) {
    return !(a < b);
  }

  /** {@code add.rn.f64}. */
  public static double add(double a, double b) {
    return a + b;
  }

  /** {@code sub.rn.f64}. */
  public static double sub(double a, double b) {
    return a - b;
  }

  /** {@code mul.rn.f64}. */
  public static double mul(double a, double b) {
    return a * b;
  }

  /** {@code div.rn.f64}. */
  public static double div(double a, double b) {
    return a / b;
  }

  /** {@code neg.f64}. */
  public static double neg(double a) {
    return -a;
  }

  /** {@code setp.eq.f64}: false if an operand is NaN. */
  public static boolean eq(double a, double b) {
    return a == b;
  }

  /** {@code setp.lt.f64}: false if an operand is NaN. */
  public static boolean lt(double a, double b) {
    return a < b;
  }

  /** {@code setp.le.f64}: false if an operand is NaN. */
  public static boolean le(double a, double b) {
    return a <= b;
  }

  /** {@code setp.gt.f64}: false if an operand is NaN. */
  public static boolean gt(double a, double b) {
    return a > b;
  }

  /** {@code setp.ge.f64}: false if an operand is NaN. */
  public static boolean ge(double a, double b) {
    return a >= b;
  }

  /** {@code setp.neu.f64}: true if an operand is NaN. */
  public static boolean neu(double a, double b) {
    return !(a == b);
  }

  /** {@code setp.ltu.f64}: true if an operand is NaN. */
  public static boolean ltu(double a, double b) {
    return !(a >= b);
  }

  /** {@code setp.leu.f64}: true if an operand is NaN. */
  public static boolean leu(double a, double b) {
    return !(a > b);
  }

  /** {@code setp.gtu.f64}: true if an operand is NaN. */
  public static boolean gtu(double a, double b) {
    return !(a <= b);
  }

  /** {@code setp.geu.f64}: true if an operand is NaN. */
  public static boolean geu(double a, double b) {
    return !(a < b);
  }

  /** Sign-extends to 64 bits. */
  public static long extendSigned(int a) {
    return a;
  }

  /** The low word. */
  public static int low(long a) {
    return (int) a;
  }

  /** {@code cvt.rn.f32.s32}. */
  public static float floatOf(int a) {
    return a;
  }

  /** {@code cvt.rn.f32.s64}. */
  public static float floatOf(long a) {
    return a;
  }

  /** {@code cvt.rn.f64.s32}. */
  public static double doubleOf(int a) {
    return a;
  }

  /** {@code cvt.rn.f64.s64}. */
  public static double doubleOf(long a) {
    return a;
  }

  /** {@code cvt.f64.f32}. */
  public static double doubleOf(float a) {
    return a;
  }

  /** {@code cvt.rn.f32.f64}. */
  public static float floatOf(double a) {
    return (float) a;
  }

  /** {@code cvt.rzi.s32.f32}: saturated, NaN to 0. */
  public static int intOf(float a) {
    return (int) a;
  }
}
