package org.grcuda.cpu.translate.pass;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class SpinningLoopsTest {

  private static final String READ = "ld.volatile.u32 %r1, [%a];";
  private static final String ENDS = READ + " setp.eq.s32 %p, %r1, 0; ";

  private static ControlFlowGraph graph(String body) {
    String text =
        """
        .version 8.3
        .target sm_80
        .address_size 64
        .visible .entry k() {
          .reg .pred %p, %q;
          .reg .b32 %r<3>;
          .reg .b64 %a;
          setp.eq.s32 %p, %r1, 0;
          BODY
          ret;
        }
        """;
    return ControlFlowGraph.of(PtxParser.parse(text.replace("BODY", body)).entries().getFirst());
  }

  /** Whether a loop from the block of label {@code FROM} back to that of {@code TO} does. */
  private static boolean spins(String body) {
    ControlFlowGraph graph = graph(body);
    return new SpinningLoops(graph).spins(graph.blockOf("FROM"), graph.blockOf("TO"));
  }

  @Test
  void loopsThatReadWhatOthersWriteSpin() {
    assertTrue(spins("TO: " + ENDS + " FROM: @%p bra TO;"));
    assertTrue(spins("TO: @%p bra FROM; " + ENDS + " FROM: @%p bra TO;"));
    assertTrue(
        spins("TO: FROM: atom.cas.b32 %r1, [%a], 0, 1; setp.ne.s32 %p, %r1, 0; @%p bra TO;"));
  }

  @Test
  void othersDoNot() {
    assertFalse(spins(READ + " TO: add.s32 %r1, %r1, 1; FROM: @%p bra TO; " + READ));
    assertFalse(spins(READ + " TO: FROM: atom.add.u32 %r1, [%a], 1; @%p bra TO;"));
  }

  /** A barrier in each round lets the other threads go on. */
  @Test
  void loopsOfBarriersDoNot() {
    assertFalse(spins("TO: bar.sync 0; " + ENDS + " FROM: @%p bra TO;"));
    assertFalse(spins("TO: " + ENDS + " @%p bra OUT; FROM: barrier.sync 1; bra TO; OUT:"));
    assertTrue(spins("TO: @%p bar.sync 0; " + ENDS + " FROM: @%p bra TO;"));
    assertTrue(spins("TO: bar.sync 0, 64; " + ENDS + " FROM: @%p bra TO;"));
    assertTrue(spins("TO: bar.arrive 0, 64; " + ENDS + " FROM: @%p bra TO;"));
    assertTrue(spins("TO: @%q bra OVER; bar.sync 0; OVER: " + ENDS + " FROM: @%p bra TO;"));
    assertTrue(spins("bar.sync 0; TO: " + ENDS + " FROM: @%p bra TO;"));
  }

  private static final String COUNT =
      "add.u32 %r0, %r0, 1; setp.lt.u32 %q, %r0, 9; FROM: @%q bra TO;";

  @Test
  void loopsThatOthersDoNotEndDoNot() {
    assertFalse(spins("TO: " + READ + " add.u32 %r2, %r2, %r1; " + COUNT));
    // What is found decides what is done, but not how often.
    String found = "TO: atom.cas.b32 %r1, [%a], 0, 1; setp.eq.s32 %p, %r1, 0; ";
    assertFalse(spins(found + "@%p bra SKIP; st.u32 [%a], %r2; SKIP: " + COUNT));
    assertTrue(spins(found + "@%p bra SKIP; mov.u32 %r0, 9; SKIP: " + COUNT));
    assertTrue(spins(found + "@%p ret; " + COUNT));
    assertTrue(spins(found + "@%p bra OUT; " + COUNT + " OUT:"));
    assertTrue(spins("TO: " + READ + " add.u32 %r0, %r0, %r1; " + COUNT));
    assertTrue(spins("TO: " + READ + " ld.global.u32 %r0, [%a]; " + COUNT));
    assertFalse(spins("TO: " + READ + " ld.global.nc.u32 %r2, [%a]; " + COUNT));
  }

  private static final String SWAP =
      "TO: FROM: add.u32 %r2, %r1, 1; atom.cas.b32 %r0, [%a], %r1, %r2;";
  private static final String UNEQUAL = "setp.ne.s32 %p, %r1, %r0;";
  private static final String AGAIN = "mov.u32 %r1, %r0; @%p bra TO;";

  /** A thread repeats such a loop only if another one was faster: it waits for none. */
  @Test
  void swapsOfWhatWasFoundDoNot() {
    assertFalse(spins(SWAP + UNEQUAL + AGAIN));
    assertFalse(spins(SWAP + "setp.eq.s32 %p, %r0, %r1; mov.u32 %r1, %r0; @!%p bra TO;"));
    assertFalse(
        spins(
            "TO: atom.cas.b32 %r0, [%a], %r1, %r2; setp.eq.s32 %p, %r1, %r0; @%p bra OUT;"
                + " mov.u32 %r2, %r0; mov.u32 %r1, %r2; FROM: bra TO; OUT:"));
  }

  @Test
  void otherSwapsSpin() {
    // What is expected stays the same: a lock.
    assertTrue(spins(SWAP + UNEQUAL + "@%p bra TO;"));
    // Goes on although the swap succeeded: waits until the value is another.
    assertTrue(spins(SWAP + "setp.eq.s32 %p, %r1, %r0;" + AGAIN));
    assertTrue(spins(SWAP + "setp.ne.s32 %p, %r2, %r0;" + AGAIN));
    // What is expected is computed.
    assertTrue(spins(SWAP + UNEQUAL + "add.u32 %r1, %r0, 1; @%p bra TO;"));
    // Compared after the move: never unequal.
    assertTrue(spins(SWAP + "mov.u32 %r1, %r0;" + UNEQUAL + "@%p bra TO;"));
    assertTrue(spins(SWAP + READ + UNEQUAL + AGAIN));
  }

  /** The second: it needs as many steps as there are pairs of blocks, and need not end them. */
  @Test
  @Timeout(60)
  void manyLoopsTakeBoundedTime() {
    int labels = 20_000;
    String jumps =
        IntStream.range(0, labels)
            .mapToObj(i -> "L%d: @%%p bra L%d;".formatted(i, i * 7919L % labels))
            .collect(Collectors.joining("\n"));
    for (String first : new String[] {"", ENDS}) {
      ControlFlowGraph graph = graph(first + "START: " + jumps);
      SpinningLoops loops = new SpinningLoops(graph);
      BasicBlock start = graph.blockOf("START");
      long spinning = graph.blocks().stream().filter(block -> loops.spins(block, start)).count();
      assertTrue(spinning < graph.blocks().size(), () -> spinning + " loops");
    }
  }
}
