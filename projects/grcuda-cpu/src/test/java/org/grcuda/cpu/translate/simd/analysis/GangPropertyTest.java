package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.grcuda.cpu.translate.simd.analysis.GangLayout.Kind;
import org.grcuda.cpu.translate.simd.analysis.Model.Lane;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.junit.jupiter.api.Test;

/**
 * Random kernels do in a gang what their threads do one by one. Counts of kernels and the first
 * seed can be given: {@code -Dgrcuda.test.programs=100000 -Dgrcuda.test.seed=1}.
 */
class GangPropertyTest {

  private static final int MOST_STEPS = 20_000;

  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 300);

  private static final long SEED = Long.getLong("grcuda.test.seed", 1);

  @Test
  void gangsDoWhatThreadsDo() {
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
      String body = RandomKernel.body(seed, seed % 4 == 0);
      for (GangLayout layout : layouts()) {
        Plans plans = Plans.ofBody(body, layout);
        try {
          check(plans, layout, new Random(seed), counts);
        } catch (AssertionError e) {
          throw new AssertionError(
              "seed " + seed + ", " + layout + "\n" + body + "\n" + plans.plan(), e);
        }
      }
    }
    for (String what :
        List.of("divergent", "uniform branches", "affine", "merged", "waited", "left")) {
      assertTrue(counts.containsKey(what), "never met: " + what + ", but " + counts);
    }
  }

  private static List<GangLayout> layouts() {
    List<GangLayout> all = new ArrayList<>(List.of(GangLayout.BLOCK));
    for (int lanes : List.of(8, 16, 32)) {
      for (Kind kind : List.of(Kind.ROWS, Kind.LINE, Kind.ANY)) {
        all.add(new GangLayout(kind, lanes));
      }
    }
    return all;
  }

  private static void check(
      Plans plans, GangLayout layout, Random random, TreeMap<String, Integer> counts) {
    int lanes = layout.lanes();
    boolean rows = layout.isRows();
    int width = rows ? lanes * (1 + random.nextInt(3)) : 3 + random.nextInt(60);
    int block = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(100);
    int first = lanes * random.nextInt(3);
    int active = random.nextInt(3) == 0 ? 1 + random.nextInt(lanes) : lanes;
    List<Lane> together = new ArrayList<>();
    for (int l = 0; l < lanes; l++) {
      together.add(lane(plans.function(), layout, width, block, first + l));
    }
    Gang gang = new Gang(plans, together, -1 >>> 32 - active, random, counts);
    boolean left = !gang.run();
    for (int l = 0; l < active; l++) {
      Lane alone = lane(plans.function(), layout, width, block, first + l);
      runAlone(plans.function(), alone);
      assertEquals(left ? List.of() : alone.stores, together.get(l).stores, "lane " + l);
    }
  }

  private static Lane lane(
      PtxFunction function, GangLayout layout, int width, int block, int thread) {
    boolean rows = layout.kind() != Kind.LINE;
    return new Lane(
        function.registers().size(),
        name ->
            switch (name) {
              case "%tid.x" -> (long) (rows ? thread % width : thread);
              case "%tid.y" -> (long) (rows ? thread / width : 0);
              case "%ntid.x" -> (long) width;
              case "%ctaid.x" -> (long) block;
              case "%laneid" -> (long) thread % 32;
              case "%warpid" -> (long) thread / 32;
              default -> throw new IllegalArgumentException(name);
            });
  }

  private static void runAlone(PtxFunction function, Lane lane) {
    ControlFlowGraph graph = ControlFlowGraph.of(function);
    List<Statement> body = function.body();
    int s = 0;
    for (int steps = 0; s < body.size(); steps++) {
      assertTrue(steps < MOST_STEPS, "a thread that does not end");
      int next = s + 1;
      if (body.get(s) instanceof Instruction i && lane.passes(i.guard())) {
        switch (i.opcode()) {
          case BRA -> next = graph.blockOf(graph.targets(i).get(0)).start();
          case RET, EXIT -> next = body.size();
          case ST -> Model.store(lane, i);
          default -> lane.registers[Gang.target(i).index()] = Model.result(lane, i);
        }
      }
      s = next;
    }
  }
}
