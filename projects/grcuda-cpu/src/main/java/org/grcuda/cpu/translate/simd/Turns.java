package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.simd.analysis.GangPlan;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.loop.GangAreas;
import org.grcuda.cpu.translate.simd.loop.GangAreas.Stop;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Loops that may wait for what other threads write ({@link GangPlan#isYield}). Lanes that go back
 * let the other lanes of their gang go on first. After some turns the gang stops, with all places
 * at which its lanes wait, and the next gang runs; {@link Rounds} come back to it.
 */
final class Turns {

  /** How often lanes of a gang yield before it stops. */
  private static final int MOST_TURNS = 8;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final GangPlan plan;
  private final GangAreas areas;
  private final Flow flow;
  private final Map<Integer, Stop> stops = new HashMap<>();
  private final Map<Integer, Stop> fullStops = new HashMap<>();
  private final Map<Integer, Label> stopping = new HashMap<>();
  private final Map<Integer, Label> fullStopping = new HashMap<>();

  Turns(GangEmitter e, GangAreas areas, Flow flow) {
    this.e = e;
    this.asm = e.asm();
    this.plan = e.scope().plan();
    this.areas = areas;
    this.flow = flow;
    for (BasicBlock block : plan.order()) {
      int b = block.index();
      if (plan.targets(b).stream().anyMatch(target -> plan.isYield(b, target))) {
        addStops(b, plan.turn(b));
      }
    }
  }

  private void addStops(int block, List<Integer> next) {
    BitSet live = new BitSet();
    next.forEach(b -> live.or(e.scope().liveness().liveIn(b)));
    stops.put(block, areas.stop(live, live, GangFrame.WAITING_BYTES * next.size()));
    BitSet liveOfAll = e.scope().liveness().liveIn(next.getLast());
    fullStops.put(block, areas.stop(liveOfAll, liveOfAll, 0));
  }

  /** Whether there are such loops. */
  boolean exist() {
    return !stops.isEmpty();
  }

  /** Code before a gang's first turn. */
  void begin() {
    if (exist()) {
      asm.storeConstant(4, Mem.at(FRAME, GangFrame.TURNS), 0);
    }
  }

  /**
   * Lets lanes go on in turn, after some have gone back by the yielding branch of a block. All
   * lanes wait somewhere.
   */
  void next(int block) {
    count(stopping.computeIfAbsent(block, this::stopping));
    flow.dispatch(plan.turn(block));
  }

  private Label stopping(int block) {
    Label stopping = new Label();
    e.later(
        () -> {
          asm.bind(stopping);
          stop(stops.get(block), plan.turn(block));
          flow.dispatch(plan.turn(block));
        });
    return stopping;
  }

  /** All lanes of the gang go back by the yielding branch of a block. */
  void nextOfAll(int block, Label target) {
    count(fullStopping.computeIfAbsent(block, b -> stoppingAll(b, target)));
    asm.jump(target);
  }

  private Label stoppingAll(int block, Label target) {
    Label stopping = new Label();
    e.later(
        () -> {
          asm.bind(stopping);
          stopAll(fullStops.get(block));
          asm.jump(target);
        });
    return stopping;
  }

  private void count(Label enough) {
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STAYS), 0);
    asm.aluImmediate(Alu.ADD, 4, Mem.at(FRAME, GangFrame.TURNS), 1);
    asm.aluImmediate(Alu.CMP, 4, Mem.at(FRAME, GangFrame.TURNS), MOST_TURNS);
    asm.jump(Condition.G, enough);
  }

  private void stop(Stop stop, List<Integer> places) {
    areas.find();
    areas.save(stop);
    for (int k = 0; k < places.size(); k++) {
      Mem waiting = flow.waiting(places.get(k));
      asm.load(4, RAX, waiting);
      asm.store(4, lanes(stop, k), RAX);
      asm.storeConstant(4, waiting, 0);
    }
    leave(stop);
    areas.restore(stop);
    for (int k = 0; k < places.size(); k++) {
      asm.load(4, RAX, lanes(stop, k));
      asm.store(4, flow.waiting(places.get(k)), RAX);
    }
  }

  /** Where the area has the lanes that wait at a place. */
  private static Mem lanes(Stop stop, int place) {
    return Mem.at(RDX, stop.more() + GangFrame.WAITING_BYTES * place);
  }

  private void stopAll(Stop stop) {
    areas.find();
    areas.save(stop);
    leave(stop);
    areas.restore(stop);
    for (int p = 0; p < e.parts(); p++) {
      int active = GangEmitter.active(p);
      asm.mask(MaskOp.KXNOR, active, active, active);
    }
  }

  /** Goes on to the next gang; behind it, the gang has its turn again. */
  private void leave(Stop stop) {
    areas.resumeAt(stop.resume());
    asm.storeConstant(4, Mem.at(RDX, GangAreas.AT_BARRIER), 0);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STOPPED), 1);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.YIELDED), 1);
    asm.jump(areas.stopped());
    asm.bind(stop.resume());
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.TURNS), 0);
  }
}
