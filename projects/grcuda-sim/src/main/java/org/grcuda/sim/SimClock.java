package org.grcuda.sim;

import java.util.function.BooleanSupplier;
import org.grcuda.driver.Event;
import org.grcuda.driver.HostWaiter;
import org.grcuda.sim.engine.Engine;
import org.grcuda.sim.engine.Process;

/**
 * The one clock of host and devices. Time passes only here: when the host is busy, and when it
 * waits. All host threads share the clock, so the work of two threads takes the sum of their times.
 * If there are other hosts, a wait lets those come first whose clocks are behind.
 */
final class SimClock {

  private final Engine engine;
  private final Process process;
  private final Object lock;
  private final double query;
  private final double wake;
  private volatile HostWaiter waiter = HostWaiter.uninterruptible();
  private final ThreadLocal<HostThread> hostThread = ThreadLocal.withInitial(HostThread::new);

  /**
   * @param process whose clock it is
   * @param lock guards the engine
   * @param query nanoseconds of a query whether something has completed
   * @param wake nanoseconds from the end of a wait until the host goes on
   */
  SimClock(Engine engine, Process process, Object lock, double query, double wake) {
    this.engine = engine;
    this.process = process;
    this.lock = lock;
    this.query = query;
    this.wake = wake;
  }

  /** What the clock knows of a thread. */
  private static final class HostThread {

    /** Whether it waits, and checks whether it has to go on. */
    boolean isLooking;

    /** How often it was busy. */
    long busyTimes;
  }

  /** The time, nanoseconds; with the lock held, or for information. */
  double now() {
    return engine.now();
  }

  /**
   * Sets how threads wait that get ahead of the real computation, though they do not wait for it
   * themselves.
   */
  void waitWith(HostWaiter newWaiter) {
    waiter = newWaiter;
  }

  /** The host is busy for {@code nanos} nanoseconds. */
  void spend(double nanos) {
    hostThread.get().busyTimes++;
    double until;
    synchronized (lock) {
      until = engine.now() + nanos;
    }
    Event gate = advance(until);
    while (gate != null) {
      waiter.await(gate::await);
      gate = advance(until);
    }
  }

  /** The host stands still until {@code complete} holds, which happens by itself. */
  void stall(BooleanSupplier complete) {
    while (!complete.getAsBoolean()) {
      double next;
      synchronized (lock) {
        next = engine.next();
      }
      if (next == Double.POSITIVE_INFINITY) {
        throw new IllegalStateException("the simulation stands still within a call of the driver");
      }
      spend(next - engine.now());
    }
  }

  /** A host thread asks whether something has completed; {@link #await} asks without cost. */
  void asked() {
    if (!hostThread.get().isLooking) {
      spend(query);
    }
  }

  /**
   * Lets time pass until {@code complete} holds, at most {@code nanos} nanoseconds. {@code
   * complete} is called after each end of an activity, and may submit work. If any time passes, the
   * host must wake up afterwards.
   *
   * @return false if no activity goes on, and {@code complete} does not hold and submits nothing
   */
  boolean await(BooleanSupplier complete, long nanos) throws InterruptedException {
    if (holds(complete)) {
      return true;
    }
    if (nanos == Long.MAX_VALUE) {
      if (!pass(complete, Double.POSITIVE_INFINITY)) {
        return false;
      }
    } else if (!pass(complete, engine.now() + Math.max(0, nanos))) {
      return true;
    }
    passUntil(engine.now() + wake);
    return true;
  }

  /**
   * Lets time pass until {@code complete} holds.
   *
   * @param deadline nanoseconds at which to give up
   * @return whether it holds
   */
  boolean pass(BooleanSupplier complete, double deadline) throws InterruptedException {
    while (!holds(complete)) {
      double next;
      synchronized (lock) {
        next = engine.next();
      }
      double until = process.sleep(Math.min(next, deadline));
      if (next > deadline && until >= deadline) {
        passUntil(deadline);
        return holds(complete);
      }
      next = until;
      if (next == Double.POSITIVE_INFINITY) {
        // Another thread may have ended it meanwhile.
        long before = hostThread.get().busyTimes;
        if (holds(complete)) {
          return true;
        }
        if (hostThread.get().busyTimes == before) {
          return false;
        }
        // It has submitted something, which may have ended while the host was busy.
        next = engine.now();
      }
      passUntil(next);
    }
    return true;
  }

  private boolean holds(BooleanSupplier complete) {
    HostThread thread = hostThread.get();
    boolean before = thread.isLooking;
    thread.isLooking = true;
    try {
      return complete.getAsBoolean();
    } finally {
      thread.isLooking = before;
    }
  }

  /** Lets time pass; waits for real computations that have to end by then. */
  private void passUntil(double time) throws InterruptedException {
    Event gate = advance(time);
    while (gate != null) {
      gate.await();
      gate = advance(time);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private Event advance(double time) {
    synchronized (lock) {
      return engine.advance(time);
    }
  }
}
