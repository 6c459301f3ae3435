package org.grcuda.runtime.completion;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.grcuda.runtime.computation.Vertex;

/**
 * Tells whether packets of routers can still move. They move when a computation ends that used a
 * buffer or counts a message, or when a thread sends, receives, releases or closes. If no such
 * computation goes on and every such thread waits, nothing moves any more.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Standstill {

  private final Deferred deferred;

  /** Threads that use routers. */
  private final Set<Thread> users = new HashSet<>();

  /** What each waiting thread waits for. */
  private final Map<Thread, BooleanSupplier> waiting = new IdentityHashMap<>();

  /** What packets wait for. */
  private final Set<Group> groups = new LinkedHashSet<>();

  /** Computations after all of which packets may move. */
  public static final class Group {

    private final List<Vertex> vertices;

    private Group(List<Vertex> vertices) {
      this.vertices = vertices;
    }
  }

  /** Nobody uses routers. */
  public Standstill(Deferred deferred) {
    this.deferred = deferred;
  }

  /** The current thread uses routers. */
  public void join() {
    users.add(Thread.currentThread());
  }

  /** Packets may move when all of {@code vertices} have ended: {@link #ended}. */
  public Group begin(List<Vertex> vertices) {
    Group group = new Group(vertices);
    groups.add(group);
    return group;
  }

  /** All of {@code group} have ended. */
  public void ended(Group group) {
    groups.remove(group);
  }

  /**
   * The unfinished computations after whose end packets may move, without those that themselves
   * wait for a packet.
   */
  List<Vertex> inFlight() {
    List<Vertex> found = new ArrayList<>();
    for (Group group : groups) {
      for (Vertex vertex : group.vertices) {
        if (!vertex.isComplete() && isFree(vertex)) {
          found.add(vertex);
        }
      }
    }
    return found;
  }

  private boolean isFree(Vertex vertex) {
    return vertex.isDispatched()
        || deferred.sendBefore(vertex) == null && deferred.ownHostCallBefore(vertex) == null;
  }

  /** The current thread waits for {@code isMet}. */
  void beginWait(BooleanSupplier isMet) {
    waiting.put(Thread.currentThread(), isMet);
  }

  /** The current thread waits no more. */
  void endWait() {
    waiting.remove(Thread.currentThread());
  }

  /** Whether every other thread that uses routers waits, and in vain. */
  boolean isReached() {
    users.removeIf(user -> !user.isAlive());
    for (Thread user : users) {
      if (user != Thread.currentThread() && !isInVain(waiting.get(user))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isInVain(BooleanSupplier wait) {
    return wait != null && !wait.getAsBoolean();
  }
}
