package org.grcuda.cpu.translate.runtime;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.ThreadStates;
import org.grcuda.cpu.translate.matrix.MatrixForm;
import org.grcuda.cpu.translate.matrix.MatrixSemantics;
import org.grcuda.cpu.translate.pass.SuspensionPoints;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Kind;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;

/**
 * Warp operations: shfl.sync, vote.sync, match.sync, redux.sync, elect.sync, bar.warp.sync,
 * activemask (PTX ISA 9.7.9.6, 9.7.13) and products of matrices (9.7.14), and steps of a warp in
 * lockstep. An operation completes when every lane of its member mask that has not exited waits at
 * the same operation with the same mask; a step completes when no lane that has not come so far can
 * go on. So do lanes together that name others only, which PTX leaves undefined: programs that vote
 * among the lanes before each lane work on GPUs.
 */
final class WarpOperations {

  private WarpOperations() {}

  /**
   * A number for each point: points at which lanes meet have the same number, the index of the
   * first of them. All other lanes must be at one point to be active together.
   */
  static int[] operations(List<Point> points) {
    int[] operations = new int[points.size()];
    for (int p = 0; p < operations.length; p++) {
      Point point = points.get(p);
      operations[p] = p;
      for (int q = p - 1; q >= 0 && point.kind() == Kind.WARP; q--) {
        Point other = points.get(q);
        if (other.kind() == Kind.WARP
            && SuspensionPoints.meet(other.instruction(), point.instruction())) {
          operations[p] = q;
        }
      }
    }
    return operations;
  }

  /**
   * Completes the operations that can be completed among the lanes {@code first} to {@code last} -
   * 1 of one warp.
   *
   * @return whether a lane was made ready
   */
  static boolean complete(
      ThreadStates states, Point[] points, int[] operations, int first, int last) {
    int live = 0;
    for (int t = first; t < last; t++) {
      live |= states.resume[t] == ThreadStates.EXITED ? 0 : 1 << t - first;
    }
    boolean completed = false;
    for (int t = first; t < last; t++) {
      int state = states.resume[t];
      if (waits(states, points, t, Kind.WARP)) {
        int lanes = lanesAt(states, operations, first, last, t);
        boolean areMembers = (states.mask[t] & lanes) != 0;
        if (areMembers && (states.mask[t] & live & ~lanes) == 0) {
          perform(states, points[~state - 1].instruction(), first, lanes);
          tellOrder(states, points[~state - 1].instruction(), first, lanes);
          release(states, first, lanes);
          completed = true;
        }
      }
    }
    return completed || releaseFirst(states, points, operations, first, last);
  }

  /** Of the warp operations only {@code bar.warp.sync} orders accesses. */
  private static void tellOrder(ThreadStates states, Instruction i, int first, int lanes) {
    if (states.monitor != null && i.opcode() == Opcode.BAR) {
      states.monitor.order(
          IntStream.range(0, 32).filter(k -> (lanes >>> k & 1) != 0).map(k -> first + k).toArray());
    }
  }

  private static boolean waits(ThreadStates states, Point[] points, int thread, Kind kind) {
    Point point = waitsAt(states, points, thread);
    return point != null && point.kind() == kind;
  }

  /** Where a thread waits; null if it does not. */
  private static Point waitsAt(ThreadStates states, Point[] points, int thread) {
    int state = states.resume[thread];
    return state < 0 && state != ThreadStates.EXITED ? points[~state - 1] : null;
  }

  /** The lanes that wait at the operation of a thread, with its mask. */
  private static int lanesAt(
      ThreadStates states, int[] operations, int first, int last, int thread) {
    return lanesAt(
        states, operations, first, last, thread, t -> states.mask[t] == states.mask[thread]);
  }

