package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.cpu.exec.CompiledModule;
import org.junit.jupiter.api.Test;

/** Which kernels no input makes run for long. */
final class BoundedTimeTest {

  @Test
  void branchesForwardAndBarriersAreBounded() {
    assertTrue(isBounded(""));
    assertTrue(isBounded("setp.eq.s32 %p, %r, 0; @%p bra END; bar.sync 0; END:"));
  }

  @Test
  void loopsCallsAndSleepAreNot() {
    assertFalse(isBounded("LOOP: setp.eq.s32 %p, %r, 0; @%p bra LOOP;"));
    assertFalse(isBounded("bra MIDDLE; BACK: bra END; MIDDLE: bra BACK; END:"));
    assertFalse(isBounded("nanosleep.u32 100;"));
  }

  private static boolean isBounded(String body) {
    CompiledModule module =
        PtxTranslator.translate(
            """
            .version 8.8
            .target sm_80
            .address_size 64
            .visible .entry k() {
              .reg .pred %%p;
              .reg .b32 %%r;
              mov.u32 %%r, %%tid.x;
              %s
              ret;
            }
            """
                .formatted(body));
    return module.kernels().getFirst().isBoundedTime();
  }
}
