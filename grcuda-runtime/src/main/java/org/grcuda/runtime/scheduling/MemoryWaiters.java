package org.grcuda.runtime.scheduling;

import java.util.ArrayDeque;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * Computations for whose data their device has no room until others have completed: one queue per
 * device, in which nobody is overtaken, so that what needs much is not starved by what needs
 * little. Guarded by the scheduling lock.
 */
final class MemoryWaiters {

  private final ArrayDeque<Vertex>[] queues;
  private final SchedulingLock lock;
  private int count;

  /**
   * @param retry dispatches what gets its memory now; called when something has ended
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  MemoryWaiters(int devices, SchedulingLock lock, Runnable retry) {
    this.queues = new ArrayDeque[devices];
    this.lock = lock;
    lock.onProgress(retry);
  }

  /** Whether {@code vertex} may take memory of {@code device} now: nobody is before it. */
  boolean isTurnOf(Vertex vertex, int device) {
    if (count == 0) {
      return true;
    }
    Vertex first = first(device);
    return first == null || first == vertex;
  }

  /** The one that is next on {@code device}; null if none waits. */
  Vertex first(int device) {
    return queues[device] == null ? null : queues[device].peek();
  }

  /** Makes {@code vertex} wait on {@code device}, unless it does already. */
  void add(Vertex vertex, int device) {
    if (first(device) == vertex) {
      return;
    }
    if (queues[device] == null) {
      queues[device] = new ArrayDeque<>();
    }
    queues[device].add(vertex);
    count++;
    lock.waitForMemory(true);
  }

  /** The first of {@code device} waits no longer. */
  void removeFirst(int device) {
    queues[device].remove();
    count--;
    if (count == 0) {
      lock.waitForMemory(false);
    }
  }

  boolean isEmpty() {
    return count == 0;
  }
}
