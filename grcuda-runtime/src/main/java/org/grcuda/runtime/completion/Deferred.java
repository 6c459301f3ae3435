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
import java.util.function.Predicate;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * The accepted computations that are not with the driver: held-back computations, and frees, which
 * never go to the driver. Guarded by the scheduling lock.
 */
public final class Deferred {

  // In the order of submission: parents come before their children.
  private final SequencedSet<Vertex> heldBack = new LinkedHashSet<>();
  private final Set<Vertex> frees = new LinkedHashSet<>();

  /** The held-back computations that are host tasks and were not finished. */
  private final Set<Vertex> hostTasks = new LinkedHashSet<>();

  /** The held-back computations that are sends without a destination. */
  private final Set<Vertex> sends = new LinkedHashSet<>();

  /**
   * The latest held-back computation that is ordered after all that were held back before it; null
   * if there is none.
   */
  private Vertex fence;

  private final SchedulingLock lock;
  private final Condition changed;

  /** Nothing is deferred. */
  public Deferred(SchedulingLock lock) {
    this.lock = lock;
    changed = lock.newCondition();
  }

  /** Adds {@code vertex}, which was accepted and cannot be dispatched or ended yet. */
  public void add(Vertex vertex) {
    (vertex.operation() instanceof Operation.Free ? frees : heldBack).add(vertex);
  }

  /** Removes {@code vertex}, which was dispatched or ends now, and wakes the waiters. */
  public void remove(Vertex vertex) {
    (vertex.operation() instanceof Operation.Free ? frees : heldBack).remove(vertex);
    if (vertex == fence) {
      fence = null;
    }
    changed.signalAll();
  }

  /**
   * Adds a host task.
   *
   * @param thread the thread whose host code the task is; null if it is no thread's
   */
  public void addHostTask(Vertex vertex, Thread thread) {
    vertex.held().hostThread = thread;
    add(vertex);
    hostTasks.add(vertex);
  }

  /** Whether {@code vertex} is a host task that was not finished. */
  public boolean isHostTask(Vertex vertex) {
    return hostTasks.contains(vertex);
  }

  /**
   * Notes that a host task is finished: from now on, only its parents hold it back.
   *
   * @return false if the task was finished before
   */
  public boolean finishHostTask(Vertex vertex) {
    vertex.held.hostThread = null;
    return hostTasks.remove(vertex);
  }

  /** Adds a send without a destination. */
  public void addSend(Vertex vertex) {
    add(vertex);
    sends.add(vertex);
  }

  /**
   * Notes that a send has a destination or needs none: from now on, only its parents hold it back.
   *
   * @return false if that was noted before
   */
  public boolean finishSend(Vertex vertex) {
    return sends.remove(vertex);
  }

  /** The sends without a destination, in the order of submission. */
  public List<Vertex> sends() {
    return List.copyOf(sends);
  }

  /** The host calls that the current thread has entered and not finished. */
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

  /** Waits for {@link #remove} or {@link #wakeWaiters}; may return earlier. */
  void await() throws InterruptedException {
    lock.await(changed);
  }

  /** As {@link #await()}, but at most {@code nanos} nanoseconds. */
  void await(long nanos) throws InterruptedException {
    lock.await(changed, nanos);
  }

  /** Whether nothing is deferred. */
  boolean isEmpty() {
    return heldBack.isEmpty() && frees.isEmpty();
  }

  /** The held-back computations in the reverse order of submission: children before parents. */
  public Iterable<Vertex> latestFirst() {
    return heldBack.reversed();
  }

  /** Number of held-back computations. */
  public int heldBackCount() {
    return heldBack.size();
  }

  /**
   * The held-back computations that must be parents of {@code vertex}, so that it comes after all
   * held-back ones: those since the last such vertex (the fence), and the fence itself. If there
   * are any, {@code vertex} is held back and becomes the new fence. So many fences cost no more
   * than the computations between them.
   */
  public Collection<Vertex> beforeFence(Vertex vertex) {
    ArrayDeque<Vertex> before = new ArrayDeque<>();
    Set<Vertex> undelivered = sends.isEmpty() ? Set.of() : undelivered();
    for (Vertex held : heldBack.reversed()) {
      if (!undelivered.contains(held)) {
        before.addFirst(held);
      }
      if (held == fence) {
        break;
      }
    }
    fence = before.isEmpty() || !undelivered.isEmpty() ? null : vertex;
    return before;
  }

  /** The sends without a destination, and the held-back computations that wait for them. */
  private Set<Vertex> undelivered() {
    Set<Vertex> undelivered = new HashSet<>();
    for (Vertex held : heldBack) {
      if (sends.contains(held) || isAfterAny(held, undelivered)) {
        undelivered.add(held);
      }
    }
    return undelivered;
  }

  /**
   * The host call of the current thread that {@code vertex} is or waits for; null if there is none.
   */
  Vertex ownHostCallBefore(Vertex vertex) {
    return ownHostCalls().isEmpty() ? null : before(vertex, Deferred::isOwnHostCall);
  }

  /**
   * The send without a destination that {@code vertex} is or waits for; null if there is none. Such
   * a send has to be delivered before {@code vertex} can go on.
   */
  public Vertex sendBefore(Vertex vertex) {
    return sends.isEmpty() ? null : before(vertex, sends::contains);
  }

  /** Something {@code wanted} that {@code vertex} is or waits for; null if there is none. */
  static Vertex before(Vertex vertex, Predicate<Vertex> wanted) {
    Set<Vertex> seen = new HashSet<>();
    ArrayDeque<Vertex> next = new ArrayDeque<>();
    next.push(vertex);
    while (!next.isEmpty()) {
      Vertex pending = next.pop();
      if (wanted.test(pending)) {
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

  /**
   * The deferred computations whose numbers are at most {@code id}, except host calls of the
   * current thread, sends without a destination, and what waits for them.
   */
  List<Vertex> upTo(long id) {
    List<Vertex> found = new ArrayList<>();
    Set<Vertex> waiting = ownHostCalls().isEmpty() && sends.isEmpty() ? null : new HashSet<>();
    for (Set<Vertex> some : List.of(heldBack, frees)) {
      for (Vertex vertex : some) {
        if (waiting != null && isLeftOut(vertex, waiting)) {
          waiting.add(vertex);
        } else if (vertex.id <= id) {
          found.add(vertex);
        }
      }
    }
    return found;
  }

  private boolean isLeftOut(Vertex vertex, Set<Vertex> leftOut) {
    return isOwnHostCall(vertex) || sends.contains(vertex) || isAfterAny(vertex, leftOut);
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
