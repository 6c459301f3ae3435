package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Votes and shuffles without {@code .sync}, of targets before sm_70, on every engine. */
final class ImpliedMembersTest {

  private static final int RESULTS = 8;
  private static final int THREADS = 64;

  /** Whole warps, a branch, a guard, a loop that lanes leave one after another, and after it. */
  private static final String PTX =
      """
      .version 6.0 .target sm_60 .address_size 64
      .func (.reg .b32 votes) ballot(.reg .b32 x) {
      .reg .pred p;
      setp.gt.u32 p, x, 4;
      vote.ballot.b32 votes, p;
      ret;
      }
      .visible .entry k(.param .u64 out) {
      .reg .u64 o, l; .reg .b32 t, k, n, a, b, c, turn; .reg .pred p, q, r;
      ld.param.u64 o, [out];
      mov.u32 t, %tid.x; mov.u32 k, %laneid;
      mul.wide.u32 l, t, 32; add.u64 o, o, l;
      mov.u32 a, t;
      mov.u32 n, 16;
      sum:
      shfl.down.b32 b, a, n, 31;
      add.u32 a, a, b;
      shr.u32 n, n, 1;
      setp.ne.u32 p, n, 0;
      @p bra sum;
      st.global.u32 [o], a;
      and.b32 b, k, 3;
      setp.eq.u32 p, b, 1;
      setp.lt.u32 q, k, 20;
      mov.u32 c, 77;
      @!p bra other;
      vote.ballot.b32 c, q;
      bra.uni both;
      other:
      vote.ballot.b32 c, !q;
      both:
      st.global.u32 [o+4], c;
      mov.u32 c, 77;
      @q vote.ballot.b32 c, p;
      st.global.u32 [o+8], c;
      mov.u32 turn, 0; mov.u32 c, 0;
      round:
      vote.ballot.b32 a, 1;
      xor.b32 c, c, a;
      shl.b32 c, c, 1;
      add.u32 turn, turn, 1;
      setp.lt.u32 r, turn, b;
      @r bra round;
      st.global.u32 [o+12], c;
      vote.all.pred r, q;
      selp.b32 a, 1, 0, r;
      vote.any.pred r, q;
      selp.b32 c, 2, 0, r;
      or.b32 a, a, c;
      setp.lt.u32 r, k, 40;
      vote.uni.pred r, r;
      selp.b32 c, 4, 0, r;
      or.b32 a, a, c;
      st.global.u32 [o+16], a;
      shfl.up.b32 a|r, t, 3, 0;
      selp.b32 a, a, 1000, r;
      st.global.u32 [o+20], a;
      call (a), ballot, (k);
      st.global.u32 [o+24], a;
      mov.u32 a, 5;
      @p shfl.bfly.b32 a, t, 4, 31;
      st.global.u32 [o+28], a;
      ret;
      }
      """;

  static List<TranslationOptions> engines() {
    TranslationOptions defaults = TranslationOptions.defaults();
    List<TranslationOptions> engines = new ArrayList<>();
    engines.add(defaults.withEngine(Engine.INTERPRETER));
    engines.add(defaults.withEngine(Engine.BYTECODE));
    engines.add(defaults.withEngine(Engine.BYTECODE).withLongestMethod(400));
    for (InstructionSet set : Processor.current().available()) {
      engines.add(defaults.withEngine(Engine.NATIVE).withInstructions(set));
    }
    return engines;
  }

  private static int[] expected() {
    int[] results = new int[THREADS * RESULTS];
    for (int t = 0; t < THREADS; t++) {
      int lane = t & 31;
      boolean branch = (lane & 3) == 1;
      int sum = 0;
      int votes = 0;
      int guarded = 0;
      int rounds = 0;
      for (int l = 0; l < 32; l++) {
        sum += (t & ~31) + l;
        boolean first = (l & 3) == 1;
        votes |= first == branch && l < 20 == branch ? 1 << l : 0;
        guarded |= l < 20 && first ? 1 << l : 0;
      }
      for (int turn = 0; turn < Math.max(1, lane & 3); turn++) {
        int there = 0;
        for (int l = 0; l < 32; l++) {
          there |= Math.max(1, l & 3) > turn ? 1 << l : 0;
        }
        rounds = (rounds ^ there) << 1;
      }
      int[] own = {
        sum,
        votes,
        lane < 20 ? guarded : 77,
        rounds,
        2 | 4,
        lane >= 3 ? t - 3 : 1000,
        -1 << 5,
        branch ? t ^ 4 : 5
      };
      System.arraycopy(own, 0, results, t * RESULTS, RESULTS);
    }
    return results;
  }

  @ParameterizedTest
  @MethodSource("engines")
  void membersAreTheLanesThatAreThere(TranslationOptions options) {
    try (TestDevice device = new TestDevice(PTX, options)) {
      long out = device.allocate(4L * RESULTS * THREADS);
      device.launch("k", 1, THREADS, out);
      int[] expected = expected();
      int[] results = device.ints(out, RESULTS * THREADS);
      for (int t = 0; t < THREADS; t++) {
        expected[t * RESULTS] = t % 32 == 0 ? expected[t * RESULTS] : results[t * RESULTS];
      }
      assertArrayEquals(expected, results);
    }
  }

  @Test
  void newerTargetsHaveNone() {
    RuntimeException refused =
        PtxTranslator.translate(PTX.replace("sm_60", "sm_70"), TranslationOptions.defaults())
            .refused()
            .get("k");
    assertEquals(
        "the cpu backend does not support 'vote.ballot.b32': targets from sm_70 on have"
            + " 'vote.sync' only, which names its members (PTX line 5, column 1)",
        refused.getMessage());
    assertTrue(PtxTranslator.translate(PTX, TranslationOptions.defaults()).refused().isEmpty());
  }
}
