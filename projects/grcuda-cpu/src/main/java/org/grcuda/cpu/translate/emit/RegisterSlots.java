package org.grcuda.cpu.translate.emit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.cpu.translate.pass.SavedRegisters;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The JVM local variable of each PTX register, by linear scan over live intervals (Poletto, Sarkar:
 * Linear Scan Register Allocation), per JVM kind, nothing spilled. Few locals keep code small: a
 * local above 255 costs twice the bytes.
 */
final class RegisterSlots {

  private final int[] slots;
  private int used;

  private RegisterSlots(int registers) {
    this.slots = new int[registers];
    Arrays.fill(slots, -1);
  }

  /**
   * Allocates slots relative to 0.
   *
   * @param function a function with a body
   * @param saved the registers that are computed again at suspension points; their sources are
   *     needed there too
   */
  static RegisterSlots of(
      PtxFunction function, ControlFlowGraph graph, Liveness liveness, SavedRegisters saved) {
    RegisterSlots result = new RegisterSlots(function.registers().size());
    Intervals intervals = new Intervals(function, graph, liveness);
    for (Point point : saved.points()) {
      for (Instruction instruction : saved.recomputed(point)) {
        RegisterUse.defined(instruction)
            .forEach(r -> intervals.extend(r.index(), point.statement()));
      }
    }
    for (JvmKind kind : JvmKind.values()) {
      result.allocate(kind, intervals);
    }
    return result;
  }

  private void allocate(JvmKind kind, Intervals intervals) {
    List<Register> free = new ArrayList<>();
    List<Register> active = new ArrayList<>();
    for (Register register : intervals.ofKind(kind)) {
      active.removeIf(
          other -> {
            boolean ended = intervals.last[other.index()] < intervals.first[register.index()];
            if (ended) {
              free.add(other);
            }
            return ended;
          });
      if (free.isEmpty()) {
        slots[register.index()] = used;
        used += kind.isWide() ? 2 : 1;
      } else {
        slots[register.index()] = slots[free.removeLast().index()];
      }
      active.add(register);
    }
  }

  /** The slot of a register, relative to the first; -1 if the code never names it. */
  int slot(Register register) {
    return slots[register.index()];
  }

  /** Slots in all. */
  int count() {
    return used;
  }

  /** First and last statement at which each register holds a value. */
  private static final class Intervals {

    private final PtxFunction function;
    private final int[] first;
    private final int[] last;

    Intervals(PtxFunction function, ControlFlowGraph graph, Liveness liveness) {
      this.function = function;
      int count = function.registers().size();
      this.first = new int[count];
      this.last = new int[count];
      Arrays.fill(first, Integer.MAX_VALUE);
      Arrays.fill(last, -1);
      for (BasicBlock block : graph.blocks()) {
        extend(liveness.liveIn(block.index()), block.start());
        extend(liveness.liveOut(block.index()), block.end());
        for (int i = block.start(); i < block.end(); i++) {
          if (function.body().get(i) instanceof Instruction instruction) {
            int at = i;
            RegisterUse.defined(instruction).forEach(r -> extend(r.index(), at));
            RegisterUse.used(instruction).forEach(r -> extend(r.index(), at));
          }
        }
      }
    }

    private void extend(BitSet registers, int at) {
      registers.stream().forEach(r -> extend(r, at));
    }

    private void extend(int register, int at) {
      first[register] = Math.min(first[register], at);
      last[register] = Math.max(last[register], at);
    }

    List<Register> ofKind(JvmKind kind) {
      return function.registers().stream()
          .filter(r -> last[r.index()] >= 0 && JvmKind.of(r.type()) == kind)
          .sorted(Comparator.comparingInt(r -> first[r.index()]))
          .toList();
    }
  }
}
