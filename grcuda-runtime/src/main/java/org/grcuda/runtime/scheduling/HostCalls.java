package org.grcuda.runtime.scheduling;

import org.grcuda.runtime.completion.VertexWaits;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/** Makes host code of a thread a computation: a host task for whose begin the thread waits. */
public final class HostCalls {

  private final SchedulingLock lock;
  private final HostTasks tasks;
  private final VertexWaits waits;

  public HostCalls(SchedulingLock lock, HostTasks tasks, VertexWaits waits) {
    this.lock = lock;
    this.tasks = tasks;
    this.waits = waits;
  }

  /**
   * Submits {@code call} and waits until it begins: {@code GpuRuntime.enter}.
   *
   * @return the host address of each access of {@code call}
   */
  public long[] enter(Vertex call, DependencyTracker dependencies) {
    long[] addresses = submit(call, dependencies);
    boolean entered = false;
    try {
      awaitBegin(call);
      throwIfFailed(call);
      entered = true;
    } finally {
      if (!entered) {
        giveUp(call);
      }
    }
    return addresses;
  }

  /** Waits until {@code task} has begun, or has ended without beginning. */
  public void awaitBegin(Vertex task) {
    for (Vertex next = awaited(task); next != null; next = awaited(task)) {
      waits.await(next);
    }
  }

  private long[] submit(Vertex call, DependencyTracker dependencies) {
    lock.lock();
    try {
      tasks.submit(call, dependencies, Thread.currentThread());
      return tasks.addresses(call);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A computation that the thread waits for before {@code call} begins; null if the call has begun,
   * or never will.
   */
  private Vertex awaited(Vertex call) {
    lock.lock();
    try {
      if (call.isComplete() || call.held.hasBegun) {
        return null;
      }
      for (Vertex parent : call.parents()) {
        if (!parent.isComplete()) {
          return parent;
        }
      }
      throw new IllegalStateException(call + " waits for nothing, and has not begun");
    } finally {
      lock.unlock();
    }
  }

  /**
   * Throws the failure of {@code call}, if it failed. An error that kept the call itself from
   * beginning reaches the caller as it is.
   */
  private static void throwIfFailed(Vertex call) {
    if (call.isUnreportedFailure()) {
      switch (call.error()) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new IllegalStateException(e);
      }
    }
    call.throwIfFailed();
  }

  private void giveUp(Vertex call) {
    lock.lock();
    try {
      tasks.finish(call, null);
    } finally {
      lock.unlock();
    }
  }
}
