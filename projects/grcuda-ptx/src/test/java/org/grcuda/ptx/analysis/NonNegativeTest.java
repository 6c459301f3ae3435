package org.grcuda.ptx.analysis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NonNegativeTest {

  /** Whether {@code %x} is never negative after some code; {@code %n} is a parameter. */
  private static boolean holds(String code) {
    PtxFunction function =
        PtxParser.parse(
                """
                .version 8.0 .target sm_80 .address_size 64
                .visible .entry k(.param .u32 n)
                {
                .reg .b32 %x, %y, %n; .reg .b64 %d; .reg .pred %p; .shared .b8 tile[64];
                ld.param.u32 %n, [n]; mov.u32 %y, %tid.x;
                CODE
                ret;
                }
                """
                    .replace("CODE", code))
            .entries()
            .getFirst();
    return NonNegative.of(function)
        .holds(
            function.registers().stream()
                .filter(r -> r.name().equals("%x"))
                .findFirst()
                .orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mov.u32 %x, tile; mad.lo.s32 %x, %y, 4, %x;",
        "shl.b32 %x, %y, 2; L: add.s32 %x, %x, 16; @%p bra L;",
        "and.b32 %x, %n, 31;",
        "shr.u32 %x, %n, 5;",
        "selp.b32 %x, %y, 7, %p;",
        "ld.shared.u8 %x, [tile];",
        "mov.u64 %d, tile; cvta.shared.u64 %d, %d; cvt.u32.u64 %x, %d;"
      })
  void ofSumsOfNumbersThatAre(String code) {
    assertTrue(holds(code));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mov.u32 %x, %n;",
        "mov.u32 %x, -4;",
        "mov.u32 %x, 4294967292;",
        "sub.s32 %x, %y, 1;",
        "mov.u32 %x, %y; L: add.s32 %x, %x, -1; @%p bra L;",
        "mov.u32 %x, %y; @%p mov.u32 %x, %n;",
        "not.b32 %x, %y;",
        "shr.s32 %x, %n, 5;",
        "ld.shared.u32 %x, [tile];"
      })
  void notOfOthers(String code) {
    assertFalse(holds(code));
  }
}
