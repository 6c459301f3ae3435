package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scalar video instructions (PTX ISA 9.7.18.1) against arithmetic without limits. */
final class VideoTest {

  private static final int THREADS = 64;

  /** Thread t reads words 3t to 3t + 2 and writes words 9t to 9t + 8. */
  private static final String KERNEL =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry video(.param .u64 in, .param .u64 out)
      {
      .reg .b32 %r<20>; .reg .b64 %rd<9>;
      mov.u32 %r1, %tid.x;
      ld.param.u64 %rd1, [in];
      ld.param.u64 %rd2, [out];
      mul.wide.u32 %rd3, %r1, 12;
      add.s64 %rd1, %rd1, %rd3;
      mul.wide.u32 %rd3, %r1, 36;
      add.s64 %rd2, %rd2, %rd3;
      ld.global.u32 %r2, [%rd1];
      ld.global.u32 %r3, [%rd1+4];
      ld.global.u32 %r4, [%rd1+8];
      vadd.s32.s32.u32 %r5, %r2.b1, %r3.h1;
      st.global.u32 [%rd2], %r5;
      vsub.s32.u32.s32.sat %r6.h1, %r2, %r3.b3, %r4;
      st.global.u32 [%rd2+4], %r6;
      vabsdiff.u32.s32.s32 %r7.b2, %r2.h0, %r3.h0, %r4;
      st.global.u32 [%rd2+8], %r7;
      vset.s32.u32.lt %r8, %r2.b0, %r3.b0;
      st.global.u32 [%rd2+12], %r8;
      vshl.s32.s32.u32.sat.clamp %r9, %r2, %r3.b0;
      st.global.u32 [%rd2+16], %r9;
      vshr.u32.s32.u32.wrap.add %r10, %r2.h1, %r3, %r4;
      st.global.u32 [%rd2+20], %r10;
      vmad.s32.s32.u32.sat.shr7 %r11, %r2, %r3, %r4;
      st.global.u32 [%rd2+24], %r11;
      vmad.u32.u32.u32.po.sat.shr15 %r12, %r2, %r3, %r4;
      st.global.u32 [%rd2+28], %r12;
      vmad.s32.s32.s32 %r13, %r2.b2, %r3.h1, %r4;
      st.global.u32 [%rd2+32], %r13;
      ret;
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void partsShiftsAndProducts(Engine engine) {
    SplittableRandom random = new SplittableRandom(5);
    int[] in = random.ints(3 * THREADS).toArray();
    for (int t = 0; t < THREADS; t += 2) {
      in[3 * t + 1] &= 0x3f;
      in[3 * t] >>= t / 2;
    }
    try (TestDevice device =
        new TestDevice(KERNEL, TranslationOptions.defaults().withEngine(engine))) {
      long out = device.allocate(36L * THREADS);
      device.launch("video", 1, THREADS, device.put(in), out);
      int[] results = device.ints(out, 9 * THREADS);
      for (int t = 0; t < THREADS; t++) {
        int[] expected = expected(in[3 * t], in[3 * t + 1], in[3 * t + 2]);
        int[] found = java.util.Arrays.copyOfRange(results, 9 * t, 9 * t + 9);
        assertArrayEquals(expected, found, "thread " + t);
      }
    }
  }

  private static int[] expected(int a, int b, int c) {
    BigInteger wide = BigInteger.valueOf(a & 0xffff_ffffL);
    BigInteger difference = wide.subtract(BigInteger.valueOf(b >> 24));
    int clamped =
        difference
            .min(BigInteger.valueOf(Short.MAX_VALUE))
            .max(BigInteger.valueOf(Short.MIN_VALUE))
            .intValue();
    int distance = Math.abs((short) a - (short) b);
    BigInteger shifted = BigInteger.valueOf(a).shiftLeft(Math.min(b & 0xff, 32));
    BigInteger mixed = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b & 0xffff_ffffL));
    BigInteger product = wide.multiply(BigInteger.valueOf(b & 0xffff_ffffL));
    BigInteger rounded = product.add(BigInteger.valueOf(c & 0xffff_ffffL)).add(BigInteger.ONE);
    return new int[] {
      (byte) (a >> 8) + (b >>> 16),
      clamped << 16 | c & 0xffff,
      (distance & 0xff) << 16 | c & 0xff00ffff,
      (byte) a < (b & 0xff) ? 1 : 0,
      signed(shifted),
      ((a >> 16) >> (b & 31)) + c,
      signed(mixed.add(BigInteger.valueOf(c)).shiftRight(7)),
      rounded.shiftRight(15).min(BigInteger.valueOf(0xffff_ffffL)).intValue(),
      (byte) (a >> 16) * (b >> 16) + c
    };
  }

  private static int signed(BigInteger value) {
    return value
        .min(BigInteger.valueOf(Integer.MAX_VALUE))
        .max(BigInteger.valueOf(Integer.MIN_VALUE))
        .intValue();
  }

  @org.junit.jupiter.api.Test
  void shiftsBeyondTheWord() {
    int clamp = VideoSemantics.Operation.SHL_CLAMP.ordinal();
    int wrap = VideoSemantics.Operation.SHL_WRAP.ordinal();
    long all = 0xffff_ffffL;
    assertEquals(
        all, VideoSemantics.clamp(VideoSemantics.compute(all, 32, clamp), 32, false), "saturated");
    assertEquals(0, (int) VideoSemantics.compute(all, 77, clamp));
    assertEquals(all << 31, VideoSemantics.compute(all, 63, wrap));
    assertEquals(
        Integer.MIN_VALUE, VideoSemantics.clamp(VideoSemantics.compute(-1, 200, clamp), 32, true));
    assertEquals(-1, VideoSemantics.compute(-1, 99, VideoSemantics.Operation.SHR_CLAMP.ordinal()));
  }
}
