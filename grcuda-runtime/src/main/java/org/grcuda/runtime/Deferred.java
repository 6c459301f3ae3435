package org.grcuda.runtime;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;

/**
 * Computations that were accepted and are not with the driver: those that are held back, and frees,
 * which never go there. Guarded by the scheduling lock.
 */
final class Deferred {

  private final Set<Vertex> heldBack = new LinkedHashSet<>();
  private final Set<Vertex> frees = new LinkedHashSet<>();
  private final Condition changed;

  Deferred(SchedulingLock lock) {
    changed = lock.newCondition();
  }

  void add(Vertex vertex) {
    (vertex.operation() instanceof Operation.Free ? frees : heldBack).add(vertex);
  }

  /** It is with the driver now, or is about to end. */
  void remove(Vertex vertex) {
    (vertex.operation() instanceof Operation.Free ? frees : heldBack).remove(vertex);
    changed.signalAll();
  }

  /** One of those held back waits for nothing but that it is asked for. */
  void isReady() {
    changed.signalAll();
  }

  /** Waits for {@link #remove} or {@link #isReady}; may return before. */
  void await() throws InterruptedException {
    changed.await();
  }

  /** Number of those that are held back. */
  int heldBackCount() {
    return heldBack.size();
  }

  /** Those that are held back now, in the order in which they came. */
  List<Vertex> heldBack() {
    return List.copyOf(heldBack);
  }

  /**
   * One whose number is at most {@code id}, and that does not wait for the current thread; null if
   * there is none.
   */
  Vertex upTo(long id) {
    Vertex held = upTo(id, heldBack);
    return held != null ? held : upTo(id, frees);
  }

  private static Vertex upTo(long id, Set<Vertex> some) {
    for (Vertex vertex : some) {
      if (vertex.id <= id && vertex.pendingHostCallOf(Thread.currentThread()) == null) {
        return vertex;
      }
    }
    return null;
  }
}
