package org.grcuda.runtime;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.driver.Event;
import org.grcuda.driver.Submission;

/**
 * Turns a vertex into one submission: stream and device, waits for parents on other streams, data
 * movement, the command itself, and the record of its event. A vertex whose parents are not all
 * with the driver (host code still has to run) is held back until they are.
 *
 * <p>Guarded by the scheduling lock.
 */
final class Scheduler {

  private final DevicesManager devices;
  private final StreamManager streams;
  private final MemoryManager memory;
  private final EventPool[] events;
  private final CompletionTracker completion;
  private final SchedulingLock lock;

  /** Notes what happens; null where nobody wants to know. */
  private final Observer observer;

  /** What is ready and kept back; null where nothing ever is. */
  private final KeptBack kept;

  private final MemoryWaiters waiters;
  private final CommandWriter commands;
  private final Submission submission = new Submission();
  private final ArrayDeque<Vertex> ready = new ArrayDeque<>();
  private final Set<Vertex> deferred = new LinkedHashSet<>();
  private long sequence;

  Scheduler(
      DevicesManager devices,
      StreamManager streams,
      MemoryManager memory,
      EventPool[] events,
      CompletionTracker completion,
      SchedulingLock lock,
      ReadyQueue queue,
      Observer observer) {
    this.observer = observer;
    this.devices = devices;
    this.streams = streams;
    this.memory = memory;
    commands = new CommandWriter(devices, memory);
    this.events = events;
    this.completion = completion;
    this.lock = lock;
    waiters = new MemoryWaiters(devices.count(), lock);
    lock.onProgress(this::retry);
    kept =
        queue == null
            ? null
            : new KeptBack(
                queue, this::release, devices.count(), streams::busyStreams, deferred::size);
    if (kept != null) {
      completion.onDemand(kept);
    }
    completion.onStranded(this::endStranded);
  }

  /**
   * Hands {@code vertex} to the driver, or holds it back.
   *
   * @throws org.grcuda.driver.DriverException if the device refuses it: nothing has changed then
   */
  void schedule(Vertex vertex) {
    boolean waits = waitsForDispatch(vertex);
    if (waits || isKept(vertex) || !dispatch(vertex)) {
      deferred.add(vertex);
      StreamManager.heldBack(vertex);
      completion.started();
    }
    if (kept != null) {
      if (waits) {
        kept.announce(vertex);
      }
      kept.feed();
    }
  }

  /** Whether {@code vertex}, which nothing held back comes before, is kept back all the same. */
  private boolean isKept(Vertex vertex) {
    return kept != null && isExecuted(vertex) && kept.keep(vertex);
  }

  /** What is ready and kept back; null where nothing ever is. */
  KeptBack kept() {
    return kept;
  }

  /** Dispatches what was held back, and what waited for nothing else. */
  private void release(Vertex vertex) {
    if (dispatchDeferred(vertex)) {
      releaseChildren(vertex);
    }
  }

