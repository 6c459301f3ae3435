package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Modules of very many lines and calls, and what errors tell of threads and lines. */
final class LargeModulesTest {

  private static final String HEAD = ".version 8.8\n.target sm_90\n.address_size 64\n";

  @ParameterizedTest
  @EnumSource(Engine.class)
  void linesBeyondThoseOfAClassFileAreTold(Engine engine) {
    String ptx =
        HEAD
            + "\n".repeat(100_000)
            + """
            .visible .entry k() {
              .reg .b32 %r<2>;
              .reg .b64 %rd<2>;
              mov.u64 %rd1, 16;
              ld.global.u32 %r1, [%rd1];
              st.global.u32 [%rd1], %r1;
              ret;
            }
            """;
    TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
    try (TestDevice device = new TestDevice(ptx, options)) {
      KernelFault fault = assertThrows(KernelFault.class, () -> device.launch("k", 1, 1));
      assertTrue(fault.getMessage().contains("PTX line 100008"), fault.getMessage());
    }
  }

  @Test
  void constantMemoryIsLimited() {
    String ptx = HEAD + ".const .b8 first[60000];\n.const .b8 second[SIZE];\n";
    PtxTranslator.translate(ptx.replace("SIZE", "5536"));
    String refusal =
        assertThrows(
                UnsupportedPtxException.class,
                () -> PtxTranslator.translate(ptx.replace("SIZE", "5537")))
            .getMessage();
    assertTrue(
        refusal.contains("65537 bytes of .const variables; constant memory has 65536"), refusal);
  }

  /** A function that calls itself is one method, if it is bytecode: else it is interpreted. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aFunctionOfMoreThanAMethodOfBytecodeRuns(Engine engine) {
    int steps = 12_000;
    StringBuilder ptx = new StringBuilder(HEAD);
    ptx.append(".func (.reg .b32 %x) f(.reg .b32 %y, .reg .b32 %n) {\n.reg .pred %p;\n");
    ptx.append(".reg .b32 %m;\nmov.u32 %x, %y;\n");
    for (int s = 0; s < steps; s++) {
      ptx.append("mad.lo.u32 %x, %x, ").append(2 * s + 3).append(", ").append(s).append(";\n");
    }
    ptx.append("sub.u32 %m, %n, 1; setp.eq.u32 %p, %m, 0; @%p ret;\n");
    ptx.append("call (%x), f, (%x, %m);\nret;\n}\n");
    ptx.append(".visible .entry k(.param .u64 o) {\n.reg .b32 %x, %n, %t; .reg .b64 %a;\n");
    ptx.append("mov.u32 %t, %tid.x; mov.u32 %n, 3; call (%x), f, (%t, %n);\n");
    ptx.append("ld.param.u64 %a, [o]; mad.wide.u32 %a, %t, 4, %a;\n");
    ptx.append("st.global.u32 [%a], %x;\nret;\n}\n");
    int[] expected = new int[5];
    for (int t = 0; t < expected.length; t++) {
      int x = t;
      for (int s = 0; s < 3 * steps; s++) {
        x = x * (2 * (s % steps) + 3) + s % steps;
      }
      expected[t] = x;
    }
    TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
    try (TestDevice device = new TestDevice(ptx.toString(), options)) {
      long out = device.allocate(4L * expected.length);
      device.launch("k", 1, expected.length, out);
      assertArrayEquals(expected, device.ints(out, expected.length));
    }
  }

  /** Two calls of the next function in each: 2^60 chains. */
  @Test
  void chainsOfCallsThatMeetAgainAreFollowedOnce() {
    int functions = 60;
    StringBuilder ptx = new StringBuilder(HEAD);
    for (int f = functions; f > 0; f--) {
      String call = f == functions ? "" : "call f" + (f + 1) + ";\n";
      String barrier = f == functions ? "bar.sync 0;\n" : "";
      ptx.append(".func f").append(f).append("() {\n.local .b8 room[16];\n");
      ptx.append(barrier).append(call).append(call).append("ret;\n}\n");
    }
    ptx.append(".visible .entry k() {\ncall f1;\nret;\n}\n");
    CompiledModule module =
        PtxTranslator.translate(
            ptx.toString(), TranslationOptions.defaults().withEngine(Engine.INTERPRETER));
    assertEquals(16 * functions, module.kernels().getFirst().resources().localBytesPerThread());
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aDeadlockNamesWhoWaits(Engine engine) {
    String ptx =
        HEAD
            + """
            .visible .entry k() {
              .reg .pred %p<3>;
              .reg .b32 %r<2>;
              mov.u32 %r1, %tid.x;
              setp.lt.u32 %p1, %r1, 40;
              @%p1 bra $first;
              setp.lt.u32 %p2, %r1, 60;
              @%p2 bra $end;
              bar.sync 2, 64;
            $first:
              barrier.sync 1, 64;
            $end:
              ret;
            }
            """;
    TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
    try (TestDevice device = new TestDevice(ptx, options)) {
      KernelFault fault = assertThrows(KernelFault.class, () -> device.launch("k", 1, 64));
      assertTrue(
          fault
              .getMessage()
              .contains(
                  "threads wait for each other or for threads that have ended: 40 at 'barrier.sync"
                      + " 1, 64;' (PTX line 14), (0, 0, 0) to (39, 0, 0); 4 at 'bar.sync 2, 64;'"
                      + " (PTX line 12), (60, 0, 0) to (63, 0, 0); 20 have ended"),
          fault.getMessage());
    }
  }
}
