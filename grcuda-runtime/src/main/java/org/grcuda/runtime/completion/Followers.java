package org.grcuda.runtime.completion;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.grcuda.runtime.computation.HeldBack;
import org.grcuda.runtime.computation.Vertex;

/**
 * What goes on when others have ended, and needs no thread until then: frees, tasks of the host,
 * notices. An action runs on the thread that learns of the last end, with the scheduling lock held;
 * one runs after another, however many ends an action causes.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Followers {

  /** Those that have nothing left to wait for. */
  private final ArrayDeque<Vertex> ready = new ArrayDeque<>();

  private final Consumer<Vertex> addReady = ready::add;
  private final Set<Vertex> watched = new LinkedHashSet<>();
  private boolean isRunning;

  /** None. */
  public Followers() {}

  /**
   * Gives {@code vertex}, which no device takes, to {@code action} when its parents, not all of
   * which have, have ended. A later call replaces the action.
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

  /** As {@link #afterParents}, soon: until then the reaper sleeps on one of the parents. */
  public void soonAfterParents(Vertex vertex, Consumer<Vertex> action) {
    watched.add(vertex);
    afterParents(
        vertex,
        ended -> {
          watched.remove(ended);
          action.accept(ended);
        });
  }

  /** {@code vertex} has ended: what waited for it alone goes on with {@link #run}. */
  void ended(Vertex vertex) {
    HeldBack held = vertex.held;
    if (held != null) {
      if (held.whenEnded != null) {
        held.whenEnded.accept(vertex);
      }
      held.releaseFollowers(addReady);
    }
  }

  /** Goes on with what has nothing left to wait for. */
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

  /** Whether several wait that are to go on soon: none waits for what another needs. */
  boolean areSeveral() {
    return watched.size() > 1;
  }

  /** A computation with the driver that one waits for which is to go on soon; null for none. */
  Vertex next() {
    for (Vertex vertex : watched) {
      for (Vertex parent : vertex.parents()) {
        if (!parent.isComplete() && parent.event != null) {
          return parent;
        }
      }
    }
    return null;
  }
}
