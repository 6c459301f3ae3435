package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.BitSemantics;
import org.grcuda.cpu.translate.semantics.CompareSemantics;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.junit.jupiter.api.Test;

/** Instructions one by one, at their corners. */
final class SemanticsTest {

  private static final float NAN = Float.NaN;

  @Test
  void divisionByZeroGivesAllOnes() {
    assertEquals(-1, IntegerSemantics.divS32(5, 0));
    assertEquals(-1, IntegerSemantics.divU32(5, 0));
    assertEquals(-1L, IntegerSemantics.divS64(5, 0));
    assertEquals(-1L, IntegerSemantics.divU64(5, 0));
    assertEquals(-1, IntegerSemantics.remS32(5, 0));
    assertEquals(Integer.MIN_VALUE, IntegerSemantics.divS32(Integer.MIN_VALUE, -1));
  }

  @Test
  void carryChainsAddLikeBigIntegers() {
    Random random = new Random(1);
    for (int n = 0; n < 1000; n++) {
      int a = random.nextInt() | (n % 3 == 0 ? -1 : 0);
      int b = random.nextInt() & (n % 5 == 0 ? 0 : -1);
      int c = n & 1;
      long sum = (a & 0xffffffffL) + (b & 0xffffffffL) + c;
      assertEquals(sum >>> 32, IntegerSemantics.carry32(a, b, c));
      boolean borrow = (a & 0xffffffffL) < (b & 0xffffffffL) + 1 - c;
      assertEquals(borrow ? 0 : 1, IntegerSemantics.carry32(a, ~b, c));
      long wideA = (long) a << 32 | b;
      long wideB = (long) b << 32 | a;
      BigInteger x = new BigInteger(Long.toUnsignedString(wideA));
      BigInteger y = new BigInteger(Long.toUnsignedString(wideB)).add(BigInteger.valueOf(c));
      assertEquals(x.add(y).bitLength() > 64 ? 1 : 0, IntegerSemantics.carry64(wideA, wideB, c));
      assertEquals(x.compareTo(y) < 0 ? 0 : 1, IntegerSemantics.carry64(wideA, ~wideB, 1 - c));
    }
  }

  @Test
  void saturation() {
    assertEquals(Integer.MAX_VALUE, IntegerSemantics.addSatS32(Integer.MAX_VALUE, 1));
    assertEquals(Integer.MIN_VALUE, IntegerSemantics.subSatS32(Integer.MIN_VALUE, 1));
    assertEquals(0f, FloatSemantics.sat(NAN));
    assertEquals(1f, FloatSemantics.sat(3f));
    assertEquals(0x00000000, Float.floatToRawIntBits(FloatSemantics.sat(-0f)));
  }

  @Test
  void shiftsClampTheirAmount() {
    assertEquals(0, BitSemantics.shl32(-1, 32));
    assertEquals(0, BitSemantics.shrU32(-1, 200));
    assertEquals(-1, BitSemantics.shrS32(-5, 200));
    assertEquals(0L, BitSemantics.shl64(-1, 64));
    assertEquals(-1L, BitSemantics.shrS64(-5, -1));
    assertEquals(0x89abcdef, BitSemantics.shfLeftClamp(0x89abcdef, 0x01234567, 40));
    assertEquals(0x12345678, BitSemantics.shfLeftWrap(0x89abcdef, 0x01234567, 36));
    assertEquals(0x01234567, BitSemantics.shfRightClamp(0x89abcdef, 0x01234567, 99));
    assertEquals(0x789abcde, BitSemantics.shfRightWrap(0x89abcdef, 0x01234567, 4));
  }

  @Test
  void bitFields() {
    assertEquals(0xbc, BitSemantics.bfeU32(0x12abcd34, 12, 8));
    assertEquals((byte) 0xbc, BitSemantics.bfeS32(0x12abcd34, 12, 8));
    assertEquals(0, BitSemantics.bfeS32(-1, 4, 0));
    assertEquals(-1, BitSemantics.bfeS32(0x80000000, 40, 8));
    assertEquals(0x12ffcd34, BitSemantics.bfi32(0xff, 0x12abcd34, 16, 8));
    assertEquals(7, BitSemantics.bfi32(-1, 7, 32, 8));
    assertEquals(31, BitSemantics.bfindU32(-1));
    assertEquals(-1, BitSemantics.bfindS32(-1));
    assertEquals(-1, BitSemantics.shiftAmount(-1, 31));
    assertEquals(0x00fff000, BitSemantics.bmskClamp(12, 12));
    assertEquals(-8, BitSemantics.szextS32(0x18, 4));
    assertEquals(11, BitSemantics.fns(0b1010_0010_0000, 0, 3));
    assertEquals(-1, BitSemantics.fns(0b1010_0010_0000, 0, 4));
    assertEquals(5, BitSemantics.fns(0b1010_0010_0000, 10, -2));
    assertEquals(9, BitSemantics.fns(0b1010_0010_0000, 9, 0));
    assertEquals(-1, BitSemantics.fns(-1, 32, 0));
  }

