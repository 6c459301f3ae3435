package org.grcuda.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.grcuda.runtime.HostWaits.HostWait;

/**
 * Learns which computations have completed, and lets go of what they held. It asks the oldest
 * computation of a stream and goes on while the answer is yes, so each computation is asked about a
 * constant number of times, and learns from one that has completed that everything before it on its
 * stream, and all its parents, have.
 *
 * <p>Guarded by the scheduling lock, but for the waits themselves.
 */
final class CompletionTracker {

  /** Streams asked at each submission and wait. */
  private static final int POLLED_STREAMS = 2;

  private static final int MAX_UNREPORTED = 64;

  private final StreamManager streams;
  private final EventPool[] events;
  private final HostWaits waits;
  private final Blocker blocker;
  private final SchedulingLock lock;
  private final Condition progress;
  private final ArrayDeque<Vertex> settling = new ArrayDeque<>();
  private final ArrayDeque<Vertex> failures = new ArrayDeque<>();
  private final List<Vertex> stranded = new ArrayList<>();
  private Predicate<Vertex> endStranded = vertex -> false;
  private final Observer observer;
  private KeptBack kept;
  private DependencyTracker dependencies;
  private BiConsumer<Vertex, Operation.Transfer> onTransfer = (vertex, transfer) -> {};
  private int cursor;
  private long unfinished;

  CompletionTracker(
      StreamManager streams,
      EventPool[] events,
      HostWaits waits,
      Blocker blocker,
      SchedulingLock lock,
      Observer observer) {
    this.observer = observer;
    this.streams = streams;
    this.events = events;
    this.waits = waits;
    this.blocker = blocker;
    this.lock = lock;
    this.progress = lock.newCondition();
  }

  /** What a computation that somebody waits for may be kept back by. */
  void onDemand(KeptBack keptBack) {
    kept = keptBack;
  }

  /** What ends a vertex that no device takes, if its parents have ended. */
  void onStranded(Predicate<Vertex> end) {
    endStranded = end;
  }

  /** No device takes {@code vertex}, which was held back: it ends after its parents. */
  void stranded(Vertex vertex) {
    stranded.add(vertex);
  }

  /** What is told of each vertex that ends. */
  void onEnd(DependencyTracker tracker) {
    dependencies = tracker;
  }

  /** What is told of each transfer that has ended. */
  void onTransfer(BiConsumer<Vertex, Operation.Transfer> ended) {
    onTransfer = ended;
  }

  /** A vertex that was held back is ready, and kept. */
  void kept() {
    progress.signalAll();
  }

  /** Computations submitted and not known to have completed. */
  long unfinished() {
    return unfinished;
  }

  /** A vertex was accepted, and has not completed. */
  void started() {
    unfinished++;
  }

  /** Work begins on {@code stream}, which had none: {@code first} was dispatched to it. */
  void workBegins(ComputeStream stream, Vertex first) {
    waits.workBegins(stream, first);
  }

  /** A vertex that was held back ended, or is about to be handed to the driver. */
  void resumed() {
    unfinished--;
    progress.signalAll();
  }

  /** Asks some streams, another few at each call. */
  void poll() {
    for (int i = 0; i < POLLED_STREAMS && streams.busyCount() > 0; i++) {
      cursor = cursor + 1 < streams.busyCount() ? cursor + 1 : 0;
      poll(streams.busyStream(cursor));
    }
  }

  /** Asks all streams. */
  void pollAll() {
    for (int i = streams.busyCount() - 1; i >= 0; i--) {
      if (i < streams.busyCount()) {
        poll(streams.busyStream(i));
      }
    }
  }

  /** Asks up to {@code most} busy streams of {@code device}, until one has become free. */
  void pollDevice(int device, int most) {
    int asked = 0;
    for (int i = 0; i < streams.busyCount() && asked < most; i++) {
      cursor = cursor + 1 < streams.busyCount() ? cursor + 1 : 0;
      ComputeStream stream = streams.busyStream(cursor);
      if (stream.device() == device) {
        asked++;
        poll(stream);
        if (stream.head == null) {
          return;
        }
      }
    }
  }

  /** Asks for {@code vertex}. */
  void poll(Vertex vertex) {
    if (!vertex.isComplete() && vertex.event != null && vertex.event.isComplete()) {
      settleThrough(vertex);
    }
  }

  private void poll(ComputeStream stream) {
    while (stream.head != null && stream.head.event.isComplete()) {
      settleThrough(stream.head);
    }
  }

  /**
   * Ends {@code vertex}, whose event has completed, after everything before it on its stream and
   * all their parents, which have completed as well.
   */
  private void settleThrough(Vertex vertex) {
    settling.push(vertex);
    while (!settling.isEmpty()) {
      Vertex next = settling.peek();
      if (next.isComplete()) {
        settling.pop();
        continue;
      }
      Vertex oldest = next.stream.head;
      Vertex parent = unsettledParent(oldest);
      if (parent != null) {
        settling.push(parent);
      } else {
        settle(oldest);
      }
    }
    if (!stranded.isEmpty()) {
      endStranded();
    }
  }

  private void endStranded() {
    // Those that end release others, which may be stranded in turn.
    for (Vertex vertex : List.copyOf(stranded)) {
      if (!vertex.isComplete() && endStranded.test(vertex)) {
        stranded.remove(vertex);
      }
    }
  }

