package org.grcuda.runtime.completion;

import java.util.List;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Gate;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * Tells programs that do not wait when computations have ended. Each notice is a vertex that is
 * never submitted; its parents are the computations that it tells of. The reaper sleeps on those
 * computations before others.
 */
public final class EndNotices {

  private final Driver driver;
  private final SchedulingLock lock;
  private final Gate gate;
  private final CompletionTracker completion;
  private final Followers followers;
  private final UnfinishedWork work;

  /** The ready computations that are kept back; null if none ever are. */
  private final KeptBack kept;

  public EndNotices(
      Driver driver,
      SchedulingLock lock,
      Gate gate,
      CompletionTracker completion,
      Followers followers,
      UnfinishedWork work,
      KeptBack kept) {
    this.driver = driver;
    this.lock = lock;
    this.gate = gate;
    this.completion = completion;
    this.followers = followers;
    this.work = work;
    this.kept = kept;
  }

  /**
   * Whether notices are given: only if computations end while nobody waits for them. Under virtual
   * time they do not, since time passes only while a thread waits.
   */
  public boolean areGiven() {
    return !driver.hasVirtualTime();
  }

  /**
   * Computations after whose end everything submitted before has ended, except what waits for host
   * code that this thread has entered.
   *
   * @throws IllegalStateException if the runtime is closed
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
   * The parents that {@code vertex}, which is never submitted, would have now.
   *
   * @throws org.grcuda.driver.UsageException if the runtime is closed
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
   * Runs {@code action} when all of {@code vertices}, which were submitted, have ended, with or
   * without a failure: at once, or later on another thread. In both cases the scheduling lock is
   * held, so the action must not take long.
   */
  public void afterEnd(List<Vertex> vertices, Runnable action) {
    Vertex notice =
        new Vertex("notice", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
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
    if (!notice.hasUnfinishedParent()) {
      action.run();
      return;
    }
    followers.soonAfterParents(notice, told -> action.run());
    if (kept != null) {
      kept.demand(notice);
    }
  }
}
