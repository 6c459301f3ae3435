package org.grcuda.runtime.completion;

import java.util.List;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/** Waits under virtual time: the waiting thread lets time pass, and does what comes due. */
final class VirtualWaits {

  private final Driver driver;
  private final SchedulingLock lock;
  private final CompletionTracker completion;
  private final Deferred deferred;

  /** The ready computations that are kept back; null if none ever are. */
  private final KeptBack kept;

  private final DispatchWaits dispatches;

  VirtualWaits(
      Driver driver,
      SchedulingLock lock,
      CompletionTracker completion,
      Deferred deferred,
      KeptBack kept,
      DispatchWaits dispatches) {
    this.driver = driver;
    this.lock = lock;
    this.completion = completion;
    this.deferred = deferred;
    this.kept = kept;
    this.dispatches = dispatches;
  }

  /**
   * Lets time pass until one of {@code some} has ended, or until nothing more happens by itself.
   */
  void letTimePass(List<Vertex> some) throws InterruptedException {
    if (driver.awaitUntil(() -> advance(some))) {
      return;
    }
    lock.lockInterruptibly();
    try {
      if (completion.busyStreams() > 0) {
        requireProgress(some);
      } else if (some.stream().noneMatch(Vertex::isDispatched)) {
        // They wait for host code of another thread.
        deferred.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Dispatches what is held back and can be dispatched now, and drives what there is to drive,
   * until neither changes anything. Returns whether one of {@code some} has ended.
   */
  private boolean advance(List<Vertex> some) {
    boolean ended = dispatch(some);
    while (!ended && dispatches.drive()) {
      ended = dispatch(some);
    }
    return ended;
  }

  private boolean dispatch(List<Vertex> some) {
    lock.lock();
    try {
      for (Vertex vertex : some) {
        completion.poll(vertex);
      }
      if (!deferred.isEmpty() || !some.stream().allMatch(Vertex::isDispatched)) {
        completion.pollAll();
        if (kept != null) {
          some.stream().filter(vertex -> !vertex.isDispatched()).forEach(kept::demand);
          kept.feed();
        }
      }
      return some.stream().anyMatch(Vertex::isComplete);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Checks that time can still pass. Nothing went on before the lock was taken, and no other thread
   * submits while it is held. So if still nothing goes on, nothing ever will.
   *
   * @throws IllegalStateException if nothing goes on and work is unfinished
   */
  private void requireProgress(List<Vertex> some) throws InterruptedException {
    if (!driver.awaitUntil(() -> advance(some))) {
      completion.pollAll();
      if (completion.busyStreams() > 0) {
        throw new IllegalStateException(
            "the devices' time stands still, and " + some.getFirst() + " is waited for");
      }
    }
  }
}
