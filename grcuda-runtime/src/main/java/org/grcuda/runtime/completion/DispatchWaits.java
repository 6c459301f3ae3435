package org.grcuda.runtime.completion;

import java.util.function.Consumer;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Idling;

/**
 * Lets threads wait until a deferred computation is dispatched. While there is a {@link
 * HostProgress}, the thread that waits drives it, and passes the time between as {@link Idling}
 * says.
 */
final class DispatchWaits {

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
      SchedulingLock lock,
      Deferred deferred,
      CompletionTracker completion,
      OwnWork own,
      Consumer<Vertex> demand) {
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
    boolean sleeps = false;
    while (progress == driven && !own.isPending() && !isDispatched(vertex, sleeps)) {
      if (driven.drive()) {
        idling.reset();
        sleeps = false;
      } else {
        sleeps = idling.isSleepy();
      }
    }
  }

  /** Learns what has ended on devices: tasks may wait for that. May sleep if it is not yet so. */
  private boolean isDispatched(Vertex vertex, boolean sleeps) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      completion.pollAll();
      demand.accept(vertex);
      if (sleeps && !vertex.isDispatched()) {
        deferred.await(Idling.SLEEP_NANOS);
      }
      return vertex.isDispatched();
    } finally {
      lock.unlock();
    }
  }
}