  @Test
  void permutation() {
    assertEquals(0x66112244, BitSemantics.prmt(0x44332211, 0x88776655, 0x5013));
    assertEquals(0xffffff00, BitSemantics.prmt(0x000000ff, 0, 0x8881));
    assertEquals(0x66554433, BitSemantics.prmtF4e(0x44332211, 0x88776655, 2));
    assertEquals(0x77881122, BitSemantics.prmtB4e(0x44332211, 0x88776655, 1));
    assertEquals(0x33333333, BitSemantics.prmtRc8(0x44332211, 0, 2));
    assertEquals(0x44334433, BitSemantics.prmtRc16(0x44332211, 0, 1));
  }

  @Test
  void logicTables() {
    int a = 0b11110000;
    int b = 0b11001100;
    int c = 0b10101010;
    for (int table = 0; table < 256; table++) {
      assertEquals(table, BitSemantics.lop3(a, b, c, table) & 0xff);
    }
  }

  @Test
  void pairsOfHalfWords() {
    assertEquals(0x0000fffe, IntegerSemantics.add16x2(0xffffffff, 0x0001ffff));
    assertEquals(0xffff0001, IntegerSemantics.minS16x2(0xffff0001, 0x00010002));
    assertEquals(0xffff0002, IntegerSemantics.maxU16x2(0xffff0001, 0x00010002));
  }

  @Test
  void dotProducts() {
    assertEquals(10 + 4 * 255 * 255, IntegerSemantics.dp4a(-1, -1, 10, false, false));
    assertEquals(10 + 4, IntegerSemantics.dp4a(-1, -1, 10, true, true));
    assertEquals(3 * 7 + 2 * 9, IntegerSemantics.dp2a(0x00020003, 0x09070000, 0, true, true, true));
  }

  @Test
  void videoLanes() {
    int add = VideoSemantics.Operation.ADD.ordinal();
    int difference = VideoSemantics.Operation.ABSDIFF.ordinal();
    int average = VideoSemantics.Operation.AVRG.ordinal();
    assertEquals(0x00020101, VideoSemantics.lanes(0xff0100ff, 0x01010102, 9, add, 4, 0));
    int saturates = VideoSemantics.SATURATES;
    assertEquals(0xff0201ff, VideoSemantics.lanes(0xff0100ff, 0x01010102, 9, add, 4, saturates));
    int adds = VideoSemantics.ADDS;
    assertEquals(9 + 5 + 250, VideoSemantics.lanes(0x000500ff, 0x05, 9, difference, 4, adds));
    int signed =
        VideoSemantics.SIGNED_A | VideoSemantics.SIGNED_B | VideoSemantics.SIGNED_D | saturates;
    assertEquals(0x80007fff, VideoSemantics.lanes(0x80007fff, 0xffff0001, 0, add, 2, signed));
    assertEquals(0x00020003, VideoSemantics.lanes(0x00010002, 0x00020003, 0, average, 2, 0));
  }

  @Test
  void packedConversions() {
    assertEquals(0x7fff8000, ConvertSemantics.packSaturated(40000, -40000, 7, 16, true));
    assertEquals(0x1234ff00, ConvertSemantics.packSaturated(300, -1, 0x1234, 8, false));
    assertEquals(0x3c00, ConvertSemantics.halfOfS64(1, 0));
    assertEquals(0x7bff, ConvertSemantics.halfOfU64(-1, Rounding.RZ));
    assertEquals(0x5f80, ConvertSemantics.bfloatOfU64(-1, 0));
    assertEquals(0x5f7f, ConvertSemantics.bfloatOfU64(-1, Rounding.RM));
    assertEquals(0xbf81, ConvertSemantics.bfloatOf(-1f - 0x1p-20f, Rounding.RM));
    assertEquals(0x7bff, ConvertSemantics.finiteHalf(0x7c00));
    assertEquals(0x8000, ConvertSemantics.ftzHalf(0x83ff));
  }

  @Test
  void minimaAndNaN() {
    assertEquals(1f, FloatSemantics.min(NAN, 1f));
    assertEquals(1f, FloatSemantics.max(1f, NAN));
    assertTrue(Float.isNaN(FloatSemantics.min(NAN, NAN)));
    assertEquals(-0f, FloatSemantics.min(0f, -0f));
    assertTrue(CompareSemantics.equ(NAN, 1f));
    assertFalse(CompareSemantics.ne(NAN, 1f));
    assertTrue(CompareSemantics.nan(1.0, Double.NaN));
  }

  @Test
  void flushToZeroKeepsTheSign() {
    assertEquals(-0f, FloatSemantics.ftz(-Float.MIN_VALUE));
    assertEquals(Float.MIN_NORMAL, FloatSemantics.ftz(Float.MIN_NORMAL));
  }

