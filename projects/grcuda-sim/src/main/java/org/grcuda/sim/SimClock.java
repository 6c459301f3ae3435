package org.grcuda.sim;

import java.util.function.BooleanSupplier;
import org.grcuda.driver.Event;
import org.grcuda.sim.engine.Engine;

/**
 * The one clock of host and devices. It passes only here: when the host is busy, and when it waits.
 * All threads of the host share it, so what two of them do takes the sum.
 */
final class SimClock {

  private final Engine engine;
  private final Object lock;
  private final double wake;

  /**
   * @param lock guards the engine
   * @param wake nanoseconds from the end of a wait until the host goes on
   */
  SimClock(Engine engine, Object lock, double wake) {
    this.engine = engine;
    this.lock = lock;
    this.wake = wake;
  }

  /** The time, nanoseconds; with the lock held, or for information. */
  double now() {
    return engine.now();
  }

  /** The host is busy for {@code nanos} nanoseconds. */
  void spend(double nanos) {
    double until;
    synchronized (lock) {
      until = engine.now() + nanos;
    }
    Event gate = advance(until);
    boolean interrupted = false;
    while (gate != null) {
      try {
        gate.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
      gate = advance(until);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Event advance(double until) {
    synchronized (lock) {
      return engine.advance(until);
    }
  }

  /** Lets time pass until {@code complete} holds, at most {@code nanos} nanoseconds. */
  void drive(BooleanSupplier complete, long nanos) throws InterruptedException {
    double deadline =
        nanos == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : engine.now() + Math.max(0, nanos);
    while (!complete.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Event gate;
      synchronized (lock) {
        if (complete.getAsBoolean()) {
          break;
        }
        double next = engine.next();
        if (next > deadline) {
          engine.advance(deadline);
          return;
        }
        if (next == Double.POSITIVE_INFINITY) {
          throw new IllegalStateException(
              "the simulation stands still, and something is waited for");
        }
        gate = engine.advance(next);
      }
      if (gate != null) {
        gate.await();
      }
    }
    spend(wake);
  }

  /** As {@link #drive}, without end; an interrupt is kept for the caller. */
  void driveUninterruptibly(BooleanSupplier complete) {
    boolean interrupted = false;
    while (!complete.getAsBoolean()) {
      try {
        drive(complete, Long.MAX_VALUE);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets time pass until something ends; false if nothing goes on. */
  boolean step() {
    double next;
    synchronized (lock) {
      next = engine.next();
      if (next == Double.POSITIVE_INFINITY) {
        return false;
      }
    }
    spend(Math.max(0, next - engine.now()));
    return true;
  }
}
