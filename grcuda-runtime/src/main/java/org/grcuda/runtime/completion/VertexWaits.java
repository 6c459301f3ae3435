package org.grcuda.runtime.completion;

import org.grcuda.driver.Driver;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.completion.HostWaits.HostWait;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Blocker;

/**
 * Threads wait here until a computation has ended: for its event, and before that until it has one.
 * Where time is virtual, the thread that waits lets it pass, and does what comes due: no other
 * thread, no sleep and no clock of the host has a say in that.
 */
public final class VertexWaits {

  private final Driver driver;
  private final SchedulingLock lock;
  private final CompletionTracker completion;
  private final Deferred deferred;
  private final HostWaits waits;
  private final Blocker blocker;
  private final boolean virtualTime;

  /** What is ready and kept back; null where nothing ever is. */
  private final KeptBack kept;

  /**
   * @param blocker how threads block
   */
  public VertexWaits(
      Driver driver,
      SchedulingLock lock,
      CompletionTracker completion,
      Deferred deferred,
      HostWaits waits,
      Blocker blocker,
      KeptBack kept) {
    this.driver = driver;
    this.lock = lock;
    this.completion = completion;
    this.deferred = deferred;
    this.waits = waits;
    this.blocker = blocker;
    this.kept = kept;
    virtualTime = driver.hasVirtualTime();
  }

  /** Waits for {@code vertex} to end, well or badly. Called without the lock. */
  public void await(Vertex vertex) {
    await(vertex, blocker);
  }

  /** As {@link #await(Vertex)}, blocking with {@code by}. */
  public void await(Vertex vertex, Blocker by) {
    boolean foreign = false;
    while (!vertex.isComplete()) {
      HostWait wait = pin(vertex);
      if (wait == null) {
        if (!vertex.isComplete()) {
          if (!foreign) {
            requireForeign(vertex);
            // Nor will it be: this thread begins nothing while it waits.
            foreign = true;
          }
          awaitProgress(vertex, by);
        }
        continue;
      }
      boolean done = false;
      try {
        by.block(event -> wait.await(), wait.event());
        done = true;
      } finally {
        unpin(vertex, done ? wait : null, done);
      }
    }
  }

  /** Waits until {@code vertex}, which is not with the driver, may be. */
  private void awaitProgress(Vertex vertex, Blocker by) {
    Vertex first = virtualTime ? null : nextToEnd();
    if (first != null) {
      await(first, by);
    } else {
      by.block(virtualTime ? this::letTimePass : this::awaitDispatch, vertex);
    }
  }

  /** The computation after which devices may take more; null if they take none. */
  private Vertex nextToEnd() {
    lock.lock();
    try {
      return kept != null && kept.isPulled() ? completion.oldest() : null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * As {@link #await(Vertex)}, for the reaper: at most for {@code nanos} nanoseconds, and an
   * interrupt ends it.
   */
  void awaitInterruptibly(Vertex vertex, long nanos) throws InterruptedException {
    HostWait wait = pin(vertex);
    if (wait != null) {
      boolean done = false;
      try {
        done = wait.event().await(nanos);
      } finally {
        unpin(vertex, null, done);
      }
    }
  }

  /**
   * A wait for its event, which stays its own until {@link #unpin}; null if it has none, or if time
   * is virtual.
   */
  private HostWait pin(Vertex vertex) {
    lock.lock();
    try {
      demand(vertex);
      completion.poll(vertex);
      if (vertex.isComplete() || vertex.event == null || virtualTime) {
        return null;
      }
      vertex.waiters++;
      return waits.begin(vertex);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing that {@code vertex} waits for is kept back any longer. */
  private void demand(Vertex vertex) {
    if (kept != null && !vertex.isDispatched()) {
      kept.demand(vertex);
    }
  }

  /**
   * @param learnt the wait, if it saw the event complete
   */
  private void unpin(Vertex vertex, HostWait learnt, boolean done) {
    lock.lock();
    try {
      if (learnt != null) {
        waits.end(learnt, vertex);
      }
      completion.waited(vertex, done);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Refuses to wait for what waits for host code of the current thread.
   *
   * @throws UsageException naming the host code
   */
  private void requireForeign(Vertex vertex) {
    lock.lock();
    try {
      Vertex own = deferred.ownHostCallBefore(vertex);
      if (own != null) {
        throw new UsageException(
            own == vertex
                ? vertex.name() + " was begun by this thread and has not ended"
                : vertex.name()
                    + " waits for "
                    + own.name()
                    + ", which this thread has begun and not ended");
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitDispatch(Vertex vertex) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      demand(vertex);
      while (!vertex.isDispatched()) {
        deferred.await();
        demand(vertex);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets time pass until {@code vertex} has ended. */
  private void letTimePass(Vertex vertex) throws InterruptedException {
    if (driver.awaitUntil(() -> advance(vertex))) {
      return;
    }
    lock.lockInterruptibly();
    try {
      if (completion.busyStreams() > 0) {
        requireProgress(vertex);
      } else if (!vertex.isDispatched()) {
        // Host code of another thread is what it waits for.
        deferred.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Dispatches what is held back, if that can be done now; whether the vertex has ended. */
  private boolean advance(Vertex vertex) {
    lock.lock();
    try {
      completion.poll(vertex);
      if (!deferred.isEmpty() || !vertex.isDispatched()) {
        completion.pollAll();
        demand(vertex);
        if (kept != null) {
          kept.feed();
        }
      }
      return vertex.isComplete();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Nothing went on before the lock was taken. While it is held no other thread submits: if still
   * nothing does, nothing ever will.
   *
   * @throws IllegalStateException saying so, where work is unfinished all the same
   */
  private void requireProgress(Vertex vertex) throws InterruptedException {
    if (!driver.awaitUntil(() -> advance(vertex))) {
      completion.pollAll();
      if (completion.busyStreams() > 0) {
        throw new IllegalStateException(
            "the devices' time stands still, and " + vertex + " is waited for");
      }
    }
  }

  /**
   * Asks once whether {@code vertex} has ended, for a program that asks until it has. Where time is
   * virtual it must pass by that: of what is held back it is what the question to some stream
   * takes, and nothing is kept back that it waits for.
   */
  public void query(Vertex vertex) {
    lock.lock();
    try {
      completion.poll(vertex);
      if (virtualTime && vertex.event == null && !vertex.isComplete()) {
        demand(vertex);
        completion.poll();
      }
    } finally {
      lock.unlock();
    }
  }
}
