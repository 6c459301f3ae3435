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

  private static ControlFlowGraph graph(String body) {
    String text =
        """
        .version 8.3
        .target sm_80
        .address_size 64
        .visible .entry k() {
          .reg .pred %p;
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
    assertTrue(spins("TO: " + READ + " FROM: @%p bra TO;"));
    assertTrue(spins("TO: @%p bra FROM; " + READ + " FROM: @%p bra TO;"));
    assertTrue(spins("TO: FROM: atom.cas.b32 %r1, [%a], 0, 1; @%p bra TO;"));
  }

  @Test
  void othersDoNot() {
    assertFalse(spins(READ + " TO: add.s32 %r1, %r1, 1; FROM: @%p bra TO; " + READ));
    assertFalse(spins(READ + " TO: FROM: atom.add.u32 %r1, [%a], 1; @%p bra TO;"));
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
    for (String first : new String[] {"", READ}) {
      ControlFlowGraph graph = graph(first + "START: " + jumps);
      SpinningLoops loops = new SpinningLoops(graph);
      BasicBlock start = graph.blockOf("START");
      long spinning = graph.blocks().stream().filter(block -> loops.spins(block, start)).count();
      assertTrue(spinning < graph.blocks().size(), () -> spinning + " loops");
    }
  }
}