  /** Those of the lanes that wait at the operation of a thread for which {@code which} holds. */
  private static int lanesAt(
      ThreadStates states, int[] operations, int first, int last, int thread, IntPredicate which) {
    int operation = operations[~states.resume[thread] - 1];
    int lanes = 0;
    for (int t = first; t < last; t++) {
      int state = states.resume[t];
      boolean waits = state < 0 && state != ThreadStates.EXITED;
      if (waits && operations[~state - 1] == operation && which.test(t)) {
        lanes |= 1 << t - first;
      }
    }
    return lanes;
  }

  /** Whether a lane waits at an operation among other lanes only. */
  private static boolean isStranger(ThreadStates states, Point[] points, int first, int thread) {
    return waits(states, points, thread, Kind.WARP)
        && (states.mask[thread] >>> thread - first & 1) == 0;
  }

  private static void release(ThreadStates states, int first, int lanes) {
    for (int rest = lanes; rest != 0; rest &= rest - 1) {
      int t = first + Integer.numberOfTrailingZeros(rest);
      states.resume[t] = ~states.resume[t];
    }
  }

  /**
   * When no other lane can go on, the lanes that wait at the first of the steps, activemasks and
   * operations among other lanes go on together.
   */
  private static boolean releaseFirst(
      ThreadStates states, Point[] points, int[] operations, int first, int last) {
    int next = -1;
    Point moving = null;
    for (int t = first; t < last; t++) {
      int state = states.resume[t];
      if (state > 0 && points[state - 1].kind() == Kind.TRANSFER) {
        moving = earlier(points[state - 1], moving);
      }
      Point point = waitsAt(states, points, t);
      boolean together =
          point != null
              && (point.isStep()
                  || point.kind() == Kind.ACTIVE_MASK
                  || isStranger(states, points, first, t));
      if (together && (next < 0 || point.order() < waitsAt(states, points, next).order())) {
        next = t;
      }
    }
    if (next < 0 || moving != null && moving.order() <= waitsAt(states, points, next).order()) {
      return false;
    }
    release(states, first, meetAt(states, points, operations, first, last, next));
    return true;
  }

  /** Does what lanes do together without waiting for others; returns these lanes. */
  private static int meetAt(
      ThreadStates states, Point[] points, int[] operations, int first, int last, int thread) {
    Point point = waitsAt(states, points, thread);
    if (point.kind() == Kind.WARP) {
      int strangers =
          lanesAt(
              states, operations, first, last, thread, t -> isStranger(states, points, first, t));
      perform(states, point.instruction(), first, strangers);
      return strangers;
    }
    int lanes = lanesAt(states, operations, first, last, thread);
    if (point.kind() == Kind.ACTIVE_MASK) {
      for (int rest = lanes; rest != 0; rest &= rest - 1) {
        states.result[first + Integer.numberOfTrailingZeros(rest)] = lanes;
      }
    }
    return lanes;
  }

  private static Point earlier(Point one, Point other) {
    return other == null || one.order() < other.order() ? one : other;
  }

  /** Whether a lane is about to go round a loop in which it may be waiting for another warp. */
  static boolean goesAround(ThreadStates states, Point[] points, int first, int last) {
    for (int t = first; t < last; t++) {
      int state = states.resume[t];
      if (state > 0 && points[state - 1].kind() == Kind.STEP_AROUND) {
        return true;
      }
    }
    return false;
  }

  /** Lets all lanes that wait for others of their warp to make a step go on at once. */
  static void releaseSteps(ThreadStates states, Point[] points, int first, int last) {
    for (int t = first; t < last; t++) {
      Point point = waitsAt(states, points, t);
      if (point != null && point.isStep()) {
        states.resume[t] = ~states.resume[t];
      }
    }
  }