  @Test
  void directedDoubleArithmeticBracketsTheExactResult() {
    Random random = new Random(3);
    for (int n = 0; n < 2000; n++) {
      double a = random.nextGaussian() * Math.pow(2, random.nextInt(80) - 40);
      double b = random.nextGaussian() * Math.pow(2, random.nextInt(80) - 40);
      double c = random.nextGaussian();
      BigDecimal x = new BigDecimal(a);
      BigDecimal y = new BigDecimal(b);
      bracket(x.add(y), Rounding.add(a, b, Rounding.RM), Rounding.add(a, b, Rounding.RP));
      bracket(x.multiply(y), Rounding.mul(a, b, Rounding.RM), Rounding.mul(a, b, Rounding.RP));
      bracket(
          x.multiply(y).add(new BigDecimal(c)),
          Rounding.fma(a, b, c, Rounding.RM),
          Rounding.fma(a, b, c, Rounding.RP));
    }
  }

  @Test
  void directedSumsWhoseErrorIsNearlyTooLargeForADouble() {
    double a = Double.longBitsToDouble(0xffd3090cc1fc1babL);
    double b = Double.MAX_VALUE;
    BigDecimal exact = new BigDecimal(a).add(new BigDecimal(b));
    bracket(exact, Rounding.add(a, b, Rounding.RM), Rounding.add(a, b, Rounding.RP));
    bracket(exact, Rounding.add(b, a, Rounding.RM), Rounding.add(b, a, Rounding.RP));
  }

  private static void bracket(BigDecimal exact, double down, double up) {
    assertTrue(new BigDecimal(down).compareTo(exact) <= 0);
    assertTrue(new BigDecimal(up).compareTo(exact) >= 0);
    assertTrue(down == up || Math.nextUp(down) == up, down + " and " + up);
  }

  @Test
  void directedZerosAndOverflow() {
    assertEquals(-0f, Rounding.add(1f, -1f, Rounding.RM));
    assertEquals(0f, Rounding.add(1f, -1f, Rounding.RP));
    assertEquals(Float.MAX_VALUE, Rounding.add(Float.MAX_VALUE, Float.MAX_VALUE, Rounding.RZ));
    assertEquals(
        Float.POSITIVE_INFINITY, Rounding.add(Float.MAX_VALUE, Float.MAX_VALUE, Rounding.RP));
    assertEquals(Float.MIN_VALUE, Rounding.mul(Float.MIN_VALUE, 0.1f, Rounding.RP));
    assertEquals(0f, Rounding.mul(Float.MIN_VALUE, 0.1f, Rounding.RZ));
  }

  @Test
  void wideIntegersToFloat() {
    Random random = new Random(4);
    for (int n = 0; n < 1000; n++) {
      long value = random.nextLong() >>> random.nextInt(40);
      BigDecimal exact = new BigDecimal(Long.toUnsignedString(value));
      assertEquals(exact.floatValue(), ConvertSemantics.floatOfU64(value));
      assertEquals(exact.doubleValue(), ConvertSemantics.doubleOfU64(value));
      float down = ConvertSemantics.floatOfU64(value, Rounding.RM);
      float up = ConvertSemantics.floatOfU64(value, Rounding.RP);
      assertTrue(new BigDecimal(down).compareTo(exact) <= 0);
      assertTrue(new BigDecimal(up).compareTo(exact) >= 0);
      assertTrue(down == up || Math.nextUp(down) == up);
    }
  }

  @Test
  void halfPrecision() {
    assertEquals(0x3c00, ConvertSemantics.halfOf(1f));
    assertEquals(0x7c00, ConvertSemantics.halfOf(65520f));
    assertEquals(0x7bff, ConvertSemantics.halfOf(65519f, Rounding.RZ));
    assertEquals(0x0001, ConvertSemantics.halfOf(1e-10f, Rounding.RP));
    // Halfway in half, a little above in double: a float between would lose the difference.
    assertEquals(0x3c01, ConvertSemantics.halfOf(1 + 0x1p-11 + 0x1p-40));
    assertEquals(0x3f80, ConvertSemantics.bfloatOf(1f));
    assertEquals(0x3f80, ConvertSemantics.bfloatOf(1 + 0x1p-8f));
    assertEquals(0x3f82, ConvertSemantics.bfloatOf(1 + 3 * 0x1p-8f));
    assertEquals(0x7fff, ConvertSemantics.bfloatOf(NAN));
  }

  @Test
  void approximateUnitsStayWithinTheirErrors() {
    for (float a = -150.5f; a < 127.9f; a += 0.37f) {
      double exact = Math.pow(2, a);
      assertEquals(exact, ApproximateMath.ex2(a), exact * 0x1p-22 + Float.MIN_VALUE);
    }
    assertEquals(0f, ApproximateMath.ex2(Float.NEGATIVE_INFINITY));
    assertEquals(Float.POSITIVE_INFINITY, ApproximateMath.ex2(200f));
    assertTrue(Float.isNaN(ApproximateMath.ex2(NAN)));
    assertEquals(Float.NEGATIVE_INFINITY, ApproximateMath.lg2(0f));
    assertEquals(10f, ApproximateMath.lg2(1024f), 1e-6f);
    assertEquals(1.0 / 3, ApproximateMath.rcpGross(3), 0x1p-21);
    assertEquals(Double.POSITIVE_INFINITY, ApproximateMath.rcpGross(1e-310));
  }
}
