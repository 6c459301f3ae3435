package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of pairs of 16 bits that all lanes know: no carry goes to the upper half. */
final class PairsOfIntegersTest {

  private static final String KERNEL =
      """
      .version 8.0
      .target sm_90
      .address_size 64
      .visible .entry k(.param .u64 out, .param .u32 value)
      {
      .reg .b64 o; .reg .b32 r<4>;
      ld.param.u64 o, [out];
      ld.param.u32 r1, [value];
      add.s16x2 r2, 15, -1;
      st.global.u32 [o], r2;
      add.u16x2 r2, r1, 1;
      st.global.u32 [o+4], r2;
      add.u16x2 r3, r2, r1;
      st.global.u32 [o+8], r3;
      ret;
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void carriesStayInTheirHalf(Engine engine) {
    try (TestDevice device =
        new TestDevice(KERNEL, TranslationOptions.defaults().withEngine(engine))) {
      long out = device.allocate(12);
      device.launch("k", 1, 1, out, 0x0001_ffff);
      int[] expected = {0xffff_000e, 0x0001_0000, 0x0002_ffff};
      assertArrayEquals(expected, device.ints(out, 3));
    }
  }
}
