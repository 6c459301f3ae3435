package org.grcuda.runtime.completion;

import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/** What a thread executes while it waits: {@link ThreadWork}, if there is any. */
final class OwnWork {

  private final SchedulingLock lock;

  /** Null if there is none. */
  private volatile ThreadWork work;

  OwnWork(SchedulingLock lock) {
    this.lock = lock;
  }

  void set(ThreadWork executed) {
    work = executed;
  }

  /** Whether a thread that waits should look here. */
  boolean isPending() {
    ThreadWork known = work;
    return known != null && known.isPending();
  }

  /**
   * Executes a task, if there is one: the one that {@code wanted} waits for, or else any. Called
   * without the lock.
   *
   * @return whether there was one
   * @throws UsageException if the thread executes a task already, which must not wait
   */
  boolean execute(Vertex wanted) {
    ThreadWork known = work;
    if (known == null) {
      return false;
    }
    String executing = known.executing();
    if (executing != null) {
      throw new UsageException(
          executing + " must not wait, as its function does here for " + wanted.name());
    }
    if (!known.isPending()) {
      return false;
    }
    known.execute(lock.get(() -> Deferred.before(wanted, known::isWaiting)));
    return true;
  }
}
