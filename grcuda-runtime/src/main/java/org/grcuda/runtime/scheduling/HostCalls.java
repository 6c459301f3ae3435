package org.grcuda.runtime.scheduling;

import org.grcuda.runtime.completion.VertexWaits;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * Host code of a thread as a computation: a task of the host whose thread waits until it begins.
 */
public final class HostCalls {

  private final SchedulingLock lock;
  private final HostTasks tasks;
  private final VertexWaits waits;

  public HostCalls(SchedulingLock lock, HostTasks tasks, VertexWaits waits) {
    this.lock = lock;
    this.tasks = tasks;
    this.waits = waits;
  }

  /** Submits {@code call} and waits until it begins: {@code GpuRuntime.enter}. */
  public long[] enter(Vertex call, DependencyTracker dependencies) {
    long[] addresses = submit(call, dependencies);
    boolean entered = false;
    try {
      for (Vertex next = awaited(call); next != null; next = awaited(call)) {
        waits.await(next);
      }
      throwIfFailed(call);
      entered = true;
    } finally {
      if (!entered) {
        giveUp(call);
      }
    }
    return addresses;
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

  /** What the thread waits for before {@code call} begins; null if it has, or never will. */
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

  /** What kept the call itself from beginning reaches its caller as it is. */
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
