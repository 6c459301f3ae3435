package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.grcuda.cpu.translate.simd.analysis.Model.Lane;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Executes a gang by its plan, and holds each promise of the plan against what happens: shapes,
 * where lanes wait, which branches part them. What the plan allows to be lost is lost: inactive
 * lanes get rubbish, and all lanes the value of a uniform register.
 */
final class Gang {

  private static final int MOST_STEPS = 100_000;

  private final GangPlan plan;
  private final List<Statement> body;
  private final List<Lane> lanes;
  private final Random random;
  private final TreeMap<String, Integer> counts;
  private final TreeMap<Integer, Integer> waiting = new TreeMap<>();
  private int steps;

  Gang(Plans plans, List<Lane> lanes, int mask, Random random, TreeMap<String, Integer> counts) {
    this.plan = plans.plan();
    this.body = plans.function().body();
    this.lanes = lanes;
    this.random = random;
    this.counts = counts;
    waiting.put(plan.order().get(0).index(), mask);
  }

  static Register target(Instruction i) {
    return (Register) i.operand(0);
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private static boolean in(int mask, int lane) {
    return (mask >>> lane & 1) != 0;
  }

  /** Runs to the end; false if a test failed and the gang left before any effect. */
  boolean run() {
    int block = plan.order().get(0).index();
    while (block != GangPlan.END) {
      int mask = waiting.remove(block);
      assertTrue(
          waiting.keySet().stream().allMatch(plan.pending(block)::get), "lanes wait elsewhere");
      if (!waiting.isEmpty()) {
        count("waited");
      }
      BasicBlock b = plan.order().get(plan.position(block));
      for (int s = b.start(); s < b.end(); s++) {
        if (body.get(s) instanceof Instruction i && !isControl(i) && !execute(s, i, mask)) {
          return false;
        }
      }
      block = leave(block, mask);
    }
    assertTrue(waiting.isEmpty(), "lanes wait at the end");
    return true;
  }

  private static boolean isControl(Instruction i) {
    return i.opcode() == Opcode.BRA || i.opcode() == Opcode.RET || i.opcode() == Opcode.EXIT;
  }

  private int leave(int block, int mask) {
    assertTrue(++steps < MOST_STEPS, "a gang that does not end");
    BasicBlock b = plan.order().get(plan.position(block));
    Guard guard =
        plan.taken(block) != null && body.get(b.end() - 1) instanceof Instruction i
            ? i.guard()
            : null;
    int taken = plan.taken(block) == null ? 0 : passing(guard, mask);
    go(plan.taken(block), taken);
    go(plan.fallThrough(block), mask & ~taken);
    List<Integer> candidates;
    if (plan.isDivergent(block)) {
      count("divergent");
      candidates = plan.candidates(block);
    } else {
      count("uniform branches");
      assertTrue(taken == 0 || taken == mask, "lanes part");
      candidates = plan.candidates(block, taken == 0 ? plan.fallThrough(block) : plan.taken(block));
    }
    for (int next : candidates.subList(0, candidates.size() - 1)) {
      if (waiting.containsKey(next)) {
        return next;
      }
    }
    int last = candidates.getLast();
    assertTrue(
        last == GangPlan.END ? waiting.isEmpty() : waiting.containsKey(last), "nobody waits");
    return last;
  }

  private int passing(Guard guard, int mask) {
    int passing = 0;
    for (int l = 0; l < lanes.size(); l++) {
      passing |= in(mask, l) && lanes.get(l).passes(guard) ? 1 << l : 0;
    }
    return passing;
  }

  private void go(Integer target, int mask) {
    if (mask != 0 && target != GangPlan.END) {
      waiting.merge(target, mask, (a, b) -> a | b);
    }
  }

  private boolean execute(int statement, Instruction i, int mask) {
    int active = passing(i.guard(), mask);
    if (i.opcode() == Opcode.ST) {
      forEach(active, lane -> Model.store(lane, i));
      return true;
    }
    Register target = target(i);
    Shape shape = plan.shape(target);
    if (plan.wrapTest(statement) && active != 0 && wraps(i, active)) {
      assertFalse(lanes.stream().anyMatch(l -> !l.stores.isEmpty()), "left after a store");
      count("left");
      return false;
    }
    if (shape.isVarying()) {
      defineEach(statement, i, target, mask, active);
    } else {
      assertTrue(active == 0 || active == mask, "a guard that varies");
      if (active != 0) {
        defineAll(i, target, shape, active);
      }
    }
    return true;
  }

  private void forEach(int mask, Consumer<Lane> action) {
    for (int l = 0; l < lanes.size(); l++) {
      if (in(mask, l)) {
        action.accept(lanes.get(l));
      }
    }
  }

  private void defineEach(int statement, Instruction i, Register target, int mask, int active) {
    boolean merges = plan.mustMerge(statement, target);
    if (merges) {
      count("merged");
    }
    for (int l = 0; l < lanes.size(); l++) {
      Lane lane = lanes.get(l);
      if (in(active, l)) {
        lane.registers[target.index()] = Model.result(lane, i);
      } else if (!merges && !in(mask, l)) {
        lane.registers[target.index()] = Model.cut(random.nextLong(), target.type());
      }
    }
  }

  /** One value or progression goes to all lanes, whoever else needs the old one. */
  private void defineAll(Instruction i, Register target, Shape shape, int active) {
    int first = Integer.numberOfTrailingZeros(active);
    long base = Model.result(lanes.get(first), i) - first * shape.stride();
    for (int l = 0; l < lanes.size(); l++) {
      long value = Model.cut(base + l * shape.stride(), target.type());
      if (in(active, l)) {
        assertEquals(Model.result(lanes.get(l), i), value, i.text() + ": " + shape);
      }
    }
    for (int l = 0; l < lanes.size(); l++) {
      lanes.get(l).registers[target.index()] = Model.cut(base + l * shape.stride(), target.type());
    }
    int zeros = Math.min(shape.zeros(), target.type().bits());
    assertTrue(zeros == 0 || base << Long.SIZE - zeros == 0, i.text() + ": low bits of " + base);
    if (shape.isConstant()) {
      assertEquals(Model.cut(shape.constant(), target.type()), Model.cut(base, target.type()));
    }
    count(shape.isAffine() ? "affine" : "uniform");
  }

  /** Whether the narrow source wraps around between the first and the last lane. */
  private boolean wraps(Instruction i, int active) {
    PtxType from = i.sourceType();
    for (Operand operand : i.operands().subList(1, Math.min(3, i.operands().size()))) {
      Shape shape = plan.shape(operand).toInt();
      if (shape.isAffine()) {
        int first = Integer.numberOfTrailingZeros(active);
        int base = (int) (lanes.get(first).value(operand, from) - first * shape.stride());
        long start = from.isSigned() ? base : Integer.toUnsignedLong(base);
        long end = start + (lanes.size() - 1) * shape.stride();
        if (from.isSigned() ? end != (int) end : end >>> 32 != 0) {
          return true;
        }
      }
    }
    return false;
  }
}
