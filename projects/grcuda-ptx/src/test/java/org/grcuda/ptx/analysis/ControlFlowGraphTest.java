package org.grcuda.ptx.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.ptx.Corpus;
import org.junit.jupiter.api.Test;

class ControlFlowGraphTest {

  private static ControlFlowGraph graph(String body) {
    return ControlFlowGraph.of(Corpus.parseKernel(body));
  }

  private static List<List<Integer>> successors(ControlFlowGraph graph) {
    return graph.blocks().stream().map(BasicBlock::successors).toList();
  }

  private static List<Integer> order(ControlFlowGraph graph) {
    return graph.reversePostorder().stream().map(BasicBlock::index).toList();
  }

  @Test
  void emptyBodyIsOneBlock() {
    ControlFlowGraph graph = graph("");
    assertEquals(List.of(new BasicBlock(0, 0, 0, List.of(), List.of())), graph.blocks());
    assertTrue(graph.isReachable(0));
  }

  @Test
  void straightLineFallsOffTheEnd() {
    assertEquals(List.of(List.of()), successors(graph("mov.b32 %r1, 0; mov.b32 %r2, 0;")));
  }

  @Test
  void diamond() {
    ControlFlowGraph graph =
        graph("@%p1 bra A; mov.b32 %r1, 0; bra.uni B; A: mov.b32 %r1, 1; B: ret;");
    assertEquals(List.of(List.of(2, 1), List.of(3), List.of(3), List.of()), successors(graph));
    assertEquals(List.of(1, 2), graph.blocks().get(3).predecessors());
    assertEquals(0, graph.immediateDominator(3));
    assertEquals(-1, graph.immediateDominator(0));
    assertTrue(graph.dominates(0, 3));
    assertTrue(graph.dominates(3, 3));
    assertFalse(graph.dominates(1, 3));
    assertEquals(2, graph.blockOf("A").index());
    assertEquals(2, graph.blockAt(4).index());
    assertThrows(IllegalArgumentException.class, () -> graph.blockOf("C"));
  }

  @Test
  void loopHasABackEdge() {
    ControlFlowGraph graph = graph("mov.b32 %r1, 0; L: add.s32 %r1, %r1, 1; @%p1 bra L; ret;");
    assertEquals(List.of(List.of(1), List.of(1, 2), List.of()), successors(graph));
    assertTrue(graph.isBackEdge(1, 1));
    assertFalse(graph.isBackEdge(0, 1));
    assertFalse(graph.isBackEdge(1, 2));
    assertEquals(List.of(0, 1, 2), order(graph));
  }

  @Test
  void guardedReturnExitAndTrapFallThrough() {
    ControlFlowGraph graph = graph("@%p1 ret; @%p1 exit; @%p1 trap; trap; mov.b32 %r1, 0;");
    assertEquals(
        List.of(List.of(1), List.of(2), List.of(3), List.of(), List.of()), successors(graph));
    assertFalse(graph.isReachable(4));
    assertEquals(-1, graph.immediateDominator(4));
    assertEquals(List.of(0, 1, 2, 3), order(graph));
  }

  @Test
  void branchToTheNextBlockIsOneEdge() {
    assertEquals(List.of(List.of(1), List.of()), successors(graph("@%p1 bra A; A: ret;")));
  }

  @Test
  void adjacentLabelsShareABlock() {
    ControlFlowGraph graph = graph("A: B: @%p1 bra A; bra B;");
    assertEquals(graph.blockOf("A"), graph.blockOf("B"));
    assertEquals(List.of(List.of(0, 1), List.of(0)), successors(graph));
  }

  @Test
  void indexedBranch() {
    ControlFlowGraph graph =
        graph("t: .branchtargets C, A, C; brx.idx %r1, t; A: ret; B: ret; C: ret;");
    assertEquals(List.of(3, 1), graph.blocks().get(0).successors());
    assertFalse(graph.isReachable(2));
  }

  @Test
  void irreducibleLoopHasABackEdgeThatDoesNotDominate() {
    ControlFlowGraph graph = graph("@%p1 bra B; A: mov.b32 %r1, 0; B: @%p2 bra A; ret;");
    assertEquals(0, graph.immediateDominator(1));
    assertEquals(0, graph.immediateDominator(2));
    assertTrue(graph.isBackEdge(1, 2) ^ graph.isBackEdge(2, 1));
  }

  @Test
  void compiledCode() {
    for (String name : Corpus.NAMES) {
      Corpus.module(name)
          .functions()
          .forEach(
              function -> {
                ControlFlowGraph graph = ControlFlowGraph.of(function);
                int next = 0;
                for (BasicBlock block : graph.blocks()) {
                  assertEquals(next, block.start());
                  next = block.end();
                  for (int to : block.successors()) {
                    assertTrue(graph.blocks().get(to).predecessors().contains(block.index()));
                    assertTrue(
                        !graph.isBackEdge(block.index(), to) || graph.dominates(to, block.index()));
                  }
                }
                assertEquals(function.body().size(), next);
              });
    }
  }
}
