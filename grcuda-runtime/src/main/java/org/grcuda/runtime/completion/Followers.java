package org.grcuda.runtime.completion;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.grcuda.runtime.computation.HeldBack;
import org.grcuda.runtime.computation.Vertex;

/**
 * Vertices that go on when others have ended, and need no thread until then: frees, host tasks,
 * notices. An action runs on the thread that learns of the last end, with the scheduling lock held.
 * Actions run one after another, however many ends an action causes.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Followers {

  /** Vertices that have nothing left to wait for. */
  private final ArrayDeque<Vertex> ready = new ArrayDeque<>();

  private final Consumer<Vertex> addReady = ready::add;

  /** Vertices of {@link #soonAfterParents} that still wait. */
  private final Set<Vertex> watched = new LinkedHashSet<>();

  private boolean isRunning;

  /** No followers. */
  public Followers() {}

  /**
   * Calls {@code action} with {@code vertex}, which is not with the driver, when all its parents
   * have ended; at least one has not. A later call replaces the action.
   */
  public void afterParents(Vertex vertex, Consumer<Vertex> action) {
    HeldBack held = vertex.held();
    held.afterParents = action;
    for (Vertex parent : vertex.parents()) {
      if (!parent.isComplete()) {
        parent.held().addFollower(vertex);
        held.unendedParents++;
      }
    }
  }

  /**
   * As {@link #afterParents}, but without delay: until then, the reaper sleeps on one of the
   * parents.
   */
  public void soonAfterParents(Vertex vertex, Consumer<Vertex> action) {
    watched.add(vertex);
    afterParents(
        vertex,
        ended -> {
          watched.remove(ended);
          action.accept(ended);
        });
  }

  /**
   * Notes that {@code vertex} has ended. What waited for nothing else goes on with {@link #run}.
   */
  void ended(Vertex vertex) {
    HeldBack held = vertex.held;
    if (held != null) {
      if (held.whenEnded != null) {
        held.whenEnded.accept(vertex);
      }
      held.releaseFollowers(addReady);
    }
  }

  /** Runs the actions of vertices that have nothing left to wait for. */
  public void run() {
    if (ready.isEmpty() || isRunning) {
      return;
    }
    isRunning = true;
    try {
      while (!ready.isEmpty()) {
        Vertex next = ready.remove();
        next.held.afterParents.accept(next);
      }
    } finally {
      isRunning = false;
    }
  }

  /**
   * Whether several vertices wait to go on soon. Then the reaper must not sleep long for one of
   * them, since another may be ready before.
   */
  boolean areSeveral() {
    return watched.size() > 1;
  }

  /**
   * An unfinished, dispatched parent of a vertex that waits to go on soon; null if there is none.
   */
  Vertex next() {
    for (Vertex vertex : watched) {
      for (Vertex parent : vertex.parents()) {
        if (!parent.isComplete() && parent.stream != null) {
          return parent;
        }
      }
    }
    return null;
  }
}
