package org.grcuda.runtime.scheduling;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.grcuda.driver.Device;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.Deferred;
import org.grcuda.runtime.completion.Followers;
import org.grcuda.runtime.completion.KeptBack;
import org.grcuda.runtime.completion.ReadyQueue;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.EarlyMoves;
import org.grcuda.runtime.computation.MoreParents;
import org.grcuda.runtime.computation.NotReadyException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.runtime.selection.PolicyManager;
import org.grcuda.runtime.stream.DevicesManager;
import org.grcuda.runtime.stream.StreamManager;

/**
 * Decides when a vertex goes to the driver. Then it has the device and stream of the vertex chosen,
 * has its memory made ready, and hands it to the {@link Dispatcher}. A vertex that cannot go yet is
 * held back: while its parents are not all with the driver (host code still has to run), while a
 * {@link ReadyQueue} keeps it, or while its device has no room for its data. What takes the driver
 * long is done before, without the lock ({@link NotReadyException}). A free needs no device: it
 * ends when its parents have ended.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Scheduler {

  private final DevicesManager devices;
  private final StreamManager streams;
  private final PolicyManager policies;
  private final StreamChooser chooser;
  private final MemoryManager memory;
  private final Dispatcher dispatcher;
  private final CompletionTracker completion;
  private final Followers followers;
  private final Deferred deferred;
  private final SchedulingLock lock;

  /** The ready computations that are kept back; null if none ever are. */
  private final KeptBack kept;

  /** Whether a device takes long for prefetches. */
  private final boolean mayMoveEarly;

  private final Consumer<Vertex> endFollower = this::endFollower;
  private final MemoryWaiters waiters;
  private final ArrayDeque<Vertex> ready = new ArrayDeque<>();
  private boolean dispatchesHeldBack;

  public Scheduler(
      DevicesManager devices,
      StreamManager streams,
      PolicyManager policies,
      StreamChooser chooser,
      MemoryManager memory,
      Dispatcher dispatcher,
      CompletionTracker completion,
      Followers followers,
      Deferred deferred,
      SchedulingLock lock,
      KeptBack kept) {
    this.devices = devices;
    this.streams = streams;
    this.policies = policies;
    this.chooser = chooser;
    this.memory = memory;
    this.dispatcher = dispatcher;
    this.completion = completion;
    this.followers = followers;
    this.deferred = deferred;
    this.lock = lock;
    this.kept = kept;
    mayMoveEarly = devices.haveSlowPrefetches();
    waiters = new MemoryWaiters(devices.count(), lock, this::retry);
  }

  /**
   * Hands {@code vertex} to the driver, or holds it back.
   *
   * @throws NotReadyException if the device that was chosen has to load its kernel or to prefetch
   *     its data first: nothing has changed then, and the same vertex is to be submitted again
   * @throws org.grcuda.driver.DriverException if the device refuses it: nothing has changed then
   */
  public void schedule(Vertex vertex) {
    if (kept != null && vertex.operation().usesData()) {
      // The submitting thread gets the error now, rather than a waiting thread later.
      memory.requireFits(vertex.accesses());
    }
    addOrderParents(vertex);
    vertex.operation().submitted(vertex);
    if (vertex.operation() instanceof Operation.Free) {
      scheduleFree(vertex);
      return;
    }
    boolean waits = waitsForDispatch(vertex);
    if (waits || isKept(vertex) || !dispatch(vertex)) {
      deferred.add(vertex);
      StreamManager.heldBack(vertex);
      completion.started();
    }
    StreamManager.submitted(vertex);
    if (kept != null) {
      if (waits) {
        kept.announce(vertex);
      }
      kept.feed();
    }
  }

  private void scheduleFree(Vertex vertex) {
    if (vertex.hasUnfinishedParent()) {
      deferred.add(vertex);
      completion.started();
      followers.afterParents(vertex, endFollower);
    } else {
      end(vertex);
    }
  }

  /** Whether {@code vertex} is kept back, although all its parents are with the driver. */
  private boolean isKept(Vertex vertex) {
    return kept != null && Dispatcher.isExecuted(vertex) && kept.keep(vertex);
  }

  /** Dispatches {@code vertex}, which was held back, and what waited for nothing else. */
  public void release(Vertex vertex) {
    if (dispatchDeferred(vertex)) {
      releaseChildren(vertex);
    }
  }

  /** Dispatches what waited for memory and gets it now. Called when something has ended. */
  private void retry() {
    for (int device = 0; device < devices.count() && !waiters.isEmpty(); device++) {
      Vertex first = waiters.first(device);
      while (first != null) {
        boolean dispatched = dispatchDeferred(first);
        if (!dispatched && first.refusal() == null) {
          break;
        }
        waiters.removeFirst(device);
        if (dispatched) {
          releaseChildren(first);
        }
        first = waiters.first(device);
      }
    }
  }

  /**
   * Adds the parents of {@code vertex} that do not follow from its data: what is before it on its
   * stream, and what its event comes after.
   */
  private void addOrderParents(Vertex vertex) {
    ComputeStream stream = vertex.placement().stream();
    Operation operation = vertex.operation();
    boolean isEvent =
        operation instanceof Operation.RecordEvent || operation instanceof Operation.WaitEvent;
    if (stream == null && !isEvent) {
      return;
    }
    MoreParents more = new MoreParents(vertex);
    if (stream != null && stream.last != null) {
      more.orderAfter(stream.last);
    }
    if (operation instanceof Operation.WaitEvent wait) {
      more.orderAfter(wait.recording().vertex());
    } else if (isEvent && stream == null) {
      more.orderAfterAll(streams.tails());
      more.orderAfterAll(deferred.beforeFence(vertex));
    }
    more.assign();
  }

  /**
   * Makes {@code vertex} wait for its parents that are not with the driver. Returns false if all
   * are.
   */
  private static boolean waitsForDispatch(Vertex vertex) {
    int missing = 0;
    for (Vertex parent : vertex.parents()) {
      if (!parent.isDispatched()) {
        parent.held().addChild(vertex);
        missing++;
      }
    }
    if (missing > 0) {
      vertex.held().missingParents = missing;
    }
    return missing > 0;
  }

  /** Ends a vertex that was held back and that no device takes. Its parents have ended. */
  void endHeldBack(Vertex vertex) {
    deferred.remove(vertex);
    completion.resumed();
    end(vertex);
    releaseChildren(vertex);
    followers.run();
  }

  /**
   * Lets go {@code vertex}, which was held back for another reason than its parents: a host task
   * that was given up, or a send that has a destination. A vertex that is not to be executed ends
   * when its parents have ended, since what comes after it must come after them.
   */
  void resume(Vertex vertex) {
    if (!waitsForDispatch(vertex)) {
      release(vertex);
    }
  }

  /**
   * Dispatches what waited for {@code origin} alone, then what waited for that alone, and so on.
   */
  private void releaseChildren(Vertex origin) {
    ready.add(origin);
    while (!ready.isEmpty()) {
      Vertex parent = ready.remove();
      if (parent.held != null) {
        parent.held.releaseChildren(this::dispatchReady);
      }
    }
  }

  /** Dispatches {@code vertex}, which waits for no parent any more, unless it is kept back. */
  private void dispatchReady(Vertex vertex) {
    if (isKept(vertex)) {
      deferred.wakeWaiters();
    } else if (dispatchDeferred(vertex)) {
      ready.add(vertex);
    }
  }

  /**
   * Dispatches {@code vertex}, which is held back, or leaves it held back. If the device refuses it
   * now, no caller can catch the error: the error fails the vertex, and so does an error of the
   * thread. The thread may be that of another computation, so nothing interrupts it until the
   * vertex is with the driver.
   *
   * @return as {@link #dispatch}. Also false if something has to be done first, which whoever
   *     leaves the lock does; and if the device refuses even the event that marks the end of the
   *     vertex's parents: then the vertex ends when the host learns that they have ended
   */
  private boolean dispatchDeferred(Vertex vertex) {
    boolean dispatched;
    boolean outer = dispatchesHeldBack;
    dispatchesHeldBack = true;
    try {
      dispatched = dispatch(vertex);
    } catch (NotReadyException e) {
      lock.later(e::prepare, failure -> prepared(vertex, failure));
      return false;
    } catch (RuntimeException | Error e) {
      vertex.refuse(e);
      dispatched = dispatchRefused(vertex);
    } finally {
      dispatchesHeldBack = outer;
    }
    if (dispatched) {
      deferred.remove(vertex);
      completion.resumed();
      streams.resumed(vertex);
      followers.run();
    }
    return dispatched;
  }

  /** What {@code vertex} lacked was done, or has failed. */
  private void prepared(Vertex vertex, Throwable failure) {
    if (failure != null) {
      vertex.refuse(failure);
    }
    release(vertex);
  }

  private boolean dispatchRefused(Vertex vertex) {
    try {
      return dispatch(vertex);
    } catch (RuntimeException | Error e) {
      if (e != vertex.refusal()) {
        vertex.refusal().addSuppressed(e);
      }
      if (vertex.hasUnfinishedParent()) {
        followers.afterParents(vertex, endFollower);
        return false;
      }
      end(vertex);
      return true;
    }
  }

  /** Ends a vertex that was held back and that no device has taken. Its parents have ended. */
  private void endFollower(Vertex vertex) {
    deferred.remove(vertex);
    completion.resumed();
    end(vertex);
    streams.resumed(vertex);
    releaseChildren(vertex);
  }

  /**
   * Hands {@code vertex} to the driver, or ends it if there is nothing to do and its parents have
   * ended.
   *
   * @return false if it must wait for memory of its device; it is in that queue then
   */
  private boolean dispatch(Vertex vertex) {
    if (!Dispatcher.isExecuted(vertex) && !vertex.hasUnfinishedParent() && !isMoved(vertex)) {
      end(vertex);
      return true;
    }
    ComputeStream stream = chooser.select(vertex);
    if (Dispatcher.isExecuted(vertex)) {
      requireLoaded(vertex, stream);
      if (mayMoveEarly) {
        requireMoved(vertex, stream);
      }
      if (!getMemory(vertex, stream.device())) {
        return false;
      }
    }
    dispatcher.enqueue(vertex, stream);
    return true;
  }

  /** Has a kernel loaded first, without the lock. */
  private void requireLoaded(Vertex vertex, ComputeStream stream) {
    if (vertex.operation() instanceof Operation.Launch launch) {
      Device device = devices.device(stream.device());
      if (!launch.kernel().isLoaded(device)) {
        vertex.held().chosenStream = stream;
        throw new NotReadyException(() -> launch.kernel().on(device));
      }
    }
  }

  /** Has data moved first, without the lock, if that takes the driver long. */
  private void requireMoved(Vertex vertex, ComputeStream stream) {
    if (!isMoved(vertex) && memory.movesSlowly(vertex, stream.device())) {
      EarlyMoves moves = new EarlyMoves(lock, stream, devices.device(stream.device()));
      dispatcher.appendMoves(vertex, stream, moves);
      moves.begin(vertex);
      throw new NotReadyException(moves::submit);
    }
  }

  private static boolean isMoved(Vertex vertex) {
    return vertex.held != null && vertex.held.earlyMoves != null;
  }

  /** Makes the data of {@code vertex} valid on {@code device}; false if it must wait for room. */
  private boolean getMemory(Vertex vertex, int device) {
    if (vertex.operation().usesData()) {
      if (!waiters.isTurnOf(vertex, device) || !memory.reserve(vertex, device)) {
        vertex.deviceOrdinal = (byte) device;
        waiters.add(vertex, device);
        return false;
      }
      fetch(vertex, device);
    } else if (vertex.operation() instanceof Operation.Prefetch prefetch) {
      memory.prefetch(vertex, prefetch);
    }
    return true;
  }

  private void fetch(Vertex vertex, int device) {
    policies.dispatched(vertex, device);
    boolean fetched = false;
    try {
      memory.fetch(vertex, device);
      fetched = true;
    } finally {
      if (!fetched) {
        policies.refused(vertex, device);
      }
    }
  }

  /**
   * Whether the current thread is dispatching something that was held back, whoever submitted it,
   * or does what must be done before.
   */
  public boolean dispatchesHeldBack() {
    return lock.isHeldByCurrentThread() ? dispatchesHeldBack : lock.isPreparing();
  }

  /** Whether something waits for memory of {@code device}. */
  public boolean waitsForMemory(int device) {
    return waiters.first(device) != null;
  }

  /** Ends a vertex that was never on a stream. Its parents have ended. */
  private void end(Vertex vertex) {
    if (vertex.operation() instanceof Operation.Free free) {
      lock.releaseLater(free.allocation());
    }
    vertex.endEarlyMoves();
    // An error of host code has reached its caller already.
    boolean isCall = vertex.operation() == Operation.HostTask.CALL;
    completion.end(vertex, null);
    if (!isCall) {
      completion.noteFailure(vertex);
    }
  }
}
