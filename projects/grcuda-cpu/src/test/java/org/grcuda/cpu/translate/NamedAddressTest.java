package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Accesses without a state space that name a variable of shared or local memory. */
final class NamedAddressTest {

  private static final String PTX =
      """
      .version 8.0 .target sm_80 .address_size 64
      .shared .align 16 .b8 first[16];
      .shared .align 4 .b8 words[256];
      .shared .align 8 .b8 barrier[8];
      .global .u32 total;

      .func (.param .u32 r) half(.param .u32 x) {
      .local .align 4 .b8 slot[8];
      .reg .u32 a;
      ld.param.u32 a, [x];
      st.u32 [slot+4], a;
      ld.volatile.u32 a, [slot+4];
      shr.u32 a, a, 1;
      st.param.u32 [r], a;
      ret;
      }
      .visible .entry k(.param .u64 out) {
      .local .align 8 .b8 mine[32];
      .reg .u64 at, l; .reg .u32 t, r, a, b, o; .reg .pred p, q; .reg .b64 state;
      mov.u32 t, %tid.x;
      ld.param.u64 at, [out];
      mul.wide.u32 l, t, 4;
      add.u64 at, at, l;
      setp.eq.u32 p, t, 0;
      @p st.v2.u32 [words], {10, 20};
      @p st.u32 [total], 1000;
      @p mbarrier.init.b64 [barrier], 32;
      st.v2.u32 [mine+16], {t, 3};
      bar.sync 0;
      ld.u32 r, [words];
      ld.volatile.u32 a, [words+4];
      add.u32 r, r, a;
      bar.sync 0;
      atom.add.u32 a, [words], 1;
      red.add.u32 [words+4], t;
      mbarrier.arrive.b64 state, [barrier];
      bar.sync 0;
      ld.u32 a, [words];
      ld.u32 b, [words+4];
      add.u32 r, r, a;
      add.u32 r, r, b;
      ld.u32 a, [mine+16];
      ld.u32 b, [mine+20];
      mad.lo.u32 r, a, b, r;
      ld.u32 a, [total];
      add.u32 r, r, a;
      {
      .param .u32 x, y;
      st.param.u32 [x], r;
      call (y), half, (x);
      ld.param.u32 r, [y];
      }
      st.u32 [at], r;
      ret;
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void areInTheSpaceOfTheVariable(Engine engine) {
    try (TestDevice device =
        new TestDevice(PTX, TranslationOptions.defaults().withEngine(engine))) {
      long out = device.allocate(4 * 32);
      device.launch("k", 1, 32, out);
      int[] result = device.ints(out, 32);
      for (int t = 0; t < 32; t++) {
        assertEquals((30 + 42 + 20 + 496 + 3 * t + 1000) / 2, result[t], "thread " + t);
      }
    }
  }
}
