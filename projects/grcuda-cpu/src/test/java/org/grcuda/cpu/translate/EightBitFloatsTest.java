package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;

/**
 * Conversions to and from {@code e4m3} and {@code e5m2} as machine code: the same bits as bytecode,
 * whose methods {@link SmallFormatsTest} checks against the formats.
 */
final class EightBitFloatsTest extends MachineCodeTest {

  private static final int THREADS = 128;

  private static final String KERNEL =
      """
      .version 8.1
      .target sm_90
      .address_size 64
      .visible .entry convert(.param .u64 in, .param .u64 out)
      {
      .reg .b32 r, s, t; .reg .b16 h; .reg .b64 i, o, a; .reg .f32 f, g;
      ld.param.u64 i, [in];
      ld.param.u64 o, [out];
      mov.u32 r, %ctaid.x; mov.u32 t, %ntid.x; mov.u32 s, %tid.x; mad.lo.u32 r, r, t, s;
      mul.wide.u32 a, r, 8; add.u64 i, i, a;
      mul.wide.u32 a, r, 4; add.u64 o, o, a;
      ld.global.f32 f, [i];
      ld.global.f32 g, [i+4];
      mov.b32 r, f;
      cvt.u16.u32 h, r;
      CONVERT
      st.global.u32 [o], r;
      ret;
      }
      """;

  private static List<String> conversions(String... forms) {
    List<String> all = new ArrayList<>();
    for (String form : forms) {
      for (String relu : List.of("", ".relu")) {
        for (String format : List.of("e4m3x2", "e5m2x2")) {
          all.add(form.replace("RELU", relu).replace("FORMAT", format));
        }
      }
    }
    return all;
  }

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

  private static void same(List<String> conversions, int[] words) {
    for (String conversion : conversions) {
      int[] expected = run(Engine.BYTECODE, conversion, words);
      assertArrayEquals(expected, run(Engine.NATIVE, conversion, words), conversion);
    }
  }

  /** Every half and every pair of 8 bits, with another beside it. */
  @Test
  void halvesAndPairs() {
    int[] words = new int[2 << 16];
    for (int bits = 0; bits < 1 << 16; bits++) {
      words[2 * bits] = bits | bits * 0x9e37 << 16;
    }
    same(
        conversions(
            "cvt.rn.satfiniteRELU.FORMAT.f16x2 h, r; cvt.u32.u16 r, h;",
            "cvt.rnRELU.f16x2.FORMAT r, h;"),
        words);
  }

  /** Numbers beside and between those of the formats, and any others. */
  @Test
  void floats() {
    SplittableRandom random = new SplittableRandom(5);
    int[] words = new int[1 << 17];
    for (int k = 0; k < words.length; k++) {
      int upper = random.nextInt(0x3600_0000, 0x4800_0000) & -1 << 18;
      words[k] = k % 3 == 0 ? random.nextInt() : upper + random.nextInt(-2, 3) | k << 31;
    }
    int[] special = {0, 1 << 31, 0x7f80_0000, -1 << 23, 0x7fc0_0000, -1, 0x7f7f_ffff, 1, -1 >>> 1};
    System.arraycopy(special, 0, words, 0, special.length);
    same(conversions("cvt.rn.satfiniteRELU.FORMAT.f32 h, f, g; cvt.u32.u16 r, h;"), words);
  }
}