  private static Vertex unsettledParent(Vertex vertex) {
    Vertex[] parents = vertex.parents();
    for (int i = parents.length - 1; i >= 0; i--) {
      if (!parents[i].isComplete()) {
        return parents[i];
      }
    }
    return null;
  }

  /** Ends {@code vertex}, the oldest of its stream, whose parents have ended. */
  private void settle(Vertex vertex) {
    streams.removeHead(vertex.stream);
    unfinished--;
    if (vertex.operation() instanceof Operation.Free free) {
      lock.releaseLater(free.allocation());
    }
    if (vertex.predicted != 0) {
      streams.policies().ended(vertex);
    }
    Operation operation = vertex.operation();
    end(vertex, vertex.event.failure());
    noteFailure(vertex);
    if (operation instanceof Operation.Transfer transfer) {
      onTransfer.accept(vertex, transfer);
    }
    lock.progressed();
    recycleEvent(vertex);
  }

  /** Ends {@code vertex}, whose parents have ended. */
  void end(Vertex vertex, Throwable failure) {
    Access[] uses = vertex.accesses();
    vertex.end(failure);
    if (dependencies != null) {
      dependencies.ended(vertex, uses);
    }
    if (observer != null) {
      observer.ended(vertex);
    }
  }

  /** Remembers {@code vertex}, which has ended, if it failed by itself. */
  void noteFailure(Vertex vertex) {
    ComputeStream stream = vertex.placement().stream();
    if (stream != null) {
      stream.noteEnd(vertex);
    }
    if (!vertex.isUnreportedFailure()) {
      return;
    }
    if (failures.size() == MAX_UNREPORTED) {
      failures.removeIf(failure -> !failure.isUnreportedFailure());
    }
    if (failures.size() < MAX_UNREPORTED) {
      failures.add(vertex);
    }
  }

  /** The earliest failure that nobody was told of, null if there is none. With the lock held. */
  Vertex unreportedFailure() {
    while (!failures.isEmpty() && !failures.getFirst().isUnreportedFailure()) {
      failures.removeFirst();
    }
    return failures.peekFirst();
  }

  private void recycleEvent(Vertex vertex) {
    if (vertex.waiters == 0 && vertex.event != null && vertex.isComplete()) {
      if (vertex.isTimed()) {
        observer.release(vertex.deviceOrdinal, vertex.event);
      } else {
        events[vertex.deviceOrdinal].release(vertex.event);
      }
      vertex.event = null;
    }
  }

  /** Waits for {@code vertex} to end, well or badly. Called without the lock. */
  void await(Vertex vertex) {
    await(vertex, blocker);
  }

  /** As {@link #await(Vertex)}, blocking with {@code by}. */
  void await(Vertex vertex, Blocker by) {
    while (!vertex.isComplete()) {
      HostWait wait = pin(vertex);
      if (wait == null) {
        if (!vertex.isComplete()) {
          requireForeign(vertex);
          by.block(this::awaitDispatch, vertex);
        }
        continue;
      }
      boolean done = false;
      try {
        by.block(event -> wait.await(), wait.event());
        done = true;
      } finally {
        unpin(vertex, done ? wait : null, done);
      }
    }
  }

  /** As {@link #await(Vertex)}, for the reaper: an interrupt ends it. */
  void awaitInterruptibly(Vertex vertex) throws InterruptedException {
    HostWait wait = pin(vertex);
    if (wait != null) {
      boolean done = false;
      try {
        wait.event().await();
        done = true;
      } finally {
        unpin(vertex, null, done);
      }
    }
  }

  /** A wait for its event, which stays its own until {@link #unpin}; null if it has none. */
  private HostWait pin(Vertex vertex) {
    lock.lock();
    try {
      demand(vertex);
      poll(vertex);
      if (vertex.isComplete() || vertex.event == null) {
        return null;
      }
      vertex.waiters++;
      return waits.begin(vertex);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing that {@code vertex} waits for is kept back any longer. */
  private void demand(Vertex vertex) {
    if (kept != null && !vertex.isDispatched()) {
      kept.demand(vertex);
    }
  }

  /**
   * @param learnt the wait, if it saw the event complete
   */
  private void unpin(Vertex vertex, HostWait learnt, boolean done) {
    lock.lock();
    try {
      vertex.waiters--;
      if (learnt != null) {
        waits.end(learnt, vertex);
      }
      if (done && !vertex.isComplete()) {
        settleThrough(vertex);
        poll();
      }
      recycleEvent(vertex);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Refuses to wait for what waits for host code of the current thread.
   *
   * @throws IllegalStateException naming the host code
   */
  private void requireForeign(Vertex vertex) {
    lock.lock();
    try {
      Vertex own = vertex.pendingHostCallOf(Thread.currentThread());
      if (own != null) {
        throw new IllegalStateException(
            own == vertex
                ? vertex.name() + " was begun by this thread and has not ended"
                : vertex.name()
                    + " waits for "
                    + own.name()
                    + ", which this thread has begun and not ended");
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitDispatch(Vertex vertex) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      demand(vertex);
      while (!vertex.isDispatched()) {
        progress.await();
        demand(vertex);
      }
    } finally {
      lock.unlock();
    }
  }
}
