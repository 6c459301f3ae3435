package org.grcuda.runtime.scheduling;

import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.Deferred;
import org.grcuda.runtime.completion.Followers;
import org.grcuda.runtime.completion.KeptBack;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.MoreParents;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.runtime.observation.Observer;

/**
 * Tasks of the host ({@link Operation.HostTask}): each begins when its parents have ended and its
 * data is on the host, and lasts until it is finished. No thread waits for that: whichever learns
 * of the last end goes on.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class HostTasks {

  private final Intake intake;
  private final Scheduler scheduler;
  private final CompletionTracker completion;
  private final Followers followers;
  private final Deferred deferred;
  private final MemoryManager memory;

  /** What is ready and kept back; null where nothing ever is. */
  private final KeptBack kept;

  /** Notes what happens; null where nobody wants to know. */
  private final Observer observer;

  public HostTasks(
      Intake intake,
      Scheduler scheduler,
      CompletionTracker completion,
      Followers followers,
      Deferred deferred,
      MemoryManager memory,
      KeptBack kept,
      Observer observer) {
    this.intake = intake;
    this.scheduler = scheduler;
    this.completion = completion;
    this.followers = followers;
    this.deferred = deferred;
    this.memory = memory;
    this.kept = kept;
    this.observer = observer;
  }

  /**
   * Takes {@code task} in: it begins at once, or when what it waits for has ended.
   *
   * @param thread that waits until it begins, and then is the task; null if none does
   */
  public void submit(Vertex task, DependencyTracker dependencies, Thread thread) {
    intake.take(
        task,
        dependencies,
        submitted -> {
          deferred.addHostTask(submitted, thread);
          completion.started();
        });
    proceed(task);
    if (kept != null && thread == null && !task.isComplete()) {
      kept.demand(task);
    }
  }

  /** Begins {@code task}, whose parents may have ended, unless it was finished before it began. */
  private void proceed(Vertex task) {
    while (deferred.isHostTask(task)) {
      if (task.hasUnfinishedParent()) {
        followers.soonAfterParents(task, this::proceed);
        return;
      }
      if (task.failedDataParent() != null) {
        finish(task, null);
        return;
      }
      try {
        if (isOnHost(task)) {
          begin(task);
          return;
        }
      } catch (RuntimeException | Error e) {
        finish(task, e);
      }
    }
  }

  /** Whether the data of {@code task} is on the host; else it depends on what brings it there. */
  private boolean isOnHost(Vertex task) {
    Access[] accesses = task.accesses();
    for (Access access : accesses) {
      AccessMode mode = access.mode();
      if (accesses.length > 1 && mode == AccessMode.OVERWRITE) {
        // The wait for another may be cancelled before it is overwritten.
        mode = AccessMode.WRITE;
      }
      Vertex pending = memory.hostAccess(access.region(), mode);
      if (pending != null) {
        MoreParents more = new MoreParents(task);
        more.dependOn(pending, mode.keepsContents() && pending.isTransfer());
        more.assign();
        return false;
      }
    }
    return true;
  }

  private void begin(Vertex task) {
    task.held.hasBegun = true;
    if (observer != null) {
      observer.hostBegins(task);
    }
    Operation.HostTask operation = (Operation.HostTask) task.operation();
    if (!operation.isCall()) {
      operation.work().begin(task, addresses(task));
    }
  }

  /** Of each access of {@code task} the address on the host. */
  long[] addresses(Vertex task) {
    Access[] accesses = task.accesses();
    long[] addresses = new long[accesses.length];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = memory.address(accesses[i].region(), Places.HOST);
    }
    return addresses;
  }

  /**
   * Ends {@code task}, with {@code error} unless null. One that is finished before its parents have
   * ended never begins, and ends when they have. Nothing if it was finished.
   */
  public void finish(Vertex task, Throwable error) {
    if (!deferred.finishHostTask(task)) {
      return;
    }
    task.refusal = error;
    if (task.hasUnfinishedParent()) {
      scheduler.giveUp(task);
    } else {
      scheduler.endHeldBack(task);
    }
  }

  /** Finishes the host code that the current thread has entered and not left. */
  public void finishOwn() {
    deferred.ownHostCalls().forEach(task -> finish(task, null));
  }
}
