package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;
import org.junit.jupiter.api.Test;

/** What gangs save at barriers, and restore behind them. */
class BarrierSavesTest {

  private static final String START =
      """
      mov.u32 %r1, %tid.x;
      shl.b32 %r2, %r1, 2;
      mov.u32 %r3, tile;
      add.u32 %r4, %r3, %r2;
      mov.u32 %r5, 1;
      """;

  private static final String BARRIER = "bar.sync 0;\n";
  private static final String END = "st.shared.u32 [%r4], %r5;\nret;\n";

  /**
   * The barriers of a kernel.
   *
   * @param blocks that begin with them, in order
   */
  private record Kernel(KernelFlow flow, BarrierSaves saves, List<Integer> blocks) {

    static Kernel of(String body) {
      PtxFunction kernel = Meetings.split(Plans.function(Plans.kernel(body), "k"));
      KernelFlow flow = KernelFlow.of(kernel);
      GangLayout layout = GangLayout.rows(32);
      GangPlan plan = GangPlan.run(flow, layout);
      Indexed indexed = Plans.indexed(flow, plan, layout);
      List<Integer> blocks =
          flow.graph().blocks().stream()
              .filter(b -> Meetings.first(flow.graph(), b) != null)
              .map(BasicBlock::index)
              .toList();
      return new Kernel(flow, BarrierSaves.run(flow, indexed), blocks);
    }

    private Set<String> names(BitSet registers) {
      List<Register> all = flow.graph().function().registers();
      return registers.stream()
          .mapToObj(r -> all.get(r).name())
          .collect(Collectors.toCollection(TreeSet::new));
    }

    Set<String> saved(int barrier) {
      return names(saves.saved(blocks.get(barrier)));
    }

    Set<String> restored(int barrier) {
      return names(saves.restored(blocks.get(barrier)));
    }
  }

  @Test
  void oneBarrierSavesWhatIsLive() {
    Kernel kernel = Kernel.of(START + BARRIER + END);
    assertEquals(Set.of("%r4", "%r5"), kernel.saved(0));
    assertEquals(Set.of("%r4", "%r5"), kernel.restored(0));
  }

  @Test
  void whatIsCarriedStaysInTheArea() {
    Kernel two = Kernel.of(START + BARRIER + "add.u32 %r5, %r5, %r1;\n" + BARRIER + END);
    assertEquals(Set.of("%r1", "%r4", "%r5"), two.saved(0));
    assertEquals(Set.of("%r1", "%r5"), two.restored(0), "%r4 is not touched");
    assertEquals(Set.of("%r5"), two.saved(1), "%r4 is as it was");
    assertEquals(Set.of("%r4", "%r5"), two.restored(1));
  }

  @Test
  void aLoopSavesWhatItWrites() {
    String loop = "LOOP:\n" + BARRIER + "add.u32 %r5, %r5, %r1;\n" + BARRIER;
    String again = "setp.lt.u32 %p1, %r5, 99;\n@%p1 bra LOOP;\n";
    Kernel kernel = Kernel.of(START + loop + again + END);
    assertEquals(Set.of("%r1", "%r4", "%r5"), kernel.saved(0), "the first barrier of the kernel");
    assertEquals(Set.of("%r5"), kernel.saved(1));
    assertEquals(Set.of("%r1", "%r4", "%r5"), kernel.restored(1), "the loop's start saves them");
  }

  @Test
  void whatOneWayWritesIsRestoredOnAllWays() {
    String ways =
        """
        setp.lt.u32 %p1, %r10, 7;
        @%p1 bra RIGHT;
        bar.sync 0;
        add.u32 %r5, %r5, 1;
        bra BOTH;
        RIGHT:
        bar.sync 0;
        BOTH:
        bar.sync 0;
        """;
    Kernel kernel = Kernel.of(START + "ld.param.u32 %r10, [n];\n" + BARRIER + ways + END);
    assertEquals(Set.of("%r5"), kernel.saved(3));
    assertEquals(Set.of("%r5"), kernel.restored(1));
    assertEquals(Set.of("%r5"), kernel.restored(2), "since the last barrier saves it");
    assertEquals(Set.of("%r4", "%r5"), kernel.restored(3));
  }

  @Test
  void theNextBarriersOperandsAreTouched() {
    String counts = "setp.lt.u32 %p1, %r1, 7;\n" + BARRIER + "bar.red.popc.u32 %r5, 0, %p1;\n";
    Kernel kernel = Kernel.of(START + counts + END);
    assertEquals(Set.of("%p1"), kernel.restored(0));
  }

  @Test
  void aBarrierThatMayBePassedHidesNothing() {
    String passed =
        "ld.param.u32 %r10, [n];\nsetp.lt.u32 %p1, %r10, 7;\n"
            + BARRIER
            + "add.u32 %r5, %r5, %r1;\n@%p1 bar.sync 0;\nadd.u32 %r5, %r5, %r4;\n"
            + BARRIER;
    Kernel kernel = Kernel.of(START + passed + END);
    assertEquals(Set.of("%p1", "%r1", "%r4", "%r5"), kernel.restored(0));
    assertEquals(Set.of("%r5"), kernel.saved(2));
  }
}
