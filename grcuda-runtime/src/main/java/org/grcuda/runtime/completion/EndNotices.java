package org.grcuda.runtime.completion;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Gate;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * Tells those who do not wait that computations have ended. Each notice is a vertex that is never
 * submitted: its parents are what it tells of. The reaper sleeps on them first.
 */
public final class EndNotices {

  private static final Operation NOTHING = new Operation.HostCall(addresses -> null);

  private final Driver driver;
  private final SchedulingLock lock;
  private final Gate gate;
  private final CompletionTracker completion;
  private final UnfinishedWork work;

  /** What is ready and kept back; null where nothing ever is. */
  private final KeptBack kept;

  /** Guarded by the scheduling lock. */
  private final Set<Vertex> open = new LinkedHashSet<>();

  public EndNotices(
      Driver driver,
      SchedulingLock lock,
      Gate gate,
      CompletionTracker completion,
      UnfinishedWork work,
      KeptBack kept) {
    this.driver = driver;
    this.lock = lock;
    this.gate = gate;
    this.completion = completion;
    this.work = work;
    this.kept = kept;
  }

  /**
   * Whether computations end while nobody waits for them: not where time is virtual, since that
   * passes while a thread waits. Notices are only given where they do.
   */
  public boolean areGiven() {
    return !driver.hasVirtualTime();
  }

  /**
   * Computations whose end is that of all that was submitted before, but for what waits for host
   * code that this thread has entered.
   */
  public List<Vertex> all() {
    lock.lock();
    try {
      gate.requireOpen();
      return work.last();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What {@code vertex}, which is never submitted, would depend on now.
   *
   * @throws IllegalStateException if the runtime is closed
   */
  public List<Vertex> before(Vertex vertex, DependencyTracker dependencies) {
    lock.lock();
    try {
      gate.requireOpen();
      gate.number(vertex);
      dependencies.findParents(vertex);
      return List.of(vertex.parents());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs {@code action} when all of {@code vertices}, which were submitted, have ended, well or
   * badly: at once, or later on another thread, in both cases with the scheduling lock held, so it
   * does nothing that takes long.
   */
  public void afterEnd(List<Vertex> vertices, Runnable action) {
    Vertex notice = new Vertex("notice", NOTHING, new Access[0], Placement.ANYWHERE);
    notice.setParents(vertices.toArray(Vertex[]::new), new boolean[vertices.size()]);
    lock.lock();
    try {
      completion.pollAll();
      give(notice, action);
    } finally {
      lock.unlock();
    }
  }

  private void give(Vertex notice, Runnable action) {
    Vertex[] parents = notice.parents();
    if (!hasUnfinished(parents)) {
      action.run();
      return;
    }
    open.add(notice);
    completion.afterParents(
        notice,
        told -> {
          open.remove(told);
          action.run();
        });
    if (kept != null) {
      demand(parents);
    }
  }

  /** Nothing that is told of is kept back any longer. */
  private void demand(Vertex[] parents) {
    for (Vertex parent : parents) {
      if (!parent.isDispatched()) {
        kept.demand(parent);
      }
    }
  }

  private static boolean hasUnfinished(Vertex[] vertices) {
    for (Vertex vertex : vertices) {
      if (!vertex.isComplete()) {
        return true;
      }
    }
    return false;
  }

  /** Whether several are open: none waits until what another tells of has ended. */
  boolean areSeveral() {
    return open.size() > 1;
  }

  /** A computation with the driver whose end is to be told of; null if there is none. */
  Vertex next() {
    for (Vertex notice : open) {
      for (Vertex parent : notice.parents()) {
        if (!parent.isComplete() && parent.event != null) {
          return parent;
        }
      }
    }
    return null;
  }
}
