package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Special registers that hold predicates, on all engines. */
final class SpecialRegisterTest {

  private static final String PTX =
      """
      .version 8.0
      .target sm_90
      .address_size 64
      .visible .entry k(.param .u64 out)
      {
      .reg .b32 %r<3>; .reg .b64 %rd<4>; .reg .pred %p<2>;
      ld.param.u64 %rd1, [out];
      mov.u32 %r1, %tid.x;
      mul.wide.u32 %rd2, %r1, 4;
      add.s64 %rd3, %rd1, %rd2;
      mov.pred %p1, %is_explicit_cluster;
      selp.b32 %r2, 7, %r1, %p1;
      st.global.u32 [%rd3], %r2;
      ret;
      }
      """;

  /** PTX ISA, "is_explicit_cluster": false in launches without clusters. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void noExplicitCluster(Engine engine) {
    TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
    try (TestDevice device = new TestDevice(PTX, options)) {
      long out = device.allocate(16);
      device.launch("k", 1, 4, out);
      assertArrayEquals(new int[] {0, 1, 2, 3}, device.ints(out, 4));
    }
  }
}
