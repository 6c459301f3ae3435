package org.grcuda.cli;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import org.graalvm.polyglot.Value;

/** JavaScript timers: one thread, callbacks in order of due time, then of creation. */
final class Timers {

  private static final Comparator<Timer> ORDER =
      Comparator.comparingLong(Timer::dueNanos).thenComparingInt(Timer::id);

  private final PriorityQueue<Timer> queue = new PriorityQueue<>(ORDER);
  private final Map<Integer, Timer> active = new HashMap<>();
  private int lastId;

  private record Timer(int id, Value callback, long periodNanos, boolean repeats, long dueNanos) {}

  /**
   * Starts a timer.
   *
   * @param callback called without arguments
   * @param millis delay, and period if it {@code repeats}; at least 1 is taken
   * @return its number, positive
   */
  int start(Value callback, double millis, boolean repeats) {
    long period = (long) (Math.max(1, millis) * 1e6);
    schedule(new Timer(++lastId, callback, period, repeats, System.nanoTime() + period));
    return lastId;
  }

  /** Stops a timer; a number that is none is ignored, as clearTimeout does. */
  boolean stop(int id) {
    Timer timer = active.remove(id);
    return timer != null && queue.remove(timer);
  }

  /** Runs callbacks as they fall due until no timer is left. */
  void runAll() {
    for (Timer next = queue.poll(); next != null; next = queue.poll()) {
      for (long wait = next.dueNanos - System.nanoTime();
          wait > 0;
          wait = next.dueNanos - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      if (next.repeats) {
        long due = System.nanoTime() + next.periodNanos;
        schedule(new Timer(next.id, next.callback, next.periodNanos, true, due));
      } else {
        active.remove(next.id);
      }
      next.callback.executeVoid();
    }
  }

  private void schedule(Timer timer) {
    active.put(timer.id, timer);
    queue.add(timer);
  }
}
