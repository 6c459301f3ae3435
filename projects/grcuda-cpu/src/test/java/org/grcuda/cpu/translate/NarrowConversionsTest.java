package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Instructions on parts of words that a pass replaces before machine code: the same bits as
 * bytecode, whose methods other tests check.
 */
final class NarrowConversionsTest extends MachineCodeTest {

  private static final int THREADS = 128;
  private static final int RANDOM = 3 * THREADS;

  private static final String KERNEL =
      """
      .version 8.6
      .target sm_100
      .address_size 64
      .visible .entry convert(.param .u64 in, .param .u64 out)
      {
      .reg .b32 r, s, t; .reg .b16 h; .reg .b8 c, d; .reg .b64 i, o, a, w; .reg .f32 f;
      ld.param.u64 i, [in];
      ld.param.u64 o, [out];
      mov.u32 r, %ctaid.x; mov.u32 t, %ntid.x; mov.u32 s, %tid.x; mad.lo.u32 r, r, t, s;
      mul.wide.u32 a, r, 8; add.u64 i, i, a;
      mul.wide.u32 a, r, 4; add.u64 o, o, a;
      ld.global.u64 w, [i];
      ld.global.u32 r, [i];
      ld.global.u32 s, [i+4];
      mov.b32 f, r;
      cvt.u16.u32 h, r;
      CONVERT
      st.global.u32 [o], r;
      ret;
      }
      """;

  private static int[] run(Engine engine, String conversion, int[] words) {
    TreeSet<String> inMachineCode = new TreeSet<>();
    String ptx = KERNEL.replace("CONVERT", conversion);
    try (TestDevice device = new TestDevice(ptx, options(engine, inMachineCode))) {
      assertEquals(engine == Engine.NATIVE ? 1 : 0, inMachineCode.size());
      long out = device.allocate(2L * words.length);
      int blocks = words.length / 2 / THREADS;
      device.launch("convert", blocks, THREADS, device.put(words), out);
      return device.ints(out, words.length / 2);
    }
  }

  /** Numbers about all limits of floats and integers, and any others. */
  private static int[] words() {
    SplittableRandom random = new SplittableRandom(11);
    int[] words = new int[2 * (33 * THREADS + RANDOM)];
    int at = 0;
    for (int shift = 0; shift <= 32; shift++) {
      for (int near = 0; near < THREADS; near++) {
        long base = shift == 32 ? 0x7f80_0000L : 1L << shift;
        words[at++] = (int) (near % 2 == 0 ? base + near - 64 : -base + 64 - near);
        words[at++] = near % 8 < 4 ? -(near % 4 % 2) : (int) (base - near);
      }
    }
    while (at < words.length) {
      words[at++] = random.nextInt();
    }
    return words;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cvt.rna.tf32.f32 r, f;",
        "cvt.rn.tf32.f32 r, f;",
        "cvt.rz.tf32.f32 r, f;",
        "cvt.rna.satfinite.tf32.f32 r, f;",
        "cvt.rn.satfinite.tf32.f32 r, f;",
        "cvt.rn.bf16.s32 h, r; cvt.u32.u16 r, h;",
        "cvt.rn.bf16.u32 h, r; cvt.u32.u16 r, h;",
        "cvt.rz.bf16.s32 h, r; cvt.u32.u16 r, h;",
        "cvt.rz.bf16.u32 h, r; cvt.u32.u16 r, h;",
        "cvt.rn.bf16.s64 h, w; cvt.u32.u16 r, h;",
        "cvt.rn.bf16.u64 h, w; cvt.u32.u16 r, h;",
        "cvt.rn.bf16.s16 h, h; cvt.u32.u16 r, h;",
        "cvt.rn.bf16.u8 h, r; cvt.u32.u16 r, h;",
        "add.u16x2 r, r, s;",
        "add.s16x2 r, s, r;",
        "mov.b16 {c, d}, h; cvt.u32.u8 r, c; cvt.s32.s8 s, d; mad.lo.s32 r, r, 1000, s;",
        "cvt.u8.u32 c, r; cvt.u8.u32 d, s; mov.b16 h, {d, c}; cvt.u32.u16 r, h;",
        "cvt.u8.u32 c, r; mov.b16 h, {c, 7}; cvt.s32.s16 r, h;"
      })
  void sameBitsAsBytecode(String conversion) {
    int[] words = words();
    int[] expected = run(Engine.BYTECODE, conversion, words);
    assertArrayEquals(expected, run(Engine.NATIVE, conversion, words), conversion);
  }
}
