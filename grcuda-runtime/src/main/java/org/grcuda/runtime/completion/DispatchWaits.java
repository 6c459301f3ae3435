package org.grcuda.runtime.completion;

import java.util.function.Consumer;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Idling;

/**
 * Lets threads wait until a deferred computation is dispatched. While there is a {@link
 * HostProgress}, the thread that waits drives it, and passes the time between as {@link Idling}
 * says.
 */
final class DispatchWaits {

  private final Driver driver;
  private final SchedulingLock lock;
  private final Deferred deferred;
  private final CompletionTracker completion;
  private final OwnWork own;
  private final Consumer<Vertex> demand;

  /** Null if there is none. */
  private volatile HostProgress progress;

  /**
   * @param own what the waiting thread may have to execute: then the wait ends
   * @param demand asks for the dispatch of what a computation waits for; called with the lock
   */
  DispatchWaits(
      Driver driver,
      SchedulingLock lock,
      Deferred deferred,
      CompletionTracker completion,
      OwnWork own,
      Consumer<Vertex> demand) {
    this.driver = driver;
    this.own = own;
    this.lock = lock;
    this.deferred = deferred;
    this.completion = completion;
    this.demand = demand;
  }

  /** Threads that wait drive {@code ends} from now on; null if they drive nothing. */
  void driveWith(HostProgress ends) {
    progress = ends;
  }

  /** Drives what there is to drive; whether anything has happened. Called without the lock. */
  boolean drive() {
    HostProgress driven = progress;
    return driven != null && driven.drive();
  }

  /** Waits until {@code vertex} may have been dispatched. Called without the lock. */
  void await(Vertex vertex) throws InterruptedException {
    HostProgress driven = progress;
    if (driven == null) {
      sleepUntilDispatched(vertex);
      return;
    }
    driven.begin();
    try {
      drive(vertex, driven);
    } finally {
      driven.end();
    }
  }

  private void sleepUntilDispatched(Vertex vertex) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      demand.accept(vertex);
      while (!vertex.isDispatched() && !own.isPending()) {
        deferred.await();
        demand.accept(vertex);
      }
    } finally {
      lock.unlock();
    }
  }

  private void drive(Vertex vertex, HostProgress driven) throws InterruptedException {
    Idling idling = new Idling();
    while (progress == driven && !own.isPending() && !isDispatched(vertex)) {
      if (driven.drive()) {
        idling.reset();
      } else {
        pass(vertex, idling);
      }
    }
  }

  /** Learns what has ended on devices: tasks may wait for that. */
  private boolean isDispatched(Vertex vertex) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      completion.pollAll();
      demand.accept(vertex);
      return vertex.isDispatched();
    } finally {
      lock.unlock();
    }
  }

  /** Passes a little time. */
  private void pass(Vertex vertex, Idling idling) throws InterruptedException {
    if (!idling.isSleepy(this::hasRunning)) {
      return;
    }
    Vertex running = pinRunning();
    if (running == null) {
      sleep(vertex);
      return;
    }
    boolean done = false;
    try {
      done = running.event.await(Idling.SLEEP_NANOS);
    } finally {
      unpin(running, done);
    }
  }

  private boolean hasRunning() {
    lock.lock();
    try {
      return running() != null;
    } finally {
      lock.unlock();
    }
  }

  private void sleep(Vertex vertex) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!vertex.isDispatched()) {
        deferred.await(Idling.SLEEP_NANOS);
      }
    } finally {
      lock.unlock();
    }
  }

  /** A computation on cores of this machine; null if there is none. With the lock held. */
  private Vertex running() {
    for (Vertex head : completion.heads()) {
      if (driver.device(head.stream.device()).kind() == DeviceKind.CPU) {
        return head;
      }
    }
    return null;
  }

  /** What tells the end of such a computation, until {@link #unpin}; null if there is none. */
  private Vertex pinRunning() {
    lock.lock();
    try {
      Vertex running = running();
      return running == null ? null : completion.pin(running);
    } finally {
      lock.unlock();
    }
  }

  private void unpin(Vertex running, boolean done) {
    lock.lock();
    try {
      completion.waited(running, done);
    } finally {
      lock.unlock();
    }
  }
}
