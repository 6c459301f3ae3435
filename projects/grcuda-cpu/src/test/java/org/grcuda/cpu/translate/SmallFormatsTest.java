package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToIntFunction;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code tf32}, {@code e4m3} and {@code e5m2} (PTX ISA 5.2.3) by the definitions of the formats.
 */
final class SmallFormatsTest {

  private static final String KERNEL =
      """
      .version 8.1
      .target sm_90
      .address_size 64
      .visible .entry convert(.param .u64 in, .param .u64 out)
      {
      .reg .b32 %r<9>; .reg .b16 %h<4>; .reg .b64 %rd<3>; .reg .f32 %f<3>;
      ld.param.u64 %rd1, [in];
      ld.param.u64 %rd2, [out];
      ld.global.f32 %f1, [%rd1];
      ld.global.f32 %f2, [%rd1+4];
      cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;
      cvt.u32.u16 %r1, %h1;
      st.global.u32 [%rd2], %r1;
      cvt.rn.satfinite.relu.e5m2x2.f32 %h2, %f1, %f2;
      cvt.u32.u16 %r1, %h2;
      st.global.u32 [%rd2+4], %r1;
      cvt.rn.f16x2.e4m3x2 %r2, %h1;
      st.global.u32 [%rd2+8], %r2;
      cvt.rn.satfinite.e5m2x2.f16x2 %h3, %r2;
      cvt.u32.u16 %r1, %h3;
      st.global.u32 [%rd2+12], %r1;
      cvt.rn.relu.f16x2.e5m2x2 %r3, %h3;
      st.global.u32 [%rd2+16], %r3;
      cvt.rna.tf32.f32 %r4, %f1;
      st.global.u32 [%rd2+20], %r4;
      ret;
      }
      """;

  /** The first value is in the upper part. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void pairs(Engine engine) {
    try (TestDevice device =
        new TestDevice(KERNEL, TranslationOptions.defaults().withEngine(engine))) {
      long out = device.allocate(24);
      device.launch("convert", 1, 1, device.put(1.0625f + 0x1p-11f, -1000f), out);
      int[] expected = {0x39fe, 0x3c00, 0x3c80df00, 0x3cdf, 0x3c000000, 0x3f882000};
      assertArrayEquals(expected, device.ints(out, 6));
    }
  }

  @Test
  void e4m3IsTheNearest() {
    nearest(ConvertSemantics::e4m3Of, b -> value(b, 3, 7), 0x7e, 448);
    assertTrue(Float.isNaN(ConvertSemantics.floatOfE4m3(0x7f)));
    assertTrue(Float.isNaN(ConvertSemantics.floatOfE4m3(0xff)));
    for (int bits = 0; bits < 0x7f; bits++) {
      assertEquals(value(bits, 3, 7), ConvertSemantics.floatOfE4m3(bits));
      assertEquals(-value(bits, 3, 7), ConvertSemantics.floatOfE4m3(bits | 0x80));
    }
  }

  @Test
  void e5m2IsTheNearest() {
    nearest(ConvertSemantics::e5m2Of, b -> value(b, 2, 15), 0x7b, 57344);
    assertEquals(Float.POSITIVE_INFINITY, ConvertSemantics.floatOfE5m2(0x7c));
    for (int bits = 0; bits < 0x7c; bits++) {
      assertEquals(value(bits, 2, 15), ConvertSemantics.floatOfE5m2(bits));
    }
  }

  /** A non-negative number by its fields. */
  private static double value(int bits, int mantissa, int bias) {
    int field = bits & (1 << mantissa) - 1;
    int exponent = bits >> mantissa;
    double fraction = field / (double) (1 << mantissa);
    return exponent == 0
        ? fraction * Math.pow(2, 1 - bias)
        : (1 + fraction) * Math.pow(2, exponent - bias);
  }

  private static void nearest(
      ToIntFunction<Float> convert, IntToDoubleFunction value, int max, float most) {
    Random random = new Random(2);
    for (int n = 0; n < 4000; n++) {
      int below = n % max;
      double middle = (value.applyAsDouble(below) + value.applyAsDouble(below + 1)) / 2;
      float a =
          switch (n / max % 4) {
            case 0 -> (float) middle;
            case 1 -> Math.nextUp((float) middle);
            case 2 -> Math.nextDown((float) middle);
            default -> random.nextFloat() * most;
          };
      int expected = closest(a, value, max);
      assertEquals(expected, convert.applyAsInt(a), () -> "of " + a);
      assertEquals(expected | 0x80, convert.applyAsInt(-a), () -> "of -" + a);
    }
    assertEquals(max, convert.applyAsInt(Math.nextUp(most)));
    assertEquals(max | 0x80, convert.applyAsInt(Float.NEGATIVE_INFINITY));
    assertEquals(0x7f, convert.applyAsInt(Float.NaN));
    assertEquals(0x80, convert.applyAsInt(-Float.MIN_VALUE));
  }

  /** Of two that are as close, the one whose last bit is zero. */
  private static int closest(float a, IntToDoubleFunction value, int max) {
    int best = 0;
    for (int bits = 1; bits <= max; bits++) {
      double distance = Math.abs(value.applyAsDouble(bits) - a);
      double least = Math.abs(value.applyAsDouble(best) - a);
      if (distance < least || distance == least && bits % 2 == 0) {
        best = bits;
      }
    }
    return best;
  }

  @Test
  void tf32() {
    int even = 0;
    assertEquals(0x3f80_2000, tf32(0x3f80_1000, ConvertSemantics.AWAY));
    assertEquals(0xbf80_2000, tf32(0xbf80_1000, ConvertSemantics.AWAY));
    assertEquals(0x3f80_0000, tf32(0x3f80_0fff, ConvertSemantics.AWAY));
    assertEquals(0x3f80_0000, tf32(0x3f80_1000, even));
    assertEquals(0x3f80_4000, tf32(0x3f80_3000, even));
    assertEquals(0x3f80_2000, tf32(0x3f80_1001, even));
    assertEquals(0xbf80_0000, tf32(0xbf80_1fff, Rounding.RZ));
    assertEquals(0x7f80_0000, tf32(0x7f7f_ffff, ConvertSemantics.AWAY));
    assertEquals(0x7f80_0000, tf32(0x7f80_0000, even));
    assertEquals(0x7fff_ffff, tf32(0xffc0_0000, even));
    float most = -Float.MAX_VALUE;
    assertEquals(0xff7f_e000, ConvertSemantics.tf32Of(most, ConvertSemantics.AWAY, true));
    assertEquals(0x7f7f_e000, ConvertSemantics.tf32Of(Float.POSITIVE_INFINITY, Rounding.RZ, true));
  }

  private static int tf32(int bits, int mode) {
    return ConvertSemantics.tf32Of(Float.intBitsToFloat(bits), mode, false);
  }
}
