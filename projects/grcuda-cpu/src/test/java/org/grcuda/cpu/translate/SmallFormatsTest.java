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
import org.grcuda.cpu.translate.semantics.NarrowSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code tf32} and the formats of at most 8 bits (PTX ISA 5.2.3) by the definitions of the formats.
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
    nearest(NarrowSemantics::e4m3Of, b -> value(b, 3, 7), 0x7e, 0x7f, 0x80);
    assertTrue(Float.isNaN(NarrowSemantics.floatOfE4m3(0x7f)));
    assertTrue(Float.isNaN(NarrowSemantics.floatOfE4m3(0xff)));
    for (int bits = 0; bits < 0x7f; bits++) {
      assertEquals(value(bits, 3, 7), NarrowSemantics.floatOfE4m3(bits));
      assertEquals(-value(bits, 3, 7), NarrowSemantics.floatOfE4m3(bits | 0x80));
    }
  }

  @Test
  void e5m2IsTheNearest() {
    nearest(NarrowSemantics::e5m2Of, b -> value(b, 2, 15), 0x7b, 0x7f, 0x80);
    assertEquals(Float.POSITIVE_INFINITY, NarrowSemantics.floatOfE5m2(0x7c));
    for (int bits = 0; bits < 0x7c; bits++) {
      assertEquals(value(bits, 2, 15), NarrowSemantics.floatOfE5m2(bits));
    }
  }

  /** The formats without infinity and NaN. */
  @Test
  void smallerOnesAreTheNearest() {
    nearest(NarrowSemantics::e2m3Of, b -> value(b, 3, 1), 0x1f, 0x1f, 0x20);
    nearest(NarrowSemantics::e3m2Of, b -> value(b, 2, 3), 0x1f, 0x1f, 0x20);
    nearest(NarrowSemantics::e2m1Of, b -> value(b, 1, 1), 7, 7, 8);
    for (int bits = 0; bits < 0x20; bits++) {
      assertEquals(value(bits, 3, 1), NarrowSemantics.floatOfE2m3(bits));
      assertEquals(-value(bits, 2, 3), NarrowSemantics.floatOfE3m2(bits | 0xe0));
      assertEquals(value(bits & 7, 1, 1), NarrowSemantics.floatOfE2m1(bits & 7 | 0xf0));
    }
    assertEquals(7.5, NarrowSemantics.floatOfE2m3(0x1f));
    assertEquals(28, NarrowSemantics.floatOfE3m2(0x1f));
    assertEquals(-6, NarrowSemantics.floatOfE2m1(0xf));
  }

  @ParameterizedTest
  @CsvSource({
    // of, .rz, .rp
    "1, 127, 127",
    "-1.5, 127, 128",
    "0, 0, 0",
    "0x1p-127, 0, 0",
    "0x1.000004p-127, 0, 1",
    "0x1p-149, 0, 0",
    "0x1p127, 254, 254",
    "0x1.8p127, 254, 255",
    "Infinity, 255, 255",
    "NaN, 255, 255",
  })
  void scales(float a, int down, int up) {
    assertEquals(down, NarrowSemantics.ue8m0Of(a, false, false));
    assertEquals(up, NarrowSemantics.ue8m0Of(a, true, false));
    int most = Float.isNaN(a) ? 255 : 254;
    assertEquals(Math.min(most, down), NarrowSemantics.ue8m0Of(a, false, true));
    assertEquals(Math.min(most, up), NarrowSemantics.ue8m0Of(a, true, true));
  }

  @Test
  void scalesAsHalves() {
    for (int bits = 0; bits < 0xff; bits++) {
      assertEquals(
          Math.scalb(1.0f, bits - 127),
          ConvertSemantics.floatOfBfloat(NarrowSemantics.bfloatOfUe8m0(bits)));
    }
    assertEquals(0x7fff, NarrowSemantics.bfloatOfUe8m0(0xff));
  }

  private static final String SMALLER =
      """
      .version 8.8
      .target sm_100a
      .address_size 64
      .visible .entry convert(.param .u64 in, .param .u64 out)
      {
      .reg .b32 %r<9>; .reg .b16 %h<4>; .reg .b8 %b<3>; .reg .b64 %rd<3>; .reg .f32 %f<3>;
      ld.param.u64 %rd1, [in];
      ld.param.u64 %rd2, [out];
      ld.global.f32 %f1, [%rd1];
      ld.global.f32 %f2, [%rd1+4];
      cvt.rn.satfinite.e2m1x2.f32 %b1, %f1, %f2;
      mov.b16 %h1, {%b1, 0};
      cvt.u32.u16 %r1, %h1;
      st.global.u32 [%rd2], %r1;
      cvt.rn.f16x2.e2m1x2 %r2, %b1;
      st.global.u32 [%rd2+4], %r2;
      cvt.rn.satfinite.relu.e2m3x2.f32 %h1, %f1, %f2;
      cvt.u32.u16 %r1, %h1;
      st.global.u32 [%rd2+8], %r1;
      cvt.rn.satfinite.e3m2x2.f32 %h1, %f1, %f2;
      cvt.u32.u16 %r1, %h1;
      st.global.u32 [%rd2+12], %r1;
      cvt.rn.relu.f16x2.e3m2x2 %r2, %h1;
      st.global.u32 [%rd2+16], %r2;
      cvt.rp.satfinite.ue8m0x2.f32 %h1, %f1, %f2;
      cvt.u32.u16 %r1, %h1;
      st.global.u32 [%rd2+20], %r1;
      cvt.rn.bf16x2.ue8m0x2 %r2, %h1;
      st.global.u32 [%rd2+24], %r2;
      cvt.rz.ue8m0x2.bf16x2 %h2, %r2;
      mov.b16 {%b1, %b2}, %h2;
      cvt.u32.u8 %r1, %b2;
      st.global.u32 [%rd2+28], %r1;
      ret;
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void smallerPairs(Engine engine) {
    try (TestDevice device =
        new TestDevice(SMALLER, TranslationOptions.defaults().withEngine(engine))) {
      long out = device.allocate(32);
      device.launch("convert", 1, 1, device.put(1.5f, -100f), out);
      int[] expected = {0x3f, 0x3e00c600, 0x0c00, 0x0e3f, 0x3e000000, 0x8086, 0x40004300, 0x80};
      assertArrayEquals(expected, device.ints(out, 8));
    }
  }

  /** PTX has one rounding for each of these formats, or two. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cvt.rz.satfinite.e2m3x2.f32 %h1, %f1, %f2;",
        "cvt.rz.satfinite.e4m3x2.f32 %h1, %f1, %f2;",
        "cvt.rp.f16x2.e3m2x2 %r2, %h1;",
        "cvt.rn.ue8m0x2.f32 %h1, %f1, %f2;",
        "cvt.rz.bf16x2.ue8m0x2 %r2, %h1;"
      })
  void otherRoundingsAreRefused(String instruction) {
    String text = SMALLER.replace("ret;", instruction + "\nret;");
    RuntimeException refused = PtxTranslator.translate(text).refused().get("convert");
    String name = instruction.substring(0, instruction.indexOf(' '));
    assertTrue(refused != null && refused.getMessage().contains(name), instruction + refused);
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
      ToIntFunction<Float> convert, IntToDoubleFunction value, int max, int nan, int sign) {
    Random random = new Random(2);
    float most = (float) value.applyAsDouble(max);
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
      assertEquals(expected | sign, convert.applyAsInt(-a), () -> "of -" + a);
    }
    assertEquals(max, convert.applyAsInt(Math.nextUp(most)));
    assertEquals(max | sign, convert.applyAsInt(Float.NEGATIVE_INFINITY));
    assertEquals(nan, convert.applyAsInt(Float.NaN));
    assertEquals(sign, convert.applyAsInt(-Float.MIN_VALUE));
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
