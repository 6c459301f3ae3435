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
 * Runs host tasks ({@link Operation.HostTask}). Each begins when its parents have ended and its
 * data is on the host, and lasts until it is finished. No thread waits for its begin: the thread
 * that learns of the last end begins the task.
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

  /** The ready computations that are kept back; null if none ever are. */
  private final KeptBack kept;

  /** Times or records computations. */
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
   * Takes {@code task} in. It begins at once, or when what it waits for has ended.
   *
   * @param thread the thread whose host code the task is; null if it is no thread's
   */
  public void submit(Vertex task, DependencyTracker dependencies, Thread thread) {
    // An ended vertex has no operation.
    boolean isAwaited = ((Operation.HostTask) task.operation()).isCall();
    intake.take(task, dependencies, submitted -> defer(submitted, thread));
    begin(task, isAwaited);
  }

  /** Holds back a task that was taken in. */
  void defer(Vertex task, Thread thread) {
    deferred.addHostTask(task, thread);
    completion.started();
  }

  /**
   * Begins a task that was held back, now or when what it waits for has ended.
   *
   * @param isAwaited whether a thread waits for its begin
   */
  void begin(Vertex task, boolean isAwaited) {
    proceed(task);
    if (kept != null && !isAwaited && !task.isComplete()) {
      kept.demand(task);
    }
  }

  /**
   * Begins {@code task} if its parents have ended and its data is on the host; otherwise tries
   * again when what it waits for has ended. Does nothing if the task was finished before it began.
   */
  private void proceed(Vertex task) {
    while (deferred.isHostTask(task)) {
      if (task.hasUnfinishedParent()) {
        followers.soonAfterParents(task, this::proceed);
        return;
      }
      Vertex failed = task.failedDataParent();
      if (failed != null) {
        cancel(task, failed.failedName() + ": " + failed.error().getMessage());
        finish(task, null);
        return;
      }
      try {
        if (isOnHost(task)) {
          start(task);
          return;
        }
      } catch (RuntimeException | Error e) {
        if (!task.held.hasBegun) {
          cancel(task, e.getMessage());
        }
        finish(task, e);
      }
    }
  }

  private static void cancel(Vertex task, String reason) {
    Operation.HostTask operation = (Operation.HostTask) task.operation();
    if (!operation.isCall()) {
      operation.work().cancelled(reason);
    }
  }

  /**
   * Whether the data of {@code task} is on the host. If not, the task now depends on a computation
   * that brings the data there or that must end first.
   */
  private boolean isOnHost(Vertex task) {
    Access[] accesses = task.accesses();
    for (Access access : accesses) {
      AccessMode mode = access.mode();
      if (accesses.length > 1 && mode == AccessMode.OVERWRITE) {
        // The wait for another access may be cancelled before the overwrite: contents must stay.
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

  private void start(Vertex task) {
    task.held.hasBegun = true;
    observer.hostBegins(task);
    Operation.HostTask operation = (Operation.HostTask) task.operation();
    if (!operation.isCall()) {
      operation.work().begin(task, addresses(task));
      // A thread that waits may be the one to execute it.
      deferred.wakeWaiters();
    }
  }

  /** The host address of each access of {@code task}. */
  long[] addresses(Vertex task) {
    Access[] accesses = task.accesses();
    long[] addresses = new long[accesses.length];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = memory.address(accesses[i].region(), Places.HOST);
    }
    return addresses;
  }

  /**
   * Ends {@code task}. A task that is finished before its parents have ended never begins, and ends
   * when they have. Does nothing if the task was finished before.
   *
   * @param error what went wrong; null if nothing did
   */
  public void finish(Vertex task, Throwable error) {
    if (!deferred.finishHostTask(task)) {
      return;
    }
    task.refuse(error);
    if (task.hasUnfinishedParent()) {
      scheduler.resume(task);
    } else {
      scheduler.endHeldBack(task);
    }
  }

  /** Finishes the host calls that the current thread has entered and not left. */
  public void finishOwn() {
    deferred.ownHostCalls().forEach(task -> finish(task, null));
  }
}