  /** Something has ended: dispatches what waited for memory and gets it now. */
  private void retry() {
    for (int device = 0; device < devices.count() && !waiters.isEmpty(); device++) {
      Vertex first = waiters.first(device);
      while (first != null) {
        boolean dispatched = dispatchDeferred(first);
        if (!dispatched && first.refusal == null) {
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
   * Adds the parents of {@code vertex} that no data makes: what is before it on its stream, and
   * what its event comes after.
   */
  void addOrderParents(Vertex vertex) {
    ComputeStream stream = vertex.placement().stream();
    if (stream != null && stream.last != null) {
      vertex.orderAfter(stream.last);
    }
    if (vertex.operation() instanceof Operation.WaitEvent wait) {
      vertex.orderAfter(wait.recording().vertex());
    } else if (vertex.operation() instanceof Operation.RecordEvent && stream == null) {
      streams.tails().forEach(vertex::orderAfter);
      deferred.forEach(vertex::orderAfter);
    }
  }

  /** Makes {@code vertex} wait for the parents that are not with the driver; false if all are. */
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

  /** Registers a host call: it runs when its thread has waited for the parents. */
  void scheduleHostCall(Vertex vertex) {
    vertex.held().hostThread = Thread.currentThread();
    deferred.add(vertex);
    completion.started();
  }

  /**
   * Ends a host call, with {@code error} unless null. One that gave up before its parents had ended
   * ends when they have: what comes after it must come after them. Nothing if it was ended.
   */
  void endHostCall(Vertex vertex, Throwable error) {
    if (vertex.held.hostThread == null) {
      return;
    }
    vertex.held.hostThread = null;
    vertex.refusal = error;
    if (!hasUnfinishedParent(vertex)) {
      deferred.remove(vertex);
      completion.resumed();
      end(vertex);
      releaseChildren(vertex);
    } else if (!waitsForDispatch(vertex)) {
      release(vertex);
    }
  }

  /** Ends the host calls that the current thread has begun and not ended. */
  void endOwnHostCalls() {
    for (Vertex vertex : List.copyOf(deferred)) {
      if (vertex.held != null && vertex.held.hostThread == Thread.currentThread()) {
        endHostCall(vertex, null);
      }
    }
  }

  /**
   * A vertex held back whose number is at most {@code id}, and that does not wait for the current
   * thread; null if there is none.
   */
  Vertex deferredUpTo(long id) {
    for (Vertex vertex : deferred) {
      if (vertex.id <= id && vertex.pendingHostCallOf(Thread.currentThread()) == null) {
        return vertex;
      }
    }
    return null;
  }

  /** Dispatches what waited for {@code origin} alone, and what waited for that, and so on. */
  private void releaseChildren(Vertex origin) {
    ready.add(origin);
    while (!ready.isEmpty()) {
      Vertex parent = ready.remove();
      if (parent.held != null) {
        parent.held.releaseChildren(this::dispatchReady);
      }
    }
  }

  /** Dispatches what was held back and waits for nothing any more, unless it is kept back. */
  private void dispatchReady(Vertex vertex) {
    if (isKept(vertex)) {
      completion.kept();
    } else if (dispatchDeferred(vertex)) {
      ready.add(vertex);
    }
  }

  /**
   * Dispatches what is held back, or leaves it so. Nobody is there to catch what the device refuses
   * now: it fails the vertex.
   *
   * @return as {@link #dispatch}; false, too, if the device refuses even the event that marks the
   *     end of its parents: it ends when the host learns that they have
   */
  private boolean dispatchDeferred(Vertex vertex) {
    boolean dispatched;
    try {
      dispatched = dispatch(vertex);
    } catch (RuntimeException e) {
      vertex.refusal = e;
      dispatched = dispatchRefused(vertex);
    }
    if (dispatched) {
      deferred.remove(vertex);
      completion.resumed();
      streams.resumed(vertex);
    }
    return dispatched;
  }

  private boolean dispatchRefused(Vertex vertex) {
    try {
      return dispatch(vertex);
    } catch (RuntimeException e) {
      if (e != vertex.refusal) {
        vertex.refusal.addSuppressed(e);
      }
      completion.stranded(vertex);
      return false;
    }
  }

  /** Ends a vertex that no device takes if its parents have ended; false if they have not. */
  private boolean endStranded(Vertex vertex) {
    if (hasUnfinishedParent(vertex)) {
      return false;
    }
    deferred.remove(vertex);
    completion.resumed();
    end(vertex);
    streams.resumed(vertex);
    releaseChildren(vertex);
    return true;
  }

  /**
   * Hands {@code vertex} to the driver, or ends it where there is nothing to do.
   *
   * @return false if it must wait for memory of its device, where it is in the queue now
   */
  private boolean dispatch(Vertex vertex) {
    if (!isExecuted(vertex) && !hasUnfinishedParent(vertex)) {
      end(vertex);
      return true;
    }
    ComputeStream stream = streams.select(vertex);
    if (isExecuted(vertex) && !getMemory(vertex, stream.device())) {
      return false;
    }
    enqueue(vertex, stream);
    return true;
  }

  /** Makes the data of {@code vertex} valid on {@code device}; false if it must wait for room. */
  private boolean getMemory(Vertex vertex, int device) {
    if (usesData(vertex.operation())) {
      boolean acquired = false;
      streams.policies().dispatched(vertex, device);
      try {
        acquired = waiters.isTurnOf(vertex, device) && memory.acquire(vertex, device);
      } finally {
        if (!acquired) {
          streams.policies().refused(vertex, device);
        }
      }
      if (!acquired) {
        vertex.deviceOrdinal = (byte) device;
        waiters.add(vertex, device);
        return false;
      }
    } else if (vertex.operation() instanceof Operation.Prefetch prefetch) {
      memory.prefetch(vertex, prefetch);
    }
    return true;
  }

  /** Puts {@code vertex}, whose parents are with the driver or have ended, on {@code stream}. */
  void enqueue(Vertex vertex, ComputeStream stream) {
    int device = stream.device();
    boolean executed = isExecuted(vertex);
    Event timed = observer == null || !executed ? null : observer.time(vertex, device);
    Event event = timed != null ? timed : events[device].acquire();
    boolean accepted = false;
    sequence++;
    try {
      waitForParents(vertex, stream);
      if (executed) {
        append(vertex, stream);
      }
      submission.record(stream.driverStream(), event);
      devices.device(device).submit(submission);
      accepted = true;
    } finally {
      submission.clear();
      if (!accepted) {
        stream.forgetWaits();
        if (timed == null) {
          events[device].release(event);
        }
        if (observer != null) {
          observer.refused(vertex, device, timed);
        }
        streams.policies().refused(vertex, device);
      }
    }
    for (Vertex parent : vertex.parents()) {
      if (parent.stream == stream) {
        parent.streamTaken = true;
      }
    }
    if (executed && usesData(vertex.operation())) {
      memory.scheduled(vertex, device);
    } else if (executed && vertex.operation() instanceof Operation.Prefetch prefetch) {
      memory.scheduled(vertex, prefetch.place());
    }
    vertex.sequence = sequence;
    vertex.deviceOrdinal = (byte) device;
    vertex.streamIndex = stream.index();
    vertex.stream = stream;
    vertex.event = event;
    vertex.markScheduled();
    if (stream.head == null) {
      completion.workBegins(stream, vertex);
    }
    streams.append(vertex, stream);
    completion.started();
    if (observer != null) {
      observer.placed(vertex, stream);
    }
  }

  /** Appends the moves of data that come before the command, and the command. */
  private void append(Vertex vertex, ComputeStream stream) {
    if (observer != null) {
      observer.beforeMoves(vertex, stream, submission);
    }
    if (usesData(vertex.operation())) {
      memory.prepare(vertex, stream, submission);
    }
    if (observer != null) {
      observer.begins(vertex, stream, submission);
    }
    commands.append(vertex, stream, submission);
  }

  /** Whether the device reads or writes what it uses; else it is about where that is. */
  private static boolean usesData(Operation operation) {
    return operation instanceof Operation.Launch
        || operation instanceof Operation.Copy
        || operation instanceof Operation.Fill;
  }

  /**
   * Whether the device has something to do for it. If not it is an event that marks the end of its
   * parents: a poisoned computation, a free, a wait, a host call that gave up.
   */
  private static boolean isExecuted(Vertex vertex) {
    return !(vertex.operation() instanceof Operation.Free)
        && !(vertex.operation() instanceof Operation.HostCall)
        && !(vertex.operation() instanceof Operation.WaitEvent)
        && vertex.refusal == null
        && vertex.failedDataParent() == null;
  }

  private static boolean hasUnfinishedParent(Vertex vertex) {
    for (Vertex parent : vertex.parents()) {
      if (!parent.isComplete()) {
        return true;
      }
    }
    return false;
  }

  /** Ends a vertex that was never on a stream, and whose parents have ended. */
  private void end(Vertex vertex) {
    if (vertex.operation() instanceof Operation.Free free) {
      lock.releaseLater(free.allocation());
    }
    // What host code threw has reached its caller.
    boolean hostCall = vertex.operation() instanceof Operation.HostCall;
    completion.end(vertex, null);
    if (!hostCall) {
      completion.noteFailure(vertex);
    }
  }

  /**
   * One wait per other stream, for the latest parent there that has not completed; none where the
   * stream comes after it already.
   */
  private void waitForParents(Vertex vertex, ComputeStream stream) {
    Vertex[] parents = vertex.parents();
    for (Vertex parent : parents) {
      ComputeStream other = parent.stream;
      if (other == null || other == stream) {
        continue;
      }
      if (other.waitMark != sequence || other.latestParent.sequence < parent.sequence) {
        other.waitMark = sequence;
        other.latestParent = parent;
      }
    }
    for (Vertex parent : parents) {
      ComputeStream other = parent.stream;
      if (other != null && other != stream && other.latestParent == parent) {
        if (!stream.hasWaitedFor(parent)) {
          submission.waitFor(stream.driverStream(), parent.event);
          stream.waitsFor(parent);
        }
        other.latestParent = null;
      }
    }
  }
}
