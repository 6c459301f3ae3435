package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.Test;

/** Special registers that tell the time, on all engines. */
final class ClockTest {

  private static final int THREADS = 64;

  /** Threads whose number is odd read some of the clocks elsewhere; the warp then votes. */
  private static final String PTX =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry clocks(.param .u64 out)
      {
      .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
      mov.u64 %rd1, %clock64;
      mov.u64 %rd2, %globaltimer;
      mov.u32 %r1, %tid.x;
      and.b32 %r2, %r1, 1;
      setp.eq.u32 %p1, %r2, 0;
      mov.u64 %rd3, %rd1;
      @%p1 bra EVEN;
      mov.u64 %rd3, %clock64;
      EVEN:
      @%p1 mov.u64 %rd3, %clock64;
      VOTE
      mov.u64 %rd4, %globaltimer;
      mov.u32 %r4, %clock_hi;
      mov.u32 %r5, %clock;
      mov.u32 %r6, %globaltimer_lo;
      mov.u32 %r7, %globaltimer_hi;
      mov.u64 %rd5, %clock64;
      ld.param.u64 %rd6, [out];
      mul.wide.u32 %rd7, %r1, 64;
      add.s64 %rd6, %rd6, %rd7;
      st.global.u64 [%rd6], %rd1;
      st.global.u64 [%rd6+8], %rd2;
      st.global.u64 [%rd6+16], %rd3;
      st.global.u64 [%rd6+24], %rd4;
      st.global.u64 [%rd6+32], %rd5;
      st.global.u32 [%rd6+40], %r4;
      st.global.u32 [%rd6+44], %r5;
      st.global.u32 [%rd6+48], %r6;
      st.global.u32 [%rd6+52], %r7;
      ret;
      }
      """;

  private static final List<String> FORMS =
      List.of(PTX.replace("VOTE\n", ""), PTX.replace("VOTE", "vote.sync.ballot.b32 %r3, %p1, -1;"));

  @Test
  void timeGoesOn() {
    for (String ptx : FORMS) {
      for (Engine engine : Engine.values()) {
        TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
        try (TestDevice device = new TestDevice(ptx, options)) {
          long out = device.allocate(64 * THREADS);
          device.launch("clocks", 1, THREADS, out);
          long[] times = device.longs(out, 8 * THREADS);
          int[] words = device.ints(out, 16 * THREADS);
          for (int t = 0; t < THREADS; t++) {
            check(engine + ", thread " + t, times, 8 * t, words, 16 * t + 10);
          }
        }
      }
    }
  }

  /**
   * Both clocks are the same one. Of what is read between two times, half of the bits are known.
   */
  private static void check(String thread, long[] times, int at, int[] words, int word) {
    for (int k = 1; k < 5; k++) {
      assertTrue(times[at + k] >= times[at + k - 1], thread);
    }
    long before = times[at + 3];
    long after = times[at + 4];
    for (int high : new int[] {words[word], words[word + 3]}) {
      assertTrue(high >= before >> 32 && high <= after >> 32, thread);
    }
    for (int low : new int[] {words[word + 1], words[word + 2]}) {
      long passed = Integer.toUnsignedLong(low - (int) before);
      assertTrue(after - before >= 1L << 32 || passed <= after - before, thread);
    }
  }

  @Test
  void isMachineCode() {
    assumeTrue(Processor.current().best().isPresent());
    List<String> kernels = new ArrayList<>();
    for (String ptx : FORMS) {
      PtxTranslator.translate(
          ptx,
          TranslationOptions.defaults()
              .withListener(
                  (kernel, pass, result) -> {
                    if (pass.equals("GangAssembler")) {
                      kernels.add(kernel);
                    }
                  }));
    }
    assertEquals(List.of("clocks", "clocks"), kernels);
  }
}
