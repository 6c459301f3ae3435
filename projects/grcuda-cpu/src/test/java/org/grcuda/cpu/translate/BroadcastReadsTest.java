package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of a block that all threads read, and that the next sum overwrites with no barrier. */
class BroadcastReadsTest extends MachineCodeTest {

  private static final int THREADS = 96;

  /** Each warp stores a number, thread 0 adds them up, all read the sum; two times. */
  private static final String SUMS =
      """
      .version 8.0 .target sm_80 .address_size 64
      .visible .entry k(.param .u64 out)
      {
      .reg .b32 %t, %w, %a, %x, %y, %s, %first, %round; .reg .b64 %o; .reg .pred %p, %q;
      .shared .align 4 .b8 sums[128]; .shared .align 4 .b8 others[128];
      mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; mad.wide.u32 %o, %t, 8, %o;
      shr.u32 %w, %t, 5; mov.u32 %a, TARGET; mad.lo.u32 %a, %w, 4, %a;
      and.b32 %x, %t, 31; setp.ne.u32 %p, %x, 0; setp.ne.u32 %q, %t, 0;
      add.u32 %x, %w, 1; mov.u32 %round, 0;
      L:
      @%p bra A;
      st.shared.u32 [%a], %x;
      A: bar.sync 0;
      @%q bra B;
      ld.shared.u32 %x, [sums]; ld.shared.u32 %y, [sums+4]; add.u32 %x, %x, %y;
      ld.shared.u32 %y, [sums+8]; add.u32 %x, %x, %y; st.shared.u32 [sums], %x;
      B: bar.sync 0;
      ld.shared.u32 %s, [sums];
      END
      st.global.u32 [%o], %s; add.s64 %o, %o, 4;
      add.u32 %x, %s, %w; add.u32 %round, %round, 1;
      setp.lt.u32 %q, %round, 2; @!%q bra E;
      setp.ne.u32 %q, %t, 0; bra L;
      E: ret;
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void allReadBeforeOneGoesOn(Engine engine) {
    int first = 1 + 2 + 3;
    int second = 3 * first + 1 + 2;
    Set<String> machineCode = new HashSet<>();
    String text = SUMS.replace("TARGET", "sums").replace("END", "");
    try (TestDevice device = new TestDevice(text, options(engine, machineCode))) {
      assertEquals(engine == Engine.NATIVE, machineCode.contains("k"));
      long out = device.allocate(8 * THREADS);
      device.launch("k", 1, THREADS, out);
      int[] expected =
          IntStream.range(0, 2 * THREADS).map(k -> k % 2 == 0 ? first : second).toArray();
      assertArrayEquals(expected, device.ints(out, 2 * THREADS));
    }
  }

  /** Barriers of the kernel after the passes that all engines share. */
  private static long barriers(String text) {
    List<String> kernels = new ArrayList<>();
    TranslationOptions options =
        TranslationOptions.defaults()
            .withEngine(Engine.BYTECODE)
            .withListener(
                (kernel, pass, result) -> {
                  if (pass.equals("Inlining")) {
                    kernels.add(result);
                  }
                });
    PtxTranslator.translate(text, options);
    return kernels.getFirst().lines().filter(line -> line.contains("bar.sync")).count();
  }

  @Test
  void noBarrierIsAddedWhereThereIsOneOrNobodyWrites() {
    String racy = SUMS.replace("TARGET", "sums");
    assertEquals(3, barriers(racy.replace("END", "")));
    assertEquals(3, barriers(racy.replace("END", "bar.sync 0;")));
    String apart = SUMS.replace("TARGET", "others").replace("END", "");
    assertEquals(2, barriers(apart.replace("st.shared.u32 [sums], %x;", "")));
  }

  /** Some threads may wait at another barrier meanwhile, which has no counterpart. */
  @Test
  void noBarrierIsAddedInOneOfSeveralBranches() {
    String branches =
        SUMS.replace("TARGET", "sums")
            .replace("END", "")
            .replace("A: bar.sync 0;", "A: @%p bra C; bar.sync 0; bra D; C: bar.sync 0; D:")
            .replace("B: bar.sync 0;", "B: @%p bra F; bar.sync 0;")
            .replace(
                "ld.shared.u32 %s, [sums];",
                "ld.shared.u32 %s, [sums]; bra G; F: bar.sync 0; ld.shared.u32 %s, [sums]; G:");
    assertEquals(4, barriers(branches));
  }
}
