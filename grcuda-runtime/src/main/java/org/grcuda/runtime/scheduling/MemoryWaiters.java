package org.grcuda.runtime.scheduling;

import java.util.ArrayDeque;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * The computations that wait until others have completed, because their device has no room for
 * their data. There is one queue per device. No computation overtakes another in it, so one that
 * needs much memory is not starved by those that need little. Guarded by the scheduling lock.
 */
final class MemoryWaiters {

  private final ArrayDeque<Vertex>[] queues;
  private final SchedulingLock lock;
  private int count;

  /**
   * @param retry dispatches the computations that get their memory now; called when something has
   *     ended
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  MemoryWaiters(int devices, SchedulingLock lock, Runnable retry) {
    this.queues = new ArrayDeque[devices];
    this.lock = lock;
    lock.onProgress(retry);
  }

  /** Whether {@code vertex} may take memory of {@code device} now: no other is before it. */
  boolean isTurnOf(Vertex vertex, int device) {
    if (count == 0) {
      return true;
    }
    Vertex first = first(device);
    return first == null || first == vertex;
  }

  /** The computation that is next on {@code device}; null if none waits. */
  Vertex first(int device) {
    return queues[device] == null ? null : queues[device].peek();
  }

  /** Makes {@code vertex} wait for memory of {@code device}, unless it does already. */
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

  /** Removes the first computation that waits for memory of {@code device}. */
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