  private static void perform(ThreadStates states, Instruction i, int first, int lanes) {
    if (i.opcode() == Opcode.MMA) {
      MatrixSemantics.multiply(
          MatrixForm.of(i), states.fragments, first * ThreadStates.FRAGMENT, lanes);
      return;
    }
    for (int rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      switch (i.opcode()) {
        case SHFL -> shuffle(states, i, first, lane, lanes);
        case VOTE -> states.result[first + lane] = vote(states, i, first, lane, lanes);
        case MATCH -> match(states, i, first, lane, lanes);
        case REDUX -> states.result[first + lane] = reduce(states, i, first, lanes);
        case ELECT -> {
          int leader = Integer.numberOfTrailingZeros(lanes);
          states.result[first + lane] = leader;
          states.flag[first + lane] = lane == leader ? 1 : 0;
        }
        default -> {}
      }
    }
  }

  /**
   * The pseudo-code of PTX ISA 9.7.9.6: the segment mask is bits 8 to 12 of the third source. What
   * a lane gets whose source does not take part is undefined there; on GPUs it is 0, and programs
   * rely on it.
   */
  private static void shuffle(ThreadStates states, Instruction i, int first, int lane, int lanes) {
    int t = first + lane;
    int amount = states.argument[t] & 31;
    int segment = states.clamp[t] >> 8 & 31;
    int clamp = states.clamp[t] & 31;
    int max = lane & segment | clamp & ~segment;
    int min = lane & segment;
    int source;
    boolean inRange;
    if (i.has(Modifier.UP)) {
      source = lane - amount;
      inRange = source >= max;
    } else if (i.has(Modifier.DOWN)) {
      source = lane + amount;
      inRange = source <= max;
    } else if (i.has(Modifier.BFLY)) {
      source = lane ^ amount;
      inRange = source <= max;
    } else {
      source = min | amount & ~segment;
      inRange = source <= max;
    }
    boolean there = !inRange || (lanes >>> source & 1) != 0;
    states.result[t] = there ? states.value[inRange ? first + source : t] : 0;
    states.flag[t] = inRange ? 1 : 0;
  }

  private static long vote(ThreadStates states, Instruction i, int first, int lane, int lanes) {
    int members = lanes & states.mask[first + lane];
    int ballot = 0;
    for (int rest = members; rest != 0; rest &= rest - 1) {
      int other = Integer.numberOfTrailingZeros(rest);
      ballot |= (int) states.value[first + other] << other;
    }
    if (i.has(Modifier.BALLOT)) {
      return ballot;
    }
    boolean all = ballot == members;
    boolean any = ballot != 0;
    boolean holds = i.has(Modifier.ALL) ? all : i.has(Modifier.ANY) ? any : all || !any;
    return holds ? 1 : 0;
  }

  private static void match(ThreadStates states, Instruction i, int first, int lane, int lanes) {
    int t = first + lane;
    int equal = 0;
    for (int rest = lanes; rest != 0; rest &= rest - 1) {
      int other = Integer.numberOfTrailingZeros(rest);
      equal |= states.value[first + other] == states.value[t] ? 1 << other : 0;
    }
    boolean all = equal == lanes;
    states.result[t] = i.has(Modifier.ANY) || all ? equal : 0;
    states.flag[t] = all ? 1 : 0;
  }

  private static long reduce(ThreadStates states, Instruction i, int first, int lanes) {
    boolean signed = i.type().isSigned();
    Modifier operation = i.oneOf(Modifier.ATOMIC_OPERATIONS);
    int result = (int) states.value[first + Integer.numberOfTrailingZeros(lanes)];
    for (int rest = lanes & lanes - 1; rest != 0; rest &= rest - 1) {
      int v = (int) states.value[first + Integer.numberOfTrailingZeros(rest)];
      int order = signed ? Integer.compare(v, result) : Integer.compareUnsigned(v, result);
      result =
          switch (operation) {
            case ADD -> result + v;
            case AND -> result & v;
            case OR -> result | v;
            case XOR -> result ^ v;
            case MIN -> order < 0 ? v : result;
            default -> order > 0 ? v : result;
          };
    }
    return result;
  }
}
