package org.grcuda.runtime.completion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.observation.Observer;
import org.grcuda.runtime.stream.EventPool;
import org.grcuda.runtime.stream.StreamManager;

/**
 * Learns which computations have completed, and releases what they held. It queries the event of
 * the oldest computation of a stream, and goes on with the next one while the answer is yes, so
 * each computation is queried about a constant number of times. If a computation has completed, so
 * has everything before it on its stream, and so have all its parents.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class CompletionTracker {

  /** Streams that are queried at each submission and each wait. */
  private static final int POLLED_STREAMS = 2;

  /** Streams of a full device that are queried before a computation takes one that is not free. */
  private static final int POLLED_WHEN_FULL = 2;

  /** Most unreported failures that are remembered. */
  private static final int MAX_UNREPORTED = 64;

  private final StreamManager streams;
  private final EventPool[] events;
  private final Bursts bursts;
  private final HostWaits waits;
  private final SchedulingLock lock;
  private final ArrayDeque<Vertex> settling = new ArrayDeque<>();
  private final ArrayDeque<Vertex> failures = new ArrayDeque<>();

  private final Followers followers;
  private final Observer observer;
  private DependencyTracker dependencies;
  private final Consumer<Vertex> onPredictedEnd;
  private final BiConsumer<Vertex, Operation.Transfer> onTransfer;
  private final WorkSignal signal;
  private int cursor;
  private long unfinished;

  /**
   * @param followers are told of each vertex that has ended
   * @param observer times or records computations
   * @param onPredictedEnd receives each vertex that has ended and whose finish was predicted
   * @param onTransfer receives each transfer that has ended
   * @param signal is given when work begins on a stream that had none
   */
  public CompletionTracker(
      StreamManager streams,
      EventPool[] events,
      Bursts bursts,
      HostWaits waits,
      SchedulingLock lock,
      Followers followers,
      Observer observer,
      Consumer<Vertex> onPredictedEnd,
      BiConsumer<Vertex, Operation.Transfer> onTransfer,
      WorkSignal signal) {
    this.onTransfer = onTransfer;
    this.signal = signal;
    this.observer = observer;
    this.streams = streams;
    this.onPredictedEnd = onPredictedEnd;
    this.events = events;
    this.bursts = bursts;
    this.waits = waits;
    this.lock = lock;
    this.followers = followers;
  }

  /** Tells {@code tracker} of each vertex that ends from now on. */
  public void onEnd(DependencyTracker tracker) {
    dependencies = tracker;
  }

  /** Number of computations that were submitted and are not known to have completed. */
  public long unfinished() {
    return unfinished;
  }

  /** Number of streams with unfinished computations on them. */
  int busyStreams() {
    return streams.busyCount();
  }

  /** The unfinished computation that was dispatched first; null if none is with the driver. */
  Vertex oldest() {
    ComputeStream stream = streams.oldest();
    return stream == null ? null : stream.head;
  }

  /** The unfinished computations that were dispatched first to each stream. */
  List<Vertex> heads() {
    List<Vertex> heads = new ArrayList<>();
    for (int i = 0; i < streams.busyCount(); i++) {
      heads.add(streams.busyStream(i).head);
    }
    return heads;
  }

  /** Counts a vertex that was accepted and has not completed. */
  public void started() {
    unfinished++;
  }

  /**
   * Notes that work begins on {@code stream}, which had none: {@code first} was dispatched to it.
   */
  public void workBegins(ComputeStream stream, Vertex first) {
    waits.workBegins(stream, first);
    signal.give();
  }

  /**
   * Takes back the {@link #started} of a vertex that was held back: it ends, or its dispatch has
   * counted it again.
   */
  public void resumed() {
    unfinished--;
  }

  /** Queries a few of the busy streams, another few at each call. */
  public void poll() {
    for (int i = 0; i < POLLED_STREAMS && streams.busyCount() > 0; i++) {
      cursor = cursor + 1 < streams.busyCount() ? cursor + 1 : 0;
      poll(streams.busyStream(cursor));
    }
  }

  /** Queries all busy streams. */
  public void pollAll() {
    for (int i = streams.busyCount() - 1; i >= 0; i--) {
      if (i < streams.busyCount()) {
        poll(streams.busyStream(i));
      }
    }
  }

  /**
   * Queries a few of the streams of {@code device}, all of which are busy, until one has become
   * free.
   */
  public void pollDevice(int device) {
    int most = Math.min(POLLED_WHEN_FULL, streams.streamCount(device));
    for (int i = 0; i < most; i++) {
      ComputeStream stream = streams.nextToAsk(device);
      poll(stream);
      if (stream.head == null) {
        return;
      }
    }
  }

  /** Queries the event that tells whether {@code vertex} has ended, if it is on a stream. */
  public void poll(Vertex vertex) {
    if (!vertex.isComplete() && vertex.stream != null) {
      settleIfEnded(vertex);
    }
  }

  private void poll(ComputeStream stream) {
    boolean goesOn = true;
    while (goesOn && stream.head != null) {
      goesOn = settleIfEnded(stream.head);
    }
  }

  private boolean settleIfEnded(Vertex vertex) {
    Vertex recorded = bursts.recorded(vertex);
    boolean ended = recorded.event.isComplete();
    if (ended) {
      settleThrough(recorded);
    }
    return ended;
  }

  /**
   * Keeps the event that tells the end of {@code vertex}, until {@link #waited}. Returns the
   * computation with that event; null if {@code vertex} has ended or is on no stream.
   */
  Vertex pin(Vertex vertex) {
    if (vertex.isComplete() || vertex.stream == null) {
      return null;
    }
    Vertex recorded = bursts.recorded(vertex);
    recorded.held().waiters++;
    return recorded;
  }

  /**
   * Ends {@code vertex}, whose event has completed. First ends everything before it on its stream
   * and all their parents, which have completed as well.
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
    followers.run();
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
    Throwable failure = bursts.recorded(vertex).event.failure();
    ComputeStream stream = vertex.stream;
    streams.removeHead(stream);
    unfinished--;
    if (vertex.predicted != 0) {
      onPredictedEnd.accept(vertex);
    }
    Operation operation = vertex.operation();
    end(vertex, failure);
    noteFailure(vertex);
    if (operation instanceof Operation.Transfer transfer) {
      onTransfer.accept(vertex, transfer);
    }
    lock.progressed();
    recycleEvent(vertex);
    streams.closeIfDone(stream);
  }

  /**
   * Ends {@code vertex}, whose parents have ended.
   *
   * @param failure the error of its event; null if there is none
   */
  public void end(Vertex vertex, Throwable failure) {
    Access[] uses = vertex.accesses();
    vertex.end(failure);
    if (dependencies != null) {
      dependencies.ended(vertex, uses);
    }
    observer.ended(vertex);
    followers.ended(vertex);
  }

  /** Remembers {@code vertex}, which has ended, if it failed by itself. */
  public void noteFailure(Vertex vertex) {
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

  /** The earliest failure that was not reported; null if there is none. With the lock held. */
  public Vertex unreportedFailure() {
    while (!failures.isEmpty() && !failures.getFirst().isUnreportedFailure()) {
      failures.removeFirst();
    }
    return failures.peekFirst();
  }

  private void recycleEvent(Vertex vertex) {
    if (!vertex.isWaitedFor() && vertex.event != null && vertex.isComplete()) {
      if (vertex.isTimed()) {
        observer.release(vertex.deviceOrdinal, vertex.event);
      } else {
        events[vertex.deviceOrdinal].release(vertex.event);
      }
      vertex.event = null;
    }
  }

  /**
   * Notes that a thread no longer waits for the event of {@code vertex}.
   *
   * @param done whether the thread saw the event complete
   */
  void waited(Vertex vertex, boolean done) {
    vertex.held.waiters--;
    if (done && !vertex.isComplete()) {
      settleThrough(vertex);
      poll();
    }
    recycleEvent(vertex);
  }
}
