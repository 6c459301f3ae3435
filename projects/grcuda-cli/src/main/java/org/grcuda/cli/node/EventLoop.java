package org.grcuda.cli.node;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.graalvm.polyglot.Value;

/**
 * The event loop of a JavaScript program: calls functions of the program, on the thread that made
 * the loop, when timers are due, and when other threads report that an awaited result has come.
 */
public final class EventLoop {

  private final Thread thread = Thread.currentThread();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final Map<Integer, Timer> active = new HashMap<>();
  private int lastId;

  /** Functions whose time has come, in that order; filled by any thread. */
  private final Queue<Value> posted = new ConcurrentLinkedQueue<>();

  /** Number of functions that are posted or will be. */
  private int expected;

  private record Timer(int id, Value callback, long periodNanos, boolean repeats, long dueNanos)
      implements Comparable<Timer> {

    /** By due time, then in the order of creation. */
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.compare(dueNanos, other.dueNanos);
      return byTime != 0 ? byTime : Integer.compare(id, other.id);
    }
  }

  /**
   * Expects a call of {@code callback} without arguments: the loop goes on until then.
   *
   * @return an action that posts the callback; to be run once, by any thread
   */
  public Runnable expect(Value callback) {
    expected++;
    return () -> {
      posted.add(callback);
      wake();
    };
  }

  /**
   * Starts a timer.
   *
   * @param callback called without arguments
   * @param millis delay, and period if it {@code repeats}; at least 1 is taken
   * @return its number, positive
   */
  public int start(Value callback, double millis, boolean repeats) {
    long period = (long) (Math.max(1, millis) * 1e6);
    schedule(new Timer(++lastId, callback, period, repeats, System.nanoTime() + period));
    return lastId;
  }

  /** Stops a timer; an unknown number is ignored, as in clearTimeout. */
  public boolean stop(int id) {
    Timer timer = active.remove(id);
    return timer != null && timers.remove(timer);
  }

  /** Calls functions as their time comes until no timer is left, and nothing expected. */
  public void run() {
    run(() -> false);
  }

  /**
   * As {@link #run()}, but only until {@code isEnough} holds, which is called after each call and
   * each {@link #wake}.
   */
  public void run(BooleanSupplier isEnough) {
    while (!isIdle() && !isEnough.getAsBoolean()) {
      long wait = step();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      }
    }
  }

  /**
   * Calls the function whose time has come, if there is one; else gives the nanoseconds to wait.
   */
  public long step() {
    Value next = posted.poll();
    if (next != null) {
      expected--;
      next.executeVoid();
      return 0;
    }
    Timer first = timers.peek();
    long wait = first == null ? Long.MAX_VALUE : first.dueNanos - System.nanoTime();
    if (wait <= 0) {
      ring(timers.remove());
    }
    return Math.max(0, wait);
  }

  /** Makes {@link #run} check {@code isEnough}; any thread may call it. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  /** Whether {@link #run} would return at once. */
  public boolean isIdle() {
    return timers.isEmpty() && expected == 0;
  }

  private void ring(Timer timer) {
    if (timer.repeats) {
      long due = System.nanoTime() + timer.periodNanos;
      schedule(new Timer(timer.id, timer.callback, timer.periodNanos, true, due));
    } else {
      active.remove(timer.id);
    }
    timer.callback.executeVoid();
  }

  private void schedule(Timer timer) {
    active.put(timer.id, timer);
    timers.add(timer);
  }
}
