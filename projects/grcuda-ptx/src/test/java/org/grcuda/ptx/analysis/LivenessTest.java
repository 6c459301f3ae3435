package org.grcuda.ptx.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.ptx.Corpus;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LivenessTest {

  private static Set<String> names(PtxFunction function, BitSet registers) {
    Set<String> names = new TreeSet<>();
    registers.stream().forEach(i -> names.add(function.registers().get(i).name()));
    return names;
  }

  private static Set<String> after(String body, int statement) {
    PtxFunction k = Corpus.parseKernel(body);
    return names(k, Liveness.of(ControlFlowGraph.of(k)).liveAfter(statement));
  }

  @Test
  void straightLine() {
    String body =
        """
        mov.b32 %r1, 1;
        mov.b32 %r2, 2;
        add.s32 %r3, %r1, %r2;
        st.global.u32 [%rd1], %r3;
        ret;
        """;
    assertEquals(Set.of("%r1", "%rd1"), after(body, 0));
    assertEquals(Set.of("%r1", "%r2", "%rd1"), after(body, 1));
    assertEquals(Set.of("%r3", "%rd1"), after(body, 2));
    assertEquals(Set.of(), after(body, 3));
  }

  @Test
  void loopCarriesItsCounter() {
    String body =
        """
        mov.b32 %r1, 0;
        L: bar.sync 0;
        add.s32 %r1, %r1, %r2;
        setp.lt.s32 %p1, %r1, %r3;
        @%p1 bra L;
        st.global.u32 [%rd1], %r1;
        """;
    PtxFunction k = Corpus.parseKernel(body);
    Liveness liveness = Liveness.of(ControlFlowGraph.of(k));
    assertEquals(Set.of("%r1", "%r2", "%r3", "%rd1"), names(k, liveness.liveAfter(2)));
    assertEquals(Set.of("%r2", "%r3", "%rd1"), names(k, liveness.liveIn(0)));
    assertEquals(Set.of("%r1", "%r2", "%r3", "%rd1"), names(k, liveness.liveOut(1)));
    assertEquals(Set.of("%p1", "%r1", "%r2", "%r3", "%rd1"), names(k, liveness.liveBefore(5)));
  }

  @Test
  void guardedDefinitionDoesNotEndALiveRange() {
    assertEquals(Set.of("%p1", "%r1"), after("nanosleep 1; @%p1 mov.b32 %r1, 2; bar.sync %r1;", 0));
    assertEquals(Set.of(), after("nanosleep 1; mov.b32 %r1, 2; bar.sync %r1;", 0));
  }

  @Test
  void branchesJoin() {
    String body = "@%p1 bra A; st.u32 [%rd1], %r1; ret; A: st.u32 [%rd2], %r2; ret;";
    assertEquals(Set.of("%r1", "%r2", "%rd1", "%rd2"), after(body, 0));
  }

  @Test
  void whatNothingReachesHasLiveRegistersToo() {
    String body = "ret; A: st.u32 [%rd1], %r1; bra A; B: bra C; C: st.u32 [%rd2], %r2; bra B;";
    PtxFunction k = Corpus.parseKernel(body);
    ControlFlowGraph graph = ControlFlowGraph.of(k);
    Liveness liveness = Liveness.of(graph);
    assertEquals(Set.of(), names(k, liveness.liveIn(0)));
    assertEquals(Set.of("%r1", "%rd1"), names(k, liveness.liveIn(graph.blockOf("A").index())));
    assertEquals(Set.of("%r2", "%rd2"), names(k, liveness.liveIn(graph.blockOf("B").index())));
  }

  @Test
  void aWalkInAnyOrderIsRight() {
    for (String name : Corpus.NAMES) {
      for (PtxFunction entry : Corpus.module(name).entries()) {
        Liveness liveness = Liveness.of(ControlFlowGraph.of(entry));
        Liveness.Walk descending = liveness.backwards();
        Liveness.Walk zigzag = liveness.backwards();
        int last = entry.body().size() - 1;
        for (int s = last; s >= 0; s--) {
          assertEquals(liveness.liveAfter(s), descending.liveAfter(s), name);
          assertEquals(liveness.liveBefore(s), descending.liveBefore(s), name);
          int other = s * 7 % (last + 1);
          assertEquals(liveness.liveBefore(other), zigzag.liveBefore(other), name);
        }
      }
    }
  }

  /** Control runs against the text: once each pass over all blocks found one more that changes. */
  @Test
  @Timeout(60)
  void jumpsAgainstTheTextTakeBoundedTime() {
    int last = 60_000;
    String jumps =
        IntStream.rangeClosed(1, last)
            .mapToObj(i -> "L%d: add.s32 %%r1, %%r1, %%r2; bra L%d;".formatted(i, i - 1))
            .collect(Collectors.joining("\n"));
    PtxFunction k = Corpus.parseKernel("bra L" + last + "; L0: st.u32 [%rd1], %r1; ret; " + jumps);
    Liveness liveness = Liveness.of(ControlFlowGraph.of(k));
    assertEquals(Set.of("%r1", "%r2", "%rd1"), names(k, liveness.liveIn(0)));
    assertEquals(Set.of("%r1", "%rd1"), names(k, liveness.liveIn(1)));
  }

  @Test
  void destinationsAndSources() {
    check("ld.v2.u32 {%r1, _}, [%rd1];", "%r1", "%rd1");
    check("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;", "%p1 %p2", "%r1 %r2 %p3");
    check("@!%p1 st.v2.u32 [%rd1], {%r1, %r2};", "", "%p1 %rd1 %r1 %r2");
    check("mov.b64 {%r1, %r2}, %rd1;", "%r1 %r2", "%rd1");
    check("atom.add.u32 %r1, [%rd1], %r2;", "%r1", "%rd1 %r2");
    check("red.add.u32 [%rd1], %r2;", "", "%rd1 %r2");
    check("bar.sync %r1, %r2;", "", "%r1 %r2");
    check("bar.red.popc.u32 %r1, 0, %p1;", "%r1", "%p1");
    check("barrier.red.or.pred %p1, 0, %p2;", "%p1", "%p2");
    check("shfl.sync.up.b32 %r1|%p1, %r2, %r3, 0, -1;", "%r1 %p1", "%r2 %r3");
    check("prefetch.global.L1 [%rd1];", "", "%rd1");
    check("tex.1d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%rd1, {%r5}];", "%r1 %r2 %r3 %r4", "%rd1 %r5");
    check("brx.idx %r1, t; t: .branchtargets A; A:", "", "%r1");
    check(
        "q: .callprototype (.reg .b32 _) _ (.reg .b32 _); call (%r1), %rd1, (%r2), q;",
        "%r1", "%rd1 %r2");
  }

  private static void check(String text, String defined, String used) {
    Instruction instruction = (Instruction) Corpus.parseKernel(text).body().get(0);
    assertEquals(split(defined), texts(RegisterUse.defined(instruction)), text);
    assertEquals(split(used), texts(RegisterUse.used(instruction)), text);
  }

  private static List<String> split(String names) {
    return names.isEmpty() ? List.of() : List.of(names.split(" "));
  }

  private static List<String> texts(List<Register> registers) {
    return registers.stream().map(Register::name).toList();
  }

  @Test
  void nothingIsLiveIntoCompiledKernels() {
    for (String name : Corpus.NAMES) {
      for (PtxFunction entry : Corpus.module(name).entries()) {
        Liveness liveness = Liveness.of(ControlFlowGraph.of(entry));
        assertEquals(Set.of(), names(entry, liveness.liveIn(0)), name);
      }
    }
  }
}
