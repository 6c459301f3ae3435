package org.grcuda.runtime.completion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * Computations that were accepted and are not with the driver: those that are held back, and frees,
 * which never go there. Guarded by the scheduling lock.
 */
public final class Deferred {

  // In the order of submission: parents come before their children.
  private final SequencedSet<Vertex> heldBack = new LinkedHashSet<>();
  private final Set<Vertex> frees = new LinkedHashSet<>();

  /** Those held back that are tasks of the host, which nobody has finished. */
  private final Set<Vertex> hostTasks = new LinkedHashSet<>();

  /** The latest of those held back that comes after all before it; null if there is none. */
  private Vertex fence;

  private final SchedulingLock lock;
  private final Condition changed;

  public Deferred(SchedulingLock lock) {
    this.lock = lock;
    changed = lock.newCondition();
  }

  public void add(Vertex vertex) {
    (vertex.operation() instanceof Operation.Free ? frees : heldBack).add(vertex);
  }

  /** It is with the driver now, or is about to end. */
  public void remove(Vertex vertex) {
    (vertex.operation() instanceof Operation.Free ? frees : heldBack).remove(vertex);
    if (vertex == fence) {
      fence = null;
    }
    changed.signalAll();
  }

  /**
   * Adds a task of the host.
   *
   * @param thread whose host code it is; null if it is no thread's
   */
  public void addHostTask(Vertex vertex, Thread thread) {
    vertex.held().hostThread = thread;
    add(vertex);
    hostTasks.add(vertex);
  }

  /** Whether {@code vertex} is a task of the host that nobody has finished. */
  public boolean isHostTask(Vertex vertex) {
    return hostTasks.contains(vertex);
  }

  /** A task is finished, and held back no longer than its parents; false if it was before. */
  public boolean finishHostTask(Vertex vertex) {
    vertex.held.hostThread = null;
    return hostTasks.remove(vertex);
  }

  /** Host code that the current thread has begun and not ended. */
  public List<Vertex> ownHostCalls() {
    List<Vertex> own = new ArrayList<>();
    for (Vertex task : hostTasks) {
      if (isOwnHostCall(task)) {
        own.add(task);
      }
    }
    return own;
  }

  /** A held-back vertex became ready: wakes the waiters. */
  public void wakeWaiters() {
    changed.signalAll();
  }

  /** Waits for {@link #remove} or {@link #wakeWaiters}; may return before. */
  void await() throws InterruptedException {
    lock.await(changed);
  }

  /** Whether there is none. */
  boolean isEmpty() {
    return heldBack.isEmpty() && frees.isEmpty();
  }

  /** Those that are held back, in the reverse order of submission: children before parents. */
  public Iterable<Vertex> latestFirst() {
    return heldBack.reversed();
  }

  /** Number of those that are held back. */
  public int heldBackCount() {
    return heldBack.size();
  }

  /**
   * What {@code vertex}, which is about to be held back behind all that is, must come after: those
   * held back since the last such one, and that one. So many of them cost no more than what is
   * between them.
   */
  public Collection<Vertex> beforeFence(Vertex vertex) {
    ArrayDeque<Vertex> before = new ArrayDeque<>();
    for (Vertex held : heldBack.reversed()) {
      before.addFirst(held);
      if (held == fence) {
        break;
      }
    }
    fence = before.isEmpty() ? null : vertex;
    return before;
  }

  /** The host code of the current thread that {@code vertex} waits for, or is; null for none. */
  Vertex ownHostCallBefore(Vertex vertex) {
    if (ownHostCalls().isEmpty()) {
      return null;
    }
    Set<Vertex> seen = new HashSet<>();
    ArrayDeque<Vertex> next = new ArrayDeque<>();
    next.push(vertex);
    while (!next.isEmpty()) {
      Vertex pending = next.pop();
      if (isOwnHostCall(pending)) {
        return pending;
      }
      for (Vertex parent : pending.parents()) {
        if (!parent.isDispatched() && seen.add(parent)) {
          next.push(parent);
        }
      }
    }
    return null;
  }

  private static boolean isOwnHostCall(Vertex vertex) {
    return vertex.held != null && vertex.held.hostThread == Thread.currentThread();
  }

  /** Those whose numbers are at most {@code id}, and that do not wait for the current thread. */
  List<Vertex> upTo(long id) {
    List<Vertex> found = new ArrayList<>();
    Set<Vertex> waiting = ownHostCalls().isEmpty() ? null : new HashSet<>();
    for (Set<Vertex> some : List.of(heldBack, frees)) {
      for (Vertex vertex : some) {
        if (waiting != null && (isOwnHostCall(vertex) || isAfterAny(vertex, waiting))) {
          waiting.add(vertex);
        } else if (vertex.id <= id) {
          found.add(vertex);
        }
      }
    }
    return found;
  }

  private static boolean isAfterAny(Vertex vertex, Set<Vertex> waiting) {
    for (Vertex parent : vertex.parents()) {
      if (waiting.contains(parent)) {
        return true;
      }
    }
    return false;
  }
}
