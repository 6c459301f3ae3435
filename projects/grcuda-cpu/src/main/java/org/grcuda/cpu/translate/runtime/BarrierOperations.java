package org.grcuda.cpu.translate.runtime;

import java.util.stream.IntStream;
import org.grcuda.cpu.exec.ThreadStates;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Kind;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;

/** Block barriers (PTX ISA 9.7.13.1, bar and barrier). */
final class BarrierOperations {

  private BarrierOperations() {}

  /**
   * Completes every barrier at which enough threads have arrived, and makes the threads that wait
   * there ready.
   *
   * @return whether one was completed
   */
  static boolean complete(ThreadStates states, Point[] points, int threads) {
    return completeUniform(states, points, threads) || completeEach(states, points, threads);
  }

  /** The common case: every live thread waits at one and the same {@code bar.sync n}. */
  private static boolean completeUniform(ThreadStates states, Point[] points, int threads) {
    int[] resume = states.resume;
    int common = ThreadStates.EXITED;
    for (int t = 0; t < threads; t++) {
      int state = resume[t];
      if (state != common && state != ThreadStates.EXITED) {
        if (common != ThreadStates.EXITED) {
          return false;
        }
        common = state;
      }
    }
    if (common == ThreadStates.EXITED || common >= 0 || !points[~common - 1].isPlainBarrier()) {
      return false;
    }
    for (int t = 0; t < threads; t++) {
      resume[t] = resume[t] == common ? ~common : resume[t];
    }
    states.arrived[points[~common - 1].plainBarrier()] = 0;
    if (states.monitor != null) {
      states.monitor.orderAll();
    }
    return true;
  }

  private static boolean completeEach(ThreadStates states, Point[] points, int threads) {
    int[] waiting = new int[ThreadStates.BARRIERS];
    int[] expected = new int[ThreadStates.BARRIERS];
    int live = 0;
    boolean any = false;
    for (int t = 0; t < threads; t++) {
      int state = states.resume[t];
      live += state == ThreadStates.EXITED ? 0 : 1;
      if (waitsAtBarrier(points, state)) {
        Point point = points[~state - 1];
        int barrier = barrier(states, point, t);
        waiting[barrier]++;
        expected[barrier] = point.isPlainBarrier() ? 0 : states.mask[t];
        any = true;
      }
    }
    boolean completed = false;
    for (int barrier = 0; any && barrier < waiting.length; barrier++) {
      int needed = expected[barrier] == 0 ? live : expected[barrier];
      if (waiting[barrier] > 0 && waiting[barrier] + states.arrived[barrier] >= needed) {
        release(states, points, threads, barrier);
        states.arrived[barrier] = 0;
        completed = true;
      }
    }
    return completed;
  }

  private static boolean waitsAtBarrier(Point[] points, int state) {
    return state < 0 && state != ThreadStates.EXITED && points[~state - 1].kind() == Kind.BARRIER;
  }

  private static void release(ThreadStates states, Point[] points, int threads, int barrier) {
    if (states.monitor != null) {
      tellOrder(states, points, threads, barrier);
    }
    int count = 0;
    int ones = 0;
    for (int t = 0; t < threads; t++) {
      if (isAt(states, points, t, barrier)) {
        count++;
        ones += (int) states.value[t];
      }
    }
    for (int t = 0; t < threads; t++) {
      if (isAt(states, points, t, barrier)) {
        Instruction i = points[~states.resume[t] - 1].instruction();
        states.result[t] =
            i.has(Modifier.POPC)
                ? ones
                : i.has(Modifier.AND) ? (ones == count ? 1 : 0) : ones > 0 ? 1 : 0;
        states.resume[t] = ~states.resume[t];
      }
    }
  }

  /**
   * Of threads that arrived without waiting only the number is known, so the order is assumed for
   * all threads.
   */
  private static void tellOrder(ThreadStates states, Point[] points, int threads, int barrier) {
    if (states.arrived[barrier] > 0) {
      states.monitor.orderAll();
    } else {
      states.monitor.order(
          IntStream.range(0, threads).filter(t -> isAt(states, points, t, barrier)).toArray());
    }
  }

  private static boolean isAt(ThreadStates states, Point[] points, int thread, int barrier) {
    int state = states.resume[thread];
    return waitsAtBarrier(points, state) && barrier(states, points[~state - 1], thread) == barrier;
  }

  private static int barrier(ThreadStates states, Point point, int thread) {
    int number = point.isPlainBarrier() ? point.plainBarrier() : states.argument[thread];
    return number & ThreadStates.BARRIERS - 1;
  }
}
